import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import {
  type Admission,
  admit,
  type Budget,
  check,
  type DecideKey,
  decideAlone,
  RateLimitExceeded,
} from '../core/admission/admission.js';
import { AdmissionBatcher } from '../core/admission/batcher.js';
import { type Credential, readCredential } from '../core/admission/credential.js';
import { payerOf } from '../core/context.js';
import { type ErrorCode, ServiceError, Unavailable } from '../core/errors.js';
import type { Database } from '../database/database.js';
import { FairSemaphore } from '../database/fair-semaphore.js';
import { readSessionToken } from './cookies.js';
import type { ServiceMetrics } from './metrics.js';
import { isSecure, refuseForeignDownload, refuseForeignPage } from './own-origin.js';
import { contextOf, type RequestContext } from './request-context.js';

/** Requests served at once; others wait, first in first out, and are refused only beyond `waiting`. */
export const IN_FLIGHT_BOUNDS = {
  /** More would only wait in the database's pool, before the requests of others. */
  account: { atOnce: 16, waiting: 1_500 },
  /** An address may be that of a whole company. */
  network: { atOnce: 128, waiting: 2_000 },
};

export type InFlightBounds = Readonly<
  Record<keyof typeof IN_FLIGHT_BOUNDS, Readonly<{ atOnce: number; waiting: number }>>
>;

/**
 * What a path accepts a session for, beside a key: `operations` that may change something, by POST from a page of ours;
 * `downloads` by GET; `proofs`, by which a holder adds a required second factor that is missing.
 */
export type SessionUse = 'none' | 'operations' | 'downloads' | 'proofs';

interface AdmissionOptions {
  database: Database;
  metrics: ServiceMetrics;
  bounds: InFlightBounds;
  /** Where people reach the service; undefined: where the request came to. */
  publicUrl: string | undefined;
}

const FAILURES_PER_MINUTE = 60;

/**
 * Unverified credentials, those that were not let in recently, take at most a third of admission's connections, each in
 * a statement of its own, and their addresses take turns: however many forged credentials name an account, no more than
 * these wait before its own, and none is in a batch with it.
 */
const UNVERIFIED = { permits: 2, permitsPerKey: 2, maxWaitMs: 5_000, maxWaitingPerKey: 2_000 };

/** The queue of such credentials, of one kind of them: {@link UNVERIFIED}. */
export function turnsOfUnverified(): FairSemaphore {
  return new FairSemaphore(UNVERIFIED);
}

/**
 * The admission of every surface: waits for a slot, authenticates, limits and sets the headers of the budget, or throws
 * a refusal with 401, 403, 429 or 503 and its headers. Failed authentication by key is counted by address, and missing
 * API access is counted separately; a valid key from a throttled address is served all the same.
 */
export class AdmissionControl {
  readonly #slots: InFlight;
  readonly #refused = new RefusedCredentials();
  readonly #unverified = turnsOfUnverified();
  readonly #failures = createFailures();
  readonly #decideAlone: DecideKey;
  readonly #batcher: AdmissionBatcher;

  constructor(private readonly options: Readonly<AdmissionOptions>) {
    this.#slots = new InFlight(options.bounds);
    this.#decideAlone = decideAlone(options.database);
    this.#batcher = new AdmissionBatcher(options.database);
  }

  /**
   * Reads the credential, and waits until its account and the request's network have room; called first, and once for a
   * request. Never resolves where the caller hangs up before.
   */
  async waitForSlot(req: Request, res: Response, sessions: SessionUse = 'none'): Promise<void> {
    const context = contextOf(res);
    const { publicUrl } = this.options;
    context.takesSession = sessions !== 'none';
    context.credential = presentedCredential(req, sessions, publicUrl);
    context.credentialHash = context.credential?.parsed?.hash.toString('base64url') ?? null;
    refuseForeign(req, res, sessions, publicUrl);
    if (context.credentialHash === null) return;
    try {
      await this.#slots.waitForSlot(context.credentialHash, context.network, res);
    } catch (error) {
      return this.#refuse(error, req, res);
    }
  }

