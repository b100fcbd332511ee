import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { rows } from '../../database/rows.js';
import { isUnavailable } from '../../database/unavailable.js';
import { keyOf } from './queue.js';
import { BEAT } from './queue.statements.js';
import type { ClaimedRun } from './run.types.js';

/** So often within a lease it is renewed: three renewals may fail before it lapses. */
const BEATS_A_LEASE = 4;

/** A claim that is kept for as long as its run is worked at. */
export interface Lease {
  /** Aborted once the run is another's: what comes of this process's work is dropped. */
  readonly lost: AbortSignal;
  /** Renews no further; resolves once no renewal is under way. */
  end(): Promise<void>;
}

/**
 * Keeps a claim from lapsing. A database that is away is waited for: the claim may still hold when it is back, which
 * the statement that settles the run decides.
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
      lost.abort(new Error("the run is another worker's by now"));
      return;
    }
  };
  // What a renewal fails at, but for a database that is away, is for whoever ends the lease.
  const beating = beat().catch((error: unknown) => lost.abort(error));
  return {
    lost: lost.signal,
    end: async () => {
      ended.abort();
      await beating;
    },
  };
}

/** Waits; false where the wait was ended before its time. */
function isTimeLeft(clock: Timer, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.wait(ms, signal).then(
    () => true,
    () => false,
  );
}
