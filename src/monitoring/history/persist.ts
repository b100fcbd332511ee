import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { IN_THE_MAKING } from '../../core/analysis-state/project-analysis.js';
import type { TURN } from '../../core/analysis-state/set-aside.js';
import { lockKey, lockName } from '../../database/advisory-lock.js';
import { rows, statement } from '../../database/rows.js';

/**
 * What is done by one transaction at a time; held until it ends, so it falls with its holder and works behind a pooler.
 */
export type LockPurpose = 'rollup' | 'import' | typeof TURN | 'selection' | typeof IN_THE_MAKING;

const POLL_MS = 100;

const LOCK = statement<object>('lock-history', `select pg_advisory_xact_lock(${lockKey('$1')})`);

const TRY_LOCK = statement<{ locked: boolean }>(
  'try-lock-history',
  `select pg_try_advisory_xact_lock(${lockKey('$1')}) as locked`,
);

/** Waits its turn; for what is held for moments. */
export async function lock(tx: EntityManager, purpose: LockPurpose, id: string): Promise<void> {
  await rows(tx, LOCK, [lockName(purpose, id)]);
}

/** Takes a lock that is free; false where somebody holds it. */
export async function tryLock(tx: EntityManager, purpose: LockPurpose, id: string): Promise<boolean> {
  const [row] = await rows(tx, TRY_LOCK, [lockName(purpose, id)]);
  return row?.locked === true;
}

/**
 * Asks again until `attempt` succeeds: for what may be held for minutes, longer than a client waits for one statement.
 */
export async function persist(attempt: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  while (!(await attempt())) await pause(POLL_MS, undefined, signal ? { signal } : {});
}
