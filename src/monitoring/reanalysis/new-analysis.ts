import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { lock, rowLock } from '../../database/advisory-lock.js';
import { rows } from '../../database/rows.js';
import { COUNT_ANSWERS, HOLD_ANALYSIS } from '../facts/analysis.statements.js';
import { createAnalysis, findAnalysisStatus } from '../facts/selected-analysis.js';
import { longTransaction } from '../long-transaction.js';
import type { Analysis } from '../reader/analysis.types.js';
import { holdNoSnapshot } from './project-lock.js';
import type { Run } from './reanalysis.types.js';

/**
 * Begins an analysis that a run will make. The transaction that holds the project lock holds a lock on the analysis
 * too, before it is visible, so that it counts as running for as long as its run does. @returns its id.
 */
export async function beginAnalysis({ em, scope, judging }: Run, holder: EntityManager): Promise<string> {
  const id = randomUUID();
  await lock(holder, rowLock('making', id));
  await holdNoSnapshot(holder);
  await longTransaction(em, async (tx) => {
    const [found] = await rows(tx, COUNT_ANSWERS, [scope.accountId, scope.projectId]);
    await createAnalysis(tx, scope, judging, { id, answersTotal: found?.answers ?? 0 });
  });
  return id;
}

/** Called after the answers were read, so that every removal before one of them is known. */
export async function holdAnalysis(tx: EntityManager, { scope, judging }: Run, analysisId: string): Promise<Analysis> {
  await rows(tx, HOLD_ANALYSIS, [scope.accountId, analysisId]);
  const { analysis } = await findAnalysisStatus(tx, scope, judging, analysisId);
  if (!analysis) throw new Error('an analysis in the making was discarded by another run');
  return analysis;
}
