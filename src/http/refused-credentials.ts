import { LRUCache } from 'lru-cache';
import type { ServiceError } from '../core/errors.js';
import { RateLimitExceeded } from '../core/limits/charge.js';

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
  note(credentialHash: string, refusal: ServiceError, askedAtMs: number): void {
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
    const nowMs = performance.now();
    if (!known || known.count < STORM_REFUSALS || nowMs - known.sinceMs >= REMEMBERED_MS) return undefined;
    if (!(known.last instanceof RateLimitExceeded)) return known.last;
    const { exhaustion } = known.last;
    const secondsLeft = exhaustion.secondsLeft - (nowMs - known.lastAskedAtMs) / 1000;
    // Where one request does not fit, nothing does. Else a cheaper one may, and one above the tier's minute costs one.
    const hasNoRoom = exhaustion.charge === 1 || cost === exhaustion.cost;
    return hasNoRoom && secondsLeft > 0 ? new RateLimitExceeded({ ...exhaustion, secondsLeft }) : undefined;
  }
}
