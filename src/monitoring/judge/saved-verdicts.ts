import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import type { ProjectScope } from '../scope.js';
import type { JudgeVerdict } from './judge.types.js';
import { FIND_VERDICTS, SAVE_VERDICTS } from './verdict.statements.js';

/** The saved verdicts of a project under some keys, by key. No statement where there is no key. */
export async function findVerdicts(
  em: EntityManager,
  { accountId, projectId }: ProjectScope,
  keys: readonly string[],
): Promise<ReadonlyMap<string, JudgeVerdict>> {
  if (keys.length === 0) return new Map();
  const found = await rows(em, FIND_VERDICTS, [accountId, projectId, [...new Set(keys)]]);
  const verdicts = new Map<string, JudgeVerdict>();
  for (const { key, is_named: isNamed, sentiment, evidence_start: start, evidence_end: end } of found) {
    if (isNamed !== null) verdicts.set(key, { isNamed, start, end });
    else if (sentiment !== null) verdicts.set(key, { sentiment, start, end });
  }
  return verdicts;
}

/**
 * Saves the verdicts of one reply: what they say and the place of the evidence, none of the answer's words. Faults are
 * never saved, so that they are asked for again.
 */
export async function saveVerdicts(
  em: EntityManager,
  { accountId, projectId }: ProjectScope,
  judgeId: string,
  verdicts: readonly { key: string; verdict: JudgeVerdict }[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const saved = verdicts.map(({ key, verdict: { start, end, ...said } }) => ({
    key,
    is_named: 'isNamed' in said ? said.isNamed : null,
    sentiment: 'sentiment' in said ? said.sentiment : null,
    evidence_start: start,
    evidence_end: end,
  }));
  await rows(em, SAVE_VERDICTS, [accountId, projectId, judgeId, JSON.stringify(saved)]);
}
