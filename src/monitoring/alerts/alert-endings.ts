import type { AlertEvidence } from '../../core/alerts/evidence.js';
import { ANSWERS_MIN } from '../../core/metrics/comparison.js';
import { sum } from '../../core/metrics/shares.js';
import { daysBefore, daysBetween } from '../../core/time.js';
import type { AlertKind, AlertResolution } from '../../entities/vocabulary.js';
import type { WatchedSeries } from './evidence-of-moves.js';
import type { ScannedSeries } from './move-decisions.js';

/** Checks running that see half of the change made up for. */
const RECOVERED_CHECKS = 7;
/** Days after which what was told is the new state. */
const SETTLED_DAYS = 28;
/** Evidence below which an alert is gone from a new analysis. */
const RECOUNTED_EVIDENCE = 3;
/** Of prompts that were lost, as few answers are enough. */
const LOST_ANSWERS_MIN = 4;

/** An alert that stands, as a check sees it. */
interface Standing {
  series: string;
  kind: AlertKind;
  openedOn: string;
  recoveredChecks: number;
  evidence: AlertEvidence;
}

interface Seen {
  day: string;
  series: ReadonlyMap<string, WatchedSeries>;
  scanned: readonly ScannedSeries[];
  /** Whether the project has another analysis than at the last check. */
  isRecounted: boolean;
}

/** What a check makes of an alert that stands. */
interface Ending {
  /** Null: it stands. */
  resolution: AlertResolution | null;
  recoveredChecks: number;
  /** From which day on its series count again, once it has ended. */
  since: string;
}

/** Whether an alert has ended with a day, and how (docs/alerts.md, "How an alert ends"). Pure. */
export function endingOf(alert: Standing, seen: Seen): Ending {
  const { day } = seen;
  const since = alert.openedOn;
  const [kind] = alert.series.split(':');
  const isOfCompetitor = kind === 'competitor' || kind === 'rival';
  if (isOfCompetitor && !seen.series.has(alert.series)) return { resolution: 'gone', recoveredChecks: 0, since };
  if (seen.isRecounted && isGone(alert, seen)) return { resolution: 'recounted', recoveredChecks: 0, since };
  const recoveredChecks = isMadeUp(alert, seen) ? alert.recoveredChecks + 1 : 0;
  if (recoveredChecks >= RECOVERED_CHECKS) {
    // The days of its recovery are told, too.
    return { resolution: 'recovered', recoveredChecks, since: daysBefore(day, RECOVERED_CHECKS - 1) };
  }
  if (daysBetween(alert.openedOn, day) >= SETTLED_DAYS) return { resolution: 'settled', recoveredChecks, since };
  return { resolution: null, recoveredChecks, since };
}

function isGone({ series }: Standing, { scanned }: Seen): boolean {
  const own = scanned.find(({ key }) => key === series);
  return own !== undefined && own.scan.evidence < RECOUNTED_EVIDENCE;
}

/** Whether the last seven days have made up half of what an alert told. */
function isMadeUp({ series, evidence: { now, before, prompts }, kind }: Standing, seen: Seen): boolean {
  if (kind === 'prompt_lost') {
    const questions = new Set(prompts.map(({ question }) => question));
    const former = sum(prompts.map(({ namingBefore }) => namingBefore)) / sum(prompts.map((one) => one.answersBefore));
    const share = lastWeek(seen.series.get('brand'), LOST_ANSWERS_MIN, questions);
    return share !== null && share >= former / 2;
  }
  const share = lastWeek(seen.series.get(series), ANSWERS_MIN, null);
  if (share === null || !now || !before) return false;
  const half = (now.score + before.score) / 200;
  return now.score < before.score ? share >= half : share <= half;
}

/** The mean of the cells' shares of the last seven days; null below so many answers. */
function lastWeek(
  series: WatchedSeries | undefined,
  answersMin: number,
  questions: ReadonlySet<string> | null,
): number | null {
  const cells = (series?.cells ?? []).filter(
    ({ answers, question }) => (answers[0] ?? 0) > 0 && (questions === null || questions.has(question)),
  );
  if (sum(cells.map(({ answers }) => answers[0] ?? 0)) < answersMin) return null;
  return sum(cells.map(({ answers, sums }) => (sums[0] ?? 0) / (answers[0] ?? 1))) / cells.length;
}
