import type { Platform, RunReason, RunState } from '../../api/vocabulary.ts';
import { count, day, plural } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import { shortReason } from './reasons.words.ts';

interface Counts {
  platform: Platform;
  planned: number;
  underWay: number;
  accepted: number;
  failed: number;
  skipped: number;
  reasons: readonly { state: RunState; reason: RunReason; count: number }[];
}

type OfDay = Counts & { date: string };
type Kind = 'planned' | 'underWay' | 'accepted' | 'failed' | 'skipped';

/** What came of the questions of a period: which platform failed most, else what was not asked, else what was. */
export function outcomeFinding(platforms: readonly Counts[], days: readonly OfDay[]): string {
  const planned = sumOf(platforms, 'planned');
  if (planned === 0) return 'No questions were planned in this period.';
  const failing = platforms.filter(({ failed }) => failed > 0);
  const [worst] = failing.toSorted((one, other) => failedShare(other) - failedShare(one));
  if (worst) return failureFinding(worst.platform, days);
  const skipped = sumOf(platforms, 'skipped');
  if (skipped === 0) return answeredFinding(planned, sumOf(platforms, 'underWay'));
  const were = skipped === 1 ? 'was' : 'were';
  const what = `${count(skipped)} of ${plural(planned, 'planned question')} ${were} not asked`;
  return `${what}: ${mainReason(platforms, 'SKIPPED')}.`;
}

function answeredFinding(planned: number, underWay: number): string {
  if (underWay === 0) return 'All planned questions were answered.';
  const are = underWay === 1 ? 'is' : 'are';
  if (underWay === planned) return `${plural(underWay, 'question')} ${are} under way, the first of this period.`;
  return `All questions asked so far were answered; ${count(underWay)} more ${are} under way.`;
}

/** Of the runs that were asked to their end, those that failed. */
function failedShare({ accepted, failed }: Counts): number {
  return failed / (accepted + failed);
}

/** How often a platform failed between the first day and the last on which it did. */
function failureFinding(platform: Platform, days: readonly OfDay[]): string {
  const own = days.filter((row) => row.platform === platform);
  const failing = own.filter(({ failed }) => failed > 0);
  const dates = failing.map(({ date }) => date).toSorted();
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const within = own.filter(({ date }) => date >= first && date <= last);
  const asked = sumOf(within, 'failed') + sumOf(within, 'accepted');
  const goesOn = own.every(({ date, accepted }) => date <= last || accepted === 0);
  const times = `${count(sumOf(within, 'failed'))} of ${plural(asked, 'time')}`;
  const { name } = platformOf(platform);
  return `${name} failed ${times} ${whenOf(first, last, goesOn)}: ${mainReason(failing, 'FAILED')}.`;
}

/** @param goesOn whether nothing was answered after the last day. */
function whenOf(first: string, last: string, goesOn: boolean): string {
  if (first === last) return `on ${day(first)}`;
  return goesOn ? `since ${day(first)}` : `from ${day(first)} to ${day(last)}`;
}

/** The most frequent reason of a state; told as one of several where there are others. */
function mainReason(rows: readonly Counts[], of: RunState): string {
  const counts = new Map<RunReason, number>();
  for (const { state, reason, count: times } of rows.flatMap(({ reasons }) => reasons)) {
    if (state === of) counts.set(reason, (counts.get(reason) ?? 0) + times);
  }
  const [main] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (!main) return 'no reason is known';
  return counts.size > 1 ? `${shortReason(main[0])}, and other reasons` : shortReason(main[0]);
}

function sumOf(rows: readonly Counts[], kind: Kind): number {
  return rows.reduce((sum, row) => sum + row[kind], 0);
}

/** What came of one platform's questions of a day, in a sentence without its end. */
export function dayWords({ platform, planned, accepted, failed, skipped, underWay, reasons }: Counts): string {
  const parts = [
    `${count(accepted)} of ${count(planned)} answered`,
    failed > 0 && `${count(failed)} failed`,
    skipped > 0 && `${count(skipped)} not asked`,
    underWay > 0 && `${count(underWay)} under way`,
    reasonList(reasons),
  ];
  return `${platformOf(platform).name}: ${parts.filter(Boolean).join(', ')}`;
}

/** Why runs failed or were not asked, each reason with its count; empty where none did. */
export function reasonList(reasons: Counts['reasons']): string {
  return reasons
    .filter(({ state }) => state === 'FAILED' || state === 'SKIPPED')
    .map(({ reason, count: times }) => `${shortReason(reason)} (${count(times)})`)
    .join(', ');
}
