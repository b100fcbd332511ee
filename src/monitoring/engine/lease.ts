import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { rows } from '../../database/rows.js';
import { isUnavailable } from '../../database/unavailable.js';
import { keyOf } from './queue.js';
import { BEAT } from './queue.statements.js';
import type { ClaimedRun } from './run.types.js';

/** Renewals within a lease: three may fail before it lapses. */
const BEATS_A_LEASE = 4;

/** A claim that is renewed while its run is asked and settled. */
export interface Lease {
  /** Aborted once another worker has the run: the result of this process's work is dropped. */
  readonly lost: AbortSignal;
  /** Stops renewing; resolves once no renewal is under way. */
  end(): Promise<void>;
}

/**
 * Keeps a claim from lapsing. Waits for a database that is away: the claim may still hold when it is back, which the
 * statement that settles the run decides.
 */
export function holdLease(
  database: Database,
  run: ClaimedRun,
  { leaseMs, clock }: { leaseMs: number; clock: Timer },
): Lease {
  const lost = new AbortController();
  const ended = new AbortController();
  const renew = async () => {
    const values = [...keyOf(run), run.claimNo, leaseMs / 1_000];
    const renewed = await rows(database.openForJob(), BEAT, values).catch((error: unknown) => {
      if (isUnavailable(error)) return null;
      throw error;
    });
    return renewed === null || renewed.length > 0;
  };
  const beat = async () => {
    while (await isTimeLeft(clock, leaseMs / BEATS_A_LEASE, ended.signal)) {
      if (await renew()) continue;
      lost.abort(new Error('another worker has the run by now'));
      return;
    }
  };
  // Any other error of a renewal ends the lease, and with it the work under it.
  const beating = beat().catch((error: unknown) => lost.abort(error));
  return {
    lost: lost.signal,
    end: async () => {
      ended.abort();
      await beating;
    },
  };
}

/** Waits; false if the wait was aborted. */
function isTimeLeft(clock: Timer, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.wait(ms, signal).then(
    () => true,
    () => false,
  );
}
