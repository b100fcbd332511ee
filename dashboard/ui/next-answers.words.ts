import { instant, longDay } from '../format.ts';

interface Monitored {
  isPaused: boolean;
  /** When the last answer came; null before the first. */
  lastAnsweredAt: string | null;
  monitoring: { nextRunAt: string | null } | null;
}

/** What leads on: a longer period, where it would show something; else the page that can change or tell it. */
type Way = 'longer' | 'settings' | 'prompts' | 'runs';

const DAY_MS = 86_400_000;
const DAYS_MAX = 90;

/** What comes next in a project without answers in a period, and when. @param days of the period that is shown. */
export function nextAnswers(
  { isPaused, lastAnsweredAt, monitoring }: Monitored,
  { days, now }: { days: number; now: Date },
): { text: string; way: Way } {
  const last = lastAnsweredAt === null ? '' : `The last answer came on ${longDay(lastAnsweredAt)}. `;
  const text = `${last}${comingOf(isPaused, monitoring?.nextRunAt ?? null, lastAnsweredAt === null, now)}`;
  const isWithin = lastAnsweredAt !== null && now.getTime() - Date.parse(lastAnsweredAt) < DAYS_MAX * DAY_MS;
  if (isWithin && days < DAYS_MAX) return { text, way: 'longer' };
  if (isPaused) return { text, way: 'settings' };
  return { text, way: monitoring?.nextRunAt ? 'runs' : 'prompts' };
}

function comingOf(isPaused: boolean, nextRunAt: string | null, isFirst: boolean, now: Date): string {
  if (isPaused) return 'Monitoring is paused, so no answers are collected.';
  if (nextRunAt === null) return 'No prompt is due. Only active prompts are asked.';
  const which = isFirst ? 'The first answers' : 'The next answers';
  return Date.parse(nextRunAt) <= now.getTime()
    ? `${which} are due now, within minutes.`
    : `${which} are due by ${instant(nextRunAt)}.`;
}
