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
  if (queued > 0) return `${plural(queued, 'question')} ${queued === 1 ? 'waits for its' : 'wait for their'} turn.`;
  return isPaused ? 'The project is paused: nothing is asked until it is resumed.' : dueFinding(standing, now);
}

function askedFinding(running: number, queued: number): string {
  const waiting = queued > 0 ? `${count(queued)} more ${queued === 1 ? 'waits' : 'wait'}` : 'none waits';
  return `${plural(running, 'question')} ${running === 1 ? 'is' : 'are'} being asked now, ${waiting}.`;
}

function dueFinding({ nextRunAt }: Standing, now: Date): string {
  if (nextRunAt === null) return 'Nothing is due: the project has no active prompt.';
  if (new Date(nextRunAt) <= now) return 'Nothing waits; the next question is due now.';
  return `Nothing waits. The next question is due on ${instant(nextRunAt)}.`;
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
    return `The credits of this month are used up; there are ${count(limit)} new ones on ${longDay(resetsAt)}.`;
  }
  if (forecast === null) {
    return `${count(used)} of ${count(limit)} credits are used. While no platform is asked, there is no forecast.`;
  }
  if (forecast > limit) {
    return `The credits will not last: this month would take ${count(forecast)}, and there are ${count(limit)}.`;
  }
  return `The credits will last: this month takes ${count(forecast)} of ${count(limit)}.`;
}

/** What a credit is; where they do not last, what happens then and what one can do. */
export function creditsNote({ limit, remaining, resetsAt, forecast }: Credits): string {
  const base = 'A credit is one question on one platform, of all projects of the account together.';
  if (remaining > 0 && (forecast === null || forecast <= limit)) {
    return `${base} A question that fails gives its credit back.`;
  }
  const then = `Once they are used up, what comes due is not asked until ${longDay(resetsAt)}, nor made up later.`;
  return `${base} ${then} Make prompts weekly, or choose a larger plan.`;
}
