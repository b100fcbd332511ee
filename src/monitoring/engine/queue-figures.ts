import { PLATFORM_STATES_NOW } from '../../core/platforms/platform.statements.js';
import type { PlatformState } from '../../core/platforms/platform.view.js';
import type { Database } from '../../database/database.js';
import { rows, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';

/** The state of the queue, over all accounts. */
export interface QueueFigures {
  runs: { platform: Platform; state: 'queued' | 'running'; count: number; oldestSeconds: number }[];
  gates: { platform: Platform; state: PlatformState }[];
}

/** `oldest_seconds`: for how long the run that waits longest could have been asked. Reads partial indexes. */
const QUEUE_FIGURES = statement<QueueFiguresRow>(
  'figures-of-queue',
  `select platform, state, count(*)::int as count,
     greatest(0, extract(epoch from $1::timestamptz - min(not_before)))::float8 as oldest_seconds
   from run
   where state = 'queued' or state = 'running'
   group by platform, state
   order by platform, state`,
);

interface QueueFiguresRow {
  platform: Platform;
  state: 'queued' | 'running';
  count: number;
  oldest_seconds: number;
}

/** Counts queued and running runs, of all processes. */
export async function queueFigures(database: Database, now: Date): Promise<QueueFigures> {
  const [runs, gates] = await Promise.all([
    rows(database.openForJob(), QUEUE_FIGURES, [now]),
    rows(database.openForJob(), PLATFORM_STATES_NOW, []),
  ]);
  return {
    runs: runs.map(({ platform, state, count, oldest_seconds: oldestSeconds }) => ({
      platform,
      state,
      count,
      oldestSeconds,
    })),
    gates: gates.map(({ platform, state }) => ({ platform, state })),
  };
}