  /** {@link waitForSlot}, then {@link admit} for one request. */
  async waitAndAdmit(req: Request, res: Response, sessions: SessionUse = 'none'): Promise<Admission> {
    await this.waitForSlot(req, res, sessions);
    return this.admit(req, res);
  }

  /** Lets a request in for `cost` requests of its tier, and sets the headers of the budget. */
  async admit(req: Request, res: Response, cost = 1): Promise<Admission> {
    const context = contextOf(res);
    const { database } = this.options;
    try {
      const admission = await this.#ask(context, cost, (decide) => admit(database, context.credential, cost, decide));
      this.#slots.addCredential(context.credentialHash ?? '', payerOf(admission.caller));
      context.admission = admission;
      setBudgetHeaders(res, admission.budget);
      return admission;
    } catch (error) {
      return this.#refuse(error, req, res);
    }
  }

  /** Refuses the callers that {@link admit} would refuse now, and charges nothing. */
  async check(req: Request, res: Response): Promise<void> {
    const context = contextOf(res);
    try {
      await this.#ask(context, 1, () => check(this.options.database, context.credential));
    } catch (error) {
      return this.#refuse(error, req, res);
    }
  }

  /** Whether this process let the credential in recently; only {@link admit} knows whether it still holds. */
  isKnown(res: Response): boolean {
    return this.#slots.hasCredential(contextOf(res).credentialHash ?? '');
  }

  /** Asks the database, unless it has refused the credential too often within the last second. */
  async #ask<Result>(
    { credentialHash, network }: RequestContext,
    cost: number,
    question: (decide: DecideKey) => Promise<Result>,
  ): Promise<Result> {
    if (credentialHash === null) return question(this.#decideAlone);
    const refusal = this.#refused.find(credentialHash, cost);
    if (refusal) throw refusal;
    const askedAtMs = performance.now();
    try {
      return this.#slots.hasCredential(credentialHash)
        ? await question(this.#batcher.decide)
        : await this.#unverified.run(network, () => question(this.#decideAlone));
    } catch (error) {
      if (isOfTheCredential(error)) this.#recordRefusal(credentialHash, error, askedAtMs);
      throw error;
    }
  }

  #recordRefusal(credentialHash: string, refusal: ServiceError, askedAtMs: number): void {
    this.#refused.add(credentialHash, refusal, askedAtMs);
    if (refusal.code === 'UNAUTHORIZED') this.#slots.deleteCredential(credentialHash);
  }

  async #refuse(error: unknown, req: Request, res: Response): Promise<never> {
    if (error instanceof ServiceError) this.options.metrics.refused(error.code);
    if (error instanceof RateLimitExceeded) setRetryHeaders(res, error);
    if (error instanceof ServiceError) await countFailure(this.#failures, error, req, res);
    throw error;
  }
}

/** Used before routes that cost one request each and take keys alone; the context has the admission for them. */
export function admitOne(control: AdmissionControl): RequestHandler {
  return async (req, res, next) => {
    await control.waitAndAdmit(req, res);
    next();
  };
}

/**
 * The key of `Authorization: Bearer <API_KEY>`; else the session, where the path takes one; null for anything else. The
 * scheme may have any letter case and more spaces behind it (RFC 9110, section 11). Of a request with both the key
 * counts.
 */
function presentedCredential(req: Request, sessions: SessionUse, publicUrl: string | undefined): Credential | null {
  const { authorization, cookie } = req.headers;
  const key = /^bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
  if (key !== undefined) return readCredential('key', key);
  if (authorization !== undefined || sessions === 'none') return null;
  const token = readSessionToken(cookie, isSecure(req, publicUrl));
  return token === null ? null : readCredential('session', token, sessions === 'proofs');
}

