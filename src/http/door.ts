import type { Request, RequestHandler, Response } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../core/errors.js';
import { type Admission, admit, preview, RateLimitExceeded } from '../core/limits/admission.js';
import type { Budget } from '../core/limits/budget.js';
import type { Database } from '../database/database.js';
import type { ServiceMetrics } from './metrics.js';
import { networkOf } from './network.js';

const FAILURES_PER_MINUTE = 60;

const admissions = new WeakMap<Response, Admission>();

/** Who was let in with this request; only behind the door. */
export function admissionOf(res: Response): Admission {
  const admission = admissions.get(res);
  if (!admission) throw new Error('a route stands before the door');
  return admission;
}

/** What every surface asks before it works for a caller; a refusal is thrown, its headers set. */
export interface Door {
  /** Lets a request in for `cost` requests of its tier, and tells the budget in the headers of its answer. */
  admit: (req: Request, res: Response, cost?: number) => Promise<Admission>;
  /** Refuses whom `admit` would refuse now, and charges nothing. */
  preview: (req: Request, res: Response) => Promise<void>;
}

/**
 * The one door of every surface: authenticates, limits and tells the budget, or throws what is answered with 401, 403
 * or 429. Failed authentication is counted by address; a valid key from a throttled address is served all the same.
 */
export function createDoor(database: Database, metrics: ServiceMetrics): Door {
  const failures = new RateLimiterMemory({ points: FAILURES_PER_MINUTE, duration: 60 });
  const refuse = async (error: unknown, req: Request, res: Response): Promise<never> => {
    if (error instanceof ServiceError) metrics.refusedAtDoor(error.code);
    if (error instanceof RateLimitExceeded) refuseUntilReset(res, error);
    if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') await countFailure(failures, req, res);
    throw error;
  };
  return {
    admit: async (req, res, cost) => {
      const admission = await admit(database, presentedKey(req), cost).catch((error) => refuse(error, req, res));
      tellBudget(res, admission.budget);
      return admission;
    },
    preview: (req, res) => preview(database, presentedKey(req)).catch((error) => refuse(error, req, res)),
  };
}

/** Stands before routes that cost one request each, and hands them the admission by {@link admissionOf}. */
export function behindDoor(door: Door): RequestHandler {
  return async (req, res, next) => {
    admissions.set(res, await door.admit(req, res));
    next();
  };
}

/** The key of `Authorization: Bearer <API_KEY>`, with one space; null for anything else. */
export function presentedKey(req: Request): string | null {
  return /^Bearer ([^\s]+)$/.exec(req.headers.authorization ?? '')?.[1] ?? null;
}

function tellBudget(res: Response, budget: Budget): void {
  res.setHeader('X-RateLimit-Limit', budget.limit);
  res.setHeader('X-RateLimit-Remaining', budget.remaining);
  res.setHeader('X-RateLimit-Reset', budget.reset);
}

function refuseUntilReset(res: Response, refusal: RateLimitExceeded): void {
  tellBudget(res, refusal.budget);
  res.setHeader('Retry-After', refusal.retryAfterSeconds);
}

async function countFailure(failures: RateLimiterMemory, req: Request, res: Response): Promise<void> {
  res.setHeader('WWW-Authenticate', 'Bearer');
  const refused = await failures.consume(networkOf(req.ip ?? 'unknown')).then(
    () => null,
    (over: RateLimiterRes) => over,
  );
  if (!refused) return;
  res.setHeader('Retry-After', Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
  throw new ServiceError(
    'RATE_LIMIT_EXCEEDED',
    'Rate limit exceeded: too many failed authentications from this address',
  );
}
