import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ANALYSIS_VERSION } from '../../analysis/analyser.js';
import { queueJudge } from '../../core/tasks/project-tasks.js';
import { lock, rowLock } from '../../database/advisory-lock.js';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { choosesJudge, type Judging, WITHOUT_JUDGE } from '../judge/judge.types.js';
import type { Analysis } from '../reader/analysis.types.js';
import type { ProjectScope } from '../scope.js';
import {
  CREATE_ANALYSIS,
  DELETE_ANALYSIS,
  FIND_ANALYSIS_STATUS,
  FIND_NEW_ANALYSIS_STATUS,
  HAS_READINGS,
  HOLD_SELECTION,
  LOCK_SELECTION,
  NOTE_WITHHELD,
  SELECT_ANALYSIS,
} from './analysis.statements.js';

/** An analysis and whether the rules, the project's names or the judge have changed since it was made. */
export interface AnalysisStatus {
  analysis: Analysis | null;
  isDue: boolean;
}

/**
 * The analysis that the project's answers are analysed under, locked until the transaction ends: a re-analysis cannot
 * switch readers to another meanwhile. The project's first answer creates it. One whose names changed is replaced at
 * once if nothing was analysed under it; otherwise it stays in use until a re-analysis has ended.
 */
export async function holdCurrentAnalysis(tx: EntityManager, scope: ProjectScope, judging: Judging): Promise<Analysis> {
  const before = await ensureAnalysis(tx, scope, judging);
  const [held] = await rows(tx, HOLD_SELECTION, [scope.accountId, scope.projectId]);
  if (held && held.analysis_id === before.analysis?.id) return before.analysis;
  const { analysis } = await findAnalysisStatus(tx, scope, judging);
  if (!analysis) throw new Error('a project has no selected analysis after one was selected');
  return analysis;
}

/**
 * Creates and selects an analysis if the project has none, or an outdated one with nothing analysed under it.
 * @returns the selected one; due where a re-analysis of retained answers is needed.
 */
export async function ensureAnalysis(
  em: EntityManager,
  scope: ProjectScope,
  judging: Judging = WITHOUT_JUDGE,
): Promise<AnalysisStatus> {
  const status = await findAnalysisStatus(em, scope, judging);
  if (!(await isReplaceable(em, scope, status))) return status;
  return transaction(em, async (tx) => {
    await lock(tx, rowLock('selection', scope.projectId));
    await rows(tx, LOCK_SELECTION, [scope.accountId, scope.projectId]);
    const { analysis, isDue } = await findAnalysisStatus(tx, scope, judging);
    if (!(await isReplaceable(tx, scope, { analysis, isDue }))) return { analysis, isDue };
    const created = randomUUID();
    await createAnalysis(tx, scope, judging, { id: created, answersTotal: 0 });
    await selectAnalysis(tx, scope, created);
    if (analysis) await rows(tx, DELETE_ANALYSIS, [scope.accountId, analysis.id]);
    if (!choosesJudge(judging)) await queueJudge(tx, scope);
    return findAnalysisStatus(tx, scope, judging);
  });
}

async function isReplaceable(
  em: EntityManager,
  scope: ProjectScope,
  { analysis, isDue }: AnalysisStatus,
): Promise<boolean> {
  if (!analysis) return true;
  if (!isDue) return false;
  const [readings] = await rows(em, HAS_READINGS, [scope.accountId, scope.projectId, analysis.id]);
  return readings?.found === false;
}

/**
 * Creates an analysis of the project's present names and the present rules, not yet selected. Its judge is that of this
 * process, unless the selected one's was chosen later. `answersTotal` answers are to be analysed under it.
 */
export async function createAnalysis(
  em: EntityManager,
  { accountId, projectId }: ProjectScope,
  { judge, chosenAt }: Judging,
  { id, answersTotal }: { id: string; answersTotal: number },
): Promise<void> {
  const values = [accountId, projectId, id, ANALYSIS_VERSION, judge?.id ?? null, chosenAt, answersTotal];
  await rows(em, CREATE_ANALYSIS, values);
}

/** Selects the analysis that readers see from the transaction's commit on. */
export async function selectAnalysis(tx: EntityManager, scope: ProjectScope, analysisId: string): Promise<void> {
  await rows(tx, SELECT_ANALYSIS, [scope.accountId, scope.projectId, analysisId]);
}

/**
 * Notes answers that the judge was not asked about as its bound of the day is reached: a worker asks again on the next
 * day.
 */
export async function noteWithheld(
  em: EntityManager,
  { accountId }: ProjectScope,
  analysisId: string,
  withheld: number,
): Promise<void> {
  if (withheld > 0) await rows(em, NOTE_WITHHELD, [accountId, analysisId, withheld]);
}

/**
 * Whether the selected analysis is due, or the new one of `analysisId`, whose `analysis` is null once it was discarded.
 */
export async function findAnalysisStatus(
  em: EntityManager,
  { accountId, projectId }: ProjectScope,
  { judge, chosenAt }: Judging = WITHOUT_JUDGE,
  analysisId?: string,
): Promise<AnalysisStatus> {
  const values = [accountId, projectId, ANALYSIS_VERSION, judge?.id ?? null, chosenAt];
  const found =
    analysisId === undefined
      ? await rows(em, FIND_ANALYSIS_STATUS, values)
      : await rows(em, FIND_NEW_ANALYSIS_STATUS, [...values, analysisId]);
  const [row] = found;
  if (!row || row.id === null) return { analysis: null, isDue: true };
  const { id, subjects, judge: judgeId, removed_at: removedAt, is_due: isDue } = row;
  return { analysis: { id, subjects, judge: judgeId, removedAt }, isDue };
}