/** Refuses a session whose request comes from a page of another site. */
function refuseForeign(req: Request, res: Response, sessions: SessionUse, publicUrl: string | undefined): void {
  const hasSession = contextOf(res).credential?.kind === 'session';
  switch (sessions) {
    case 'none':
      return;
    case 'operations':
      if (!hasSession) return;
      res.setHeader('Cache-Control', 'no-store');
      // A link elsewhere that is opened sends the cookie too, so a session asks by POST alone.
      if (req.method !== 'POST') throw new ServiceError('FORBIDDEN', 'A session must use POST; GET needs an API key');
      refuseForeignPage(req, publicUrl);
      return;
    case 'downloads':
      if (hasSession) refuseForeignDownload(req, publicUrl);
      return;
    case 'proofs':
      if (req.method !== 'GET') refuseForeignPage(req, publicUrl);
      return;
    default:
      sessions satisfies never;
  }
}

const RETRY_AFTER_SECONDS = 1;
const KNOWN_CREDENTIALS_MAX = 10_000;

/**
 * The requests in flight of an account and of a network, from admission until their responses are sent; an account's
 * keys and its people are counted apart. The account that a credential names counts only once the credential was let
 * in. Until then it has a queue of its own, so that no one can fill an account's queue by knowing its id.
 */
export class InFlight {
  readonly #accounts: FairSemaphore;
  readonly #networks: FairSemaphore;
  /** Payers of credentials that were let in recently, by the credential's hash. */
  readonly #payerOf = new LRUCache<string, string>({ max: KNOWN_CREDENTIALS_MAX });

  constructor(private readonly bounds: InFlightBounds) {
    const { account, network } = bounds;
    this.#accounts = new FairSemaphore({ permitsPerKey: account.atOnce, maxWaitingPerKey: account.waiting });
    this.#networks = new FairSemaphore({ permitsPerKey: network.atOnce, maxWaitingPerKey: network.waiting });
  }

