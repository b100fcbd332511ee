import type { EntityManager } from '@mikro-orm/postgresql';
import type { Tier } from '../entities/vocabulary.js';

/** Who asks: every statement carries the `accountId`. */
export interface Caller {
  accountId: string;
  keyId: string | null;
  tier: Tier;
}

export interface Clock {
  now(): Date;
}

export const SYSTEM_CLOCK: Clock = { now: () => new Date() };

/** What a verb needs to know. `em` is the request's or job's own; inside a write it is the transaction's. */
export interface Context {
  em: EntityManager;
  caller: Caller;
  clock: Clock;
}
