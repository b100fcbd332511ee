import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, RequestHandler, Response } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../core/errors.js';
import { type Admission, admit, RateLimitExceeded } from '../core/limits/admission.js';
import type { Budget } from '../core/limits/budget.js';
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

/**
 * The door of every surface: authenticates, limits and tells the budget, or refuses with 401, 403 or 429. Failed
 * authentication is counted by address; a valid key from a throttled address is served all the same.
 */
export function createDoor(em: EntityManager, metrics: ServiceMetrics): RequestHandler {
  const failures = new RateLimiterMemory({ points: FAILURES_PER_MINUTE, duration: 60 });
  return async (req, res, next) => {
    try {
      const admission = await admit(em, presentedKey(req));
      admissions.set(res, admission);
      tellBudget(res, admission.budget);
    } catch (error) {
      if (error instanceof ServiceError) metrics.refusedAtDoor(error.code);
      if (error instanceof RateLimitExceeded) refuseUntilReset(res, error);
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') await countFailure(failures, req, res);
      throw error;
    }
    next();
  };
}

/** The key of `Authorization: Bearer <API_KEY>`, with one space; null for anything else. */
function presentedKey(req: Request): string | null {
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