  /**
   * Waits until the request may start; never resolves where the caller hangs up before.
   * @throws Unavailable where too many wait already.
   */
  async waitForSlot(credentialHash: string, network: string, res: ServerResponse): Promise<void> {
    // The account comes first: one with a long queue holds nothing of its network's.
    const payer = this.#payerOf.get(credentialHash) ?? credentialHash;
    await slotOf(this.#accounts, payer, res, () => tooMany(this.bounds.account.waiting, 'of this account'));
    await slotOf(this.#networks, network, res, () => tooMany(this.bounds.network.waiting, 'from this address'));
  }

  /** Whether the credential was let in recently. */
  hasCredential(credentialHash: string): boolean {
    return this.#payerOf.has(credentialHash);
  }

  /** The credential was let in. */
  addCredential(credentialHash: string, payer: string): void {
    this.#payerOf.set(credentialHash, payer);
  }

  /** The credential was refused: its requests leave the account's queue. */
  deleteCredential(credentialHash: string): void {
    this.#payerOf.delete(credentialHash);
  }
}

function slotOf(slots: FairSemaphore, key: string, res: ServerResponse, refusal: () => Unavailable): Promise<void> {
  return new Promise((start, reject) => {
    if (res.closed) return;
    res.once('close', slots.enter(key, { start, refuse: () => reject(refusal()) }));
  });
}

function tooMany(waiting: number, whose: string): Unavailable {
  const message = `More than ${waiting} requests ${whose} are already waiting. Try again later.`;
  return new Unavailable(message, RETRY_AFTER_SECONDS);
}

/** After so many refusals within a second, the next are answered from memory until that second is over. */
const STORM_REFUSALS = 20;
const REMEMBERED_MS = 1_000;
const CREDENTIALS_MAX = 10_000;

interface Refusals {
  /** When the first of them was asked. */
  sinceMs: number;
  count: number;
  last: ServiceError;
  lastAskedAtMs: number;
}

/**
 * Remembers for at most a second that the database refused a credential again and again, so that a storm of one does
 * not cost a statement for each request. Below {@link STORM_REFUSALS} a second every request asks the database.
 */
export class RefusedCredentials {
  readonly #refusals = new LRUCache<string, Refusals>({ max: CREDENTIALS_MAX });

  /**
   * Records a refusal by the database.
   * @param askedAtMs by `performance.now()`, before the database was asked: its decision held at that time or later.
   */
  add(credentialHash: string, refusal: ServiceError, askedAtMs: number): void {
    const known = this.#refusals.get(credentialHash);
    if (known && askedAtMs - known.sinceMs < REMEMBERED_MS) {
      Object.assign(known, { count: known.count + 1, last: refusal, lastAskedAtMs: askedAtMs });
      return;
    }
    this.#refusals.set(credentialHash, { sinceMs: askedAtMs, count: 1, last: refusal, lastAskedAtMs: askedAtMs });
  }

  /** What the database would decide about a request of this cost, where that is known; with the time left as of now. */
  find(credentialHash: string, cost: number): ServiceError | undefined {
    const known = this.#refusals.get(credentialHash);
    if (!known || known.count < STORM_REFUSALS) return undefined;
    const nowMs = performance.now();
    if (nowMs - known.sinceMs >= REMEMBERED_MS) return undefined;
    if (!(known.last instanceof RateLimitExceeded)) return known.last;
    const { exhaustion } = known.last;
    const secondsLeft = exhaustion.secondsLeft - (nowMs - known.lastAskedAtMs) / 1000;
    // Where one request does not fit, nothing does. Else a cheaper one may, and one above the tier's minute costs one.
    const hasNoRoom = exhaustion.charge === 1 || cost === exhaustion.cost;
    return hasNoRoom && secondsLeft > 0 ? new RateLimitExceeded({ ...exhaustion, secondsLeft }) : undefined;
  }
}

/** What is left of a budget. */
export function setBudgetHeaders(res: Response, budget: Budget): void {
  res.setHeader('X-RateLimit-Limit', budget.limit);
  res.setHeader('X-RateLimit-Remaining', budget.remaining);
  res.setHeader('X-RateLimit-Reset', budget.reset);
}

/** When an exhausted budget has room again. */
export function setRetryHeaders(res: Response, refusal: RateLimitExceeded): void {
  setBudgetHeaders(res, refusal.exhaustion.budget);
  res.setHeader('Retry-After', refusal.retryAfterSeconds);
}

/** What the database decided about a credential, unlike a failure to ask it. */
function isOfTheCredential(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code !== 'SERVICE_UNAVAILABLE';
}

/** Failures of each network within a minute, which have a bound. */
export class FailuresOfNetworks {
  readonly #window = new RateLimiterMemory({ points: FAILURES_PER_MINUTE, duration: 60 });

  /** Counts one. @returns seconds until the minute is over where there were too many; else null. */
  async count(network: string): Promise<number | null> {
    const over = await this.#window.consume(network).then(
      () => null,
      (refused: RateLimiterRes) => refused,
    );
    return over && Math.max(1, Math.ceil(over.msBeforeNext / 1000));
  }
}

type Failures = Readonly<Partial<Record<ErrorCode, FailuresOfNetworks>>>;

/** Each kind has a window of its own: keys without access do not use up that of failed authentication. */
function createFailures(): Failures {
  return { UNAUTHORIZED: new FailuresOfNetworks(), FORBIDDEN: new FailuresOfNetworks() };
}

/**
 * Keys are counted. Browsers are not: the signed out must learn it, whatever others behind the same address send,
 * and a token of 256 bits cannot be guessed. Their refusals are bounded as those of all unverified credentials are
 * ({@link UNVERIFIED}).
 */
async function countFailure(failures: Failures, { code }: ServiceError, req: Request, res: Response): Promise<void> {
  if (code === 'UNAUTHORIZED') res.setHeader('WWW-Authenticate', 'Bearer');
  const context = contextOf(res);
  if (isOfBrowser(req, context)) return;
  const seconds = (await failures[code]?.count(context.network)) ?? null;
  if (seconds === null) return;
  res.setHeader('Retry-After', seconds);
  const what = code === 'FORBIDDEN' ? 'requests without API access' : 'failed authentications';
  throw new ServiceError('RATE_LIMIT_EXCEEDED', `Rate limit exceeded: too many ${what} from this address`);
}

/** Whether the request is a browser's, on a path that takes a session: it has one, or comes from a page without one. */
function isOfBrowser({ headers }: Request, { takesSession, credential }: RequestContext): boolean {
  if (headers.authorization !== undefined || !takesSession) return false;
  return credential !== null || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}
