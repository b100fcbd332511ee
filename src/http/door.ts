import type { Request, RequestHandler, Response } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { payerOf } from '../core/context.js';
import { type ErrorCode, ServiceError } from '../core/errors.js';
import { type Admission, admit, preview } from '../core/limits/admission.js';
import type { Budget } from '../core/limits/budget.js';
import { RateLimitExceeded } from '../core/limits/charge.js';
import type { Credential } from '../core/limits/identify.js';
import { type AskDoor, askAlone } from '../core/limits/key-request.js';
import type { Database } from '../database/database.js';
import { FairSemaphore } from '../database/fair-semaphore.js';
import { acceptSession, credentialHashOf, credentialOf, isOfBrowser } from './credentials.js';
import { GatheredDoors } from './gathered-doors.js';
import { InFlight, type InFlightBounds } from './in-flight.js';
import type { ServiceMetrics } from './metrics.js';
import { networkOf } from './network.js';
import { isSecure, refuseForeignDownload, refuseForeignPage } from './own-origin.js';
import { RefusedCredentials } from './refused-credentials.js';

const FAILURES_PER_MINUTE = 60;

/**
 * Keys that were not let in recently take at most a third of the door's connections, each in a statement of its own,
 * and their addresses take turns: however many forged credentials name an account, no more than these wait before its
 * own, and none is in a batch with it.
 */
const STRANGERS = { permits: 2, permitsPerKey: 2, maxWaitMs: 5_000, maxWaitingPerKey: 2_000 };

const admissions = new WeakMap<Response, Admission>();

/** The caller that was let in with this request; only behind the door. */
export function admissionOf(res: Response): Admission {
  const admission = admissions.get(res);
  if (!admission) throw new Error('a route is mounted before the door');
  return admission;
}

/** The checks of every surface before it works for a caller; a refusal is thrown, with its headers set. */
export interface Door {
  /** Waits until the account and the network of the request have room for it; called first, once for a request. */
  enter: (req: Request, res: Response) => Promise<void>;
  /** As `enter`, for a path that a session of the dashboard may use; one that comes from elsewhere is refused. */
  enterWithSession: (req: Request, res: Response) => Promise<void>;
  /** As `enter`, for a file that a session may download by GET: it changes nothing. */
  enterDownload: (req: Request, res: Response) => Promise<void>;
  /** As `enterWithSession`, by whatever method, for who lacks a required second factor too: to add it. */
  enterToProve: (req: Request, res: Response) => Promise<void>;
  /** Lets a request in for `cost` requests of its tier, and sets the headers of the budget. */
  admit: (req: Request, res: Response, cost?: number) => Promise<Admission>;
  /** Refuses the callers that `admit` would refuse now, and charges nothing. */
  preview: (req: Request, res: Response) => Promise<void>;
  /** Whether this process let the credential in recently; only `admit` knows whether it still holds. */
  knows: (req: Request) => boolean;
}

export interface DoorOptions {
  database: Database;
  metrics: ServiceMetrics;
  bounds: InFlightBounds;
  /** Where people reach the service: requests with a session come from its pages. */
  publicUrl: string | undefined;
}

/**
 * The one door of every surface: authenticates, limits and sets the headers of the budget, or throws a refusal with
 * 401, 403, 429 or 503. Failed authentication by key is counted by address, and missing API access is counted
 * separately; a valid key from a throttled address is served all the same.
 */
