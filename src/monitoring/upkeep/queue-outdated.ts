import { ANALYSIS_VERSION } from '../../analysis/analyser.js';
import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { rows } from '../../database/rows.js';
import type { ProjectTaskName } from '../../entities/vocabulary.js';
import { LIST_OUTDATED } from '../facts/analysis.statements.js';
import type { Judging } from '../judge/judge.types.js';
import { QUEUE_FOUND } from './task.statements.js';

/** Projects of a page: some 50 ms. */
const PAGE = 500;
/** The look takes at most this part of the time, however many projects there are. */
const SHARE = 1 / 20;
const NOWHERE = '00000000-0000-0000-0000-000000000000';

/**
 * Queues the projects whose answers are to be analysed again for a reason that only a worker knows: its rules or its
 * judge differ from those of the selected analysis, or the judge's bound of an earlier day has left answers out. Also
 * queues names that a process of an earlier release has changed. Reads every project, so it runs seldom; writes nothing
 * if nothing is to be queued.
 */
export async function queueOutdated(
  database: Database,
  { judge, chosenAt }: Judging,
  clock: Timer,
  signal: AbortSignal,
): Promise<void> {
  for (let place = [NOWHERE, NOWHERE]; !signal.aborted; ) {
    const started = clock.elapsedMs();
    const values = [ANALYSIS_VERSION, judge?.id ?? null, chosenAt, ...place, PAGE, clock.now()];
    const page = await rows(database.openForJob(), LIST_OUTDATED, values);
    await queue(database, page, clock.now());
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    place = [last.account_id, last.project_id];
    await clock.wait((clock.elapsedMs() - started) * (1 / SHARE - 1), signal);
  }
}

interface Found {
  account_id: string;
  project_id: string;
  task: ProjectTaskName | null;
}

/** Each statement is for one account, so that it writes on one machine if accounts are spread over several. */
async function queue(database: Database, page: readonly Found[], now: Date): Promise<void> {
  const outdated = page.filter(({ task }) => task !== null);
  for (const [accountId, found] of Map.groupBy(outdated, ({ account_id }) => account_id)) {
    const tasks = (found ?? []).map(({ project_id, task }) => ({ project_id, task }));
    await rows(database.openForJob(), QUEUE_FOUND, [accountId, JSON.stringify(tasks), now]);
  }
}
