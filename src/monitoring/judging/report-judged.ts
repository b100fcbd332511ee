import type { Judging } from './judge.types.js';
import type { JudgedCount } from './judged-count.js';

/**
 * Reports what became of the sentiments of one run, and where this process could not ask the analysis's judge at all.
 */
export function reportJudged(
  { judge, log }: Judging,
  projectId: string,
  judgeId: string | null,
  { model, rulesFallback, withheld }: JudgedCount,
): void {
  if (judgeId === null || model + rulesFallback === 0) return;
  const counts = { model, rules_fallback: rulesFallback, ...(withheld > 0 && { over_daily_bound: withheld }) };
  const details = { project_id: projectId, judge: judgeId, ...counts };
  if (rulesFallback === 0) log.info(details, 'sentiment judged');
  else if (judge?.id === judgeId) log.warn(details, 'sentiment judged, in part by the rules');
  else log.warn(details, 'sentiment judged in part by the rules: this process is not set up for the judge');
}

/**
 * Reports that readers see another judge's classes from now on: whoever started the process may not have meant that.
 */
export function reportChange(
  { log }: Judging,
  projectId: string,
  former: string | null | undefined,
  judgeId: string | null,
): void {
  if (former === undefined || former === judgeId) return;
  const details = { project_id: projectId, judge: judgeId ?? 'rules', former_judge: former ?? 'rules' };
  log.info(details, 'the judge of sentiment has changed');
}
