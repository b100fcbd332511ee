import { count, instant, longDay, plural } from '../../format.ts';

interface Standing {
  nextRunAt: string | null;
  queued: number;
  running: number;
}

/** What waits, is being asked and comes next. */
export function standingFinding(standing: Standing, isPaused: boolean, now: Date): string {
  const { queued, running } = standing;
  if (running > 0) return askedFinding(running, queued);
  if (queued > 0) return `${plural(queued, 'question')} ${queued === 1 ? 'is' : 'are'} waiting.`;
  return isPaused ? 'The project is paused. Nothing is asked until you resume it.' : dueFinding(standing, now);
}

function askedFinding(running: number, queued: number): string {
  const waiting = queued > 0 ? `${count(queued)} more waiting` : 'none waiting';
  return `${plural(running, 'question')} ${running === 1 ? 'is' : 'are'} being asked now, ${waiting}.`;
}

function dueFinding({ nextRunAt }: Standing, now: Date): string {
  if (nextRunAt === null) return 'Nothing is due: the project has no active prompts.';
  if (new Date(nextRunAt) <= now) return 'Nothing is waiting. The next question is due now.';
  return `Nothing is waiting. The next question is due on ${instant(nextRunAt)}.`;
}

interface Credits {
  used: number;
  limit: number;
  remaining: number;
  resetsAt: string;
  forecast: number | null;
}

/** Whether the credits of the month will last. */
export function creditsFinding({ used, limit, remaining, resetsAt, forecast }: Credits): string {
  if (remaining === 0) {
    return `This month’s credits are used up. They reset to ${count(limit)} on ${longDay(resetsAt)}.`;
  }
  if (forecast === null) {
    return `${count(used)} of ${count(limit)} credits used. There is no forecast while no platform is asked.`;
  }
  if (forecast > limit) {
    return `Credits will run out: this month needs ${count(forecast)}, and the plan has ${count(limit)}.`;
  }
  return `Credits will last: this month needs ${count(forecast)} of ${count(limit)}.`;
}

/** What a credit is; where they do not last, what happens then and what one can do. */
export function creditsNote({ limit, remaining, resetsAt, forecast }: Credits): string {
  const base = 'One credit is one question on one platform. All projects share them.';
  if (remaining > 0 && (forecast === null || forecast <= limit)) {
    return `${base} Failed questions are refunded.`;
  }
  const then = `Once they run out, nothing is asked until ${longDay(resetsAt)}, and missed runs are not made up.`;
  return `${base} ${then} Make prompts weekly, or choose a larger plan.`;
}
