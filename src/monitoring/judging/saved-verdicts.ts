import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import type { ProjectScope } from '../scope.js';
import type { JudgeVerdict } from './judge.types.js';
import { FIND_VERDICTS, SAVE_VERDICT } from './verdict.statements.js';

/** The saved verdicts of a project under some keys, by key. No statement where there is no key. */
export async function findVerdicts(
  em: EntityManager,
  { accountId, projectId }: ProjectScope,
  keys: readonly string[],
): Promise<ReadonlyMap<string, JudgeVerdict>> {
  if (keys.length === 0) return new Map();
  const found = await rows(em, FIND_VERDICTS, [accountId, projectId, [...new Set(keys)]]);
  return new Map(
    found.map(({ key, sentiment, evidence_start, evidence_end }) => [
      key,
      { sentiment, start: evidence_start, end: evidence_end },
    ]),
  );
}

/**
 * Saves a verdict: its class and the place of its evidence, none of the answer's words. Faults are never saved, so that
 * they are asked for again.
 */
export async function saveVerdict(
  em: EntityManager,
  { accountId, projectId }: ProjectScope,
  judgeId: string,
  key: string,
  { sentiment, start, end }: JudgeVerdict,
): Promise<void> {
  await rows(em, SAVE_VERDICT, [accountId, projectId, key, judgeId, sentiment, start, end]);
}
