import type { Judging } from './judge.types.js';
import type { JudgedCount } from './judged-count.js';

/**
 * Logs who decided what the rules left unsettled in one run, and whether this process could not ask the judge at all.
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
  if (rulesFallback === 0) log.info(details, 'answers judged');
  else if (judge?.id === judgeId) log.warn(details, 'answers judged, in part by the rules');
  else log.warn(details, 'answers judged in part by the rules: this process is not set up for the judge');
}

/**
 * Logs that readers see another judge's decisions from now on: the operator may not have intended that.
 */
export function reportChange(
  { log }: Judging,
  projectId: string,
  former: string | null | undefined,
  judgeId: string | null,
): void {
  if (former === undefined || former === judgeId) return;
  const details = { project_id: projectId, judge: judgeId ?? 'rules', former_judge: former ?? 'rules' };
  log.info(details, 'the judge has changed');
}
