import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import type { Platform, RunReason } from '../../entities/vocabulary.js';
import { type EndedRow, STATES_OF_RUNS } from './queue.statements.js';
import { toFencedRun } from './reap.js';
import { type FencedRun, nameOf, type QueuedRun } from './run.types.js';

/** A queued run, and why its last attempt failed. */
export interface WaitingRun extends FencedRun {
  reason: RunReason | null;
}

/** Runs of a platform that are looked up together. */
const LOOKED_AT = 24;

/** Runs that a command drives to their end: which of them are still open, and how the others ended. */
export class OwnRuns {
  readonly ended = { accepted: 0, failed: 0, skipped: 0 };
  private readonly open = new Map<Platform, Map<string, QueuedRun>>();

  add(run: QueuedRun): void {
    const ofPlatform = this.open.get(run.platform) ?? new Map();
    this.open.set(run.platform, ofPlatform.set(nameOf(run), run));
  }

  has(run: QueuedRun): boolean {
    return this.open.get(run.platform)?.has(nameOf(run)) === true;
  }

  get isOver(): boolean {
    return [...this.open.values()].every(({ size }) => size === 0);
  }

  /**
   * Looks up some of the open runs of each platform, counts those that have ended, and returns those that are queued.
   * @param isLeftOut whether a run is known to be under way.
   */
  async look(em: EntityManager, isLeftOut: (run: QueuedRun) => boolean): Promise<Map<Platform, WaitingRun[]>> {
    const looked = [...this.open.values()].flatMap((runs) =>
      [...runs.values()].filter((run) => !isLeftOut(run)).slice(0, LOOKED_AT),
    );
    if (looked.length === 0) return new Map();
    const found = await rows(em, STATES_OF_RUNS, [JSON.stringify(looked.map(toKeyRow))]);
    const waiting: WaitingRun[] = [];
    for (const row of found) {
      const run = { ...toFencedRun(row), reason: row.reason };
      if (row.state === 'queued') waiting.push(run);
      else if (row.state === 'running') this.putLast(run);
      else this.end(run, row.state);
    }
    return Map.groupBy(waiting, ({ platform }) => platform);
  }

  private end(run: QueuedRun, state: 'accepted' | 'failed' | 'skipped'): void {
    if (this.open.get(run.platform)?.delete(nameOf(run))) this.ended[state] += 1;
  }

  /** Another process asks it: the others are looked up first. */
  private putLast(run: QueuedRun): void {
    if (this.open.get(run.platform)?.delete(nameOf(run))) this.add(run);
  }
}

function toKeyRow({ accountId, promptId, platform, periodDate, occasion }: QueuedRun): Partial<EndedRow> {
  return { account_id: accountId, prompt_id: promptId, platform, period_date: periodDate, occasion };
}
