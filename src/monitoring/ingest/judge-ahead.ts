import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import { FIND_RECEIPTS } from '../facts/answer.statements.js';
import type { IncomingAnswer } from '../facts/answer.types.js';
import { ensureAnalysis } from '../facts/selected-analysis.js';
import type { Judging } from '../judge/judge.types.js';
import { requestVerdicts } from '../judge/request-verdicts.js';
import type { ProjectScope } from '../scope.js';

/**
 * Asks the judge of the project's analysis about answers before they are ingested, so that the transaction need not.
 * Leaves out answers ingested before. Where it fails, the answers may be ingested all the same.
 * @returns how many of the answers the judge may not be asked about today.
 */
export async function judgeAhead(
  em: EntityManager,
  scope: ProjectScope,
  judging: Judging,
  answers: readonly IncomingAnswer[],
): Promise<number> {
  if (judging.judge === null) return 0;
  const { analysis } = await ensureAnalysis(em, scope, judging);
  if (analysis?.judge !== judging.judge.id) return 0;
  const ids = answers.map(({ externalId }) => externalId);
  const known = await rows(em, FIND_RECEIPTS, [scope.accountId, scope.projectId, ids]);
  const knownIds = new Set(known.map(({ external_id }) => external_id));
  // Of several with one external id the first counts.
  const fresh = answers.filter(({ externalId }) => !knownIds.has(externalId) && knownIds.add(externalId));
  return (await requestVerdicts(em, scope, judging, analysis, fresh)).withheld;
}