export function createDoor({ database, metrics, bounds, publicUrl }: DoorOptions): Door {
  const inFlight = new InFlight(bounds);
  const refusedCredentials = new RefusedCredentials();
  const strangers = new FairSemaphore(STRANGERS);
  const gathered = new GatheredDoors(database);
  const alone = askAlone(database);
  const failures = createFailures();
  const refuse = async (error: unknown, req: Request, res: Response): Promise<never> => {
    if (error instanceof ServiceError) metrics.refusedAtDoor(error.code);
    if (error instanceof RateLimitExceeded) setRetryHeaders(res, error);
    if (error instanceof ServiceError) await countFailure(failures, error, req, res);
    throw error;
  };
  /** Asks the database, unless it has refused the credential too often within the last second. */
  const ask = async <Result>(
    req: Request,
    cost: number,
    question: (credential: Credential | null, askDoor: AskDoor) => Promise<Result>,
  ) => {
    const credentialHash = credentialHashOf(req);
    if (credentialHash === null) return question(credentialOf(req), alone);
    const refusal = refusedCredentials.find(credentialHash, cost);
    if (refusal) throw refusal;
    const askedAtMs = performance.now();
    const put = (askDoor: AskDoor) => question(credentialOf(req), askDoor);
    const result = inFlight.hasCredential(credentialHash)
      ? put(gathered.ask)
      : withPermit(strangers, networkOf(req.ip ?? 'unknown'), () => put(alone));
    return result.catch((error: unknown) => {
      if (isOfTheCredential(error)) noteRefusal(credentialHash, error, askedAtMs);
      throw error;
    });
  };
  const noteRefusal = (credentialHash: string, refusal: ServiceError, askedAtMs: number): void => {
    refusedCredentials.note(credentialHash, refusal, askedAtMs);
    if (refusal.code === 'UNAUTHORIZED') inFlight.deleteCredential(credentialHash);
  };
  const enter = async (req: Request, res: Response) => {
    const credentialHash = credentialHashOf(req);
    if (credentialHash === null) return;
    await inFlight
      .enter({ credentialHash, address: req.ip ?? 'unknown' }, res)
      .catch((error) => refuse(error, req, res));
  };
  return {
    enter,
    enterWithSession: async (req, res) => {
      acceptSession(req, { isSecure: isSecure(req, publicUrl) });
      if (credentialOf(req)?.kind === 'session') {
        res.setHeader('Cache-Control', 'no-store');
        refuseForeignSession(req, publicUrl);
      }
      await enter(req, res);
    },
    enterDownload: async (req, res) => {
      acceptSession(req, { isSecure: isSecure(req, publicUrl) });
      if (credentialOf(req)?.kind === 'session') refuseForeignDownload(req, publicUrl);
      await enter(req, res);
    },
    enterToProve: async (req, res) => {
      acceptSession(req, { isSecure: isSecure(req, publicUrl), mayLackFactor: true });
      if (req.method !== 'GET') refuseForeignPage(req, publicUrl);
      await enter(req, res);
    },
    admit: async (req, res, cost = 1) => {
      const admission = await ask(req, cost, (credential, askDoor) => admit(database, credential, cost, askDoor)).catch(
        (error) => refuse(error, req, res),
      );
      inFlight.addCredential(credentialHashOf(req) ?? '', payerOf(admission.caller));
      setBudgetHeaders(res, admission.budget);
      return admission;
    },
    preview: (req, res) =>
      ask(req, 1, (credential) => preview(database, credential)).catch((error) => refuse(error, req, res)),
    knows: (req) => inFlight.hasCredential(credentialHashOf(req) ?? ''),
  };
}

/** Used before routes that cost one request each; {@link admissionOf} returns the admission to them. */
export function behindDoor(door: Door): RequestHandler {
  return async (req, res, next) => {
    await door.enter(req, res);
    admissions.set(res, await door.admit(req, res));
    next();
  };
}

/** A link elsewhere that is opened sends the cookie too, so a session asks by POST alone. */
function refuseForeignSession(req: Request, publicUrl: string | undefined): void {
  if (req.method !== 'POST') throw new ServiceError('FORBIDDEN', 'A session must use POST; GET needs an API key');
  refuseForeignPage(req, publicUrl);
}

async function withPermit<Result>(permits: FairSemaphore, key: string, work: () => Promise<Result>): Promise<Result> {
  await permits.take(key);
  try {
    return await work();
  } finally {
    permits.release(key);
  }
}

function setBudgetHeaders(res: Response, budget: Budget): void {
  res.setHeader('X-RateLimit-Limit', budget.limit);
  res.setHeader('X-RateLimit-Remaining', budget.remaining);
  res.setHeader('X-RateLimit-Reset', budget.reset);
}

function setRetryHeaders(res: Response, refusal: RateLimitExceeded): void {
  setBudgetHeaders(res, refusal.exhaustion.budget);
  res.setHeader('Retry-After', refusal.retryAfterSeconds);
}

/** What the database decided about a credential, unlike a failure to ask it. */
function isOfTheCredential(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code !== 'SERVICE_UNAVAILABLE';
}

type Failures = Readonly<Partial<Record<ErrorCode, RateLimiterMemory>>>;

/** Each kind has a window of its own: keys without access do not use up that of failed authentication. */
function createFailures(): Failures {
  const window = { points: FAILURES_PER_MINUTE, duration: 60 };
  return { UNAUTHORIZED: new RateLimiterMemory(window), FORBIDDEN: new RateLimiterMemory(window) };
}

/**
 * Keys are counted. Browsers are not: who is signed out must be told so, whatever others behind the same address send,
 * and a token of 256 bits cannot be guessed. Their refusals are bounded as those of all strangers are
 * ({@link STRANGERS}).
 */
async function countFailure(failures: Failures, { code }: ServiceError, req: Request, res: Response): Promise<void> {
  if (code === 'UNAUTHORIZED') res.setHeader('WWW-Authenticate', 'Bearer');
  if (isOfBrowser(req)) return;
  const refused = await failures[code]?.consume(networkOf(req.ip ?? 'unknown')).then(
    () => null,
    (over: RateLimiterRes) => over,
  );
  if (!refused) return;
  res.setHeader('Retry-After', Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
  const what = code === 'FORBIDDEN' ? 'requests without API access' : 'failed authentications';
  throw new ServiceError('RATE_LIMIT_EXCEEDED', `Rate limit exceeded: too many ${what} from this address`);
}
