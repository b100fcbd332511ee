import { percent, plural } from '../../format.ts';
import type { LastRun, PromptBrand, PromptVisibility } from './prompt.data.ts';

/** How far the answers to one question bear a statement. */
export function scoreNote({ responseCount, brandMentionCount, confidence }: PromptVisibility): string {
  const of = `${brandMentionCount} of ${plural(responseCount, 'answer')}`;
  return confidence ? `${of}; between ${percent(confidence.low)} and ${percent(confidence.high)}.` : `${of}.`;
}

/** Which rival the answers name most, without a claim beyond these answers. */
export function rivalFinding(brands: readonly PromptBrand[]): string {
  const rivals = brands.filter(({ isBrand, responseCount }) => !isBrand && responseCount > 0);
  const [first] = rivals.toSorted((one, other) => other.responseCount - one.responseCount);
  if (!first) return 'No competitor is named in these answers.';
  const own = brands.find(({ isBrand }) => isBrand);
  const where = `${first.name} is named in ${first.responseCount} of ${plural(first.wholeCount, 'answer')}`;
  return own ? `${where}, ${own.name} in ${own.responseCount}.` : `${where}.`;
}

/** What came of the runs planned last. */
export function runFinding(runs: readonly LastRun[]): string {
  if (runs.length === 0) return 'Not asked yet.';
  const failed = runs.filter(({ state }) => state === 'FAILED' || state === 'SKIPPED').length;
  const open = runs.filter(({ state }) => state === 'QUEUED' || state === 'RUNNING').length;
  if (failed > 0) return `${plural(failed, 'platform')} gave no answer last time.`;
  if (open > 0) return `${plural(open, 'platform')} will answer soon.`;
  return 'Every platform answered last time.';
}

const STATES: Readonly<Record<LastRun['state'], string>> = {
  ACCEPTED: 'answered',
  FAILED: 'failed',
  QUEUED: 'is waiting',
  RUNNING: 'is being asked',
  SKIPPED: 'was not asked',
};

export const runWord = ({ state }: LastRun) => STATES[state];

/** What asking out of turn takes. */
export function askingCost(platforms: number, creditsRemaining: number | undefined): string {
  const cost = `${plural(platforms, 'credit')}, one per platform`;
  const left = creditsRemaining === undefined ? '' : `; ${plural(creditsRemaining, 'credit')} left this month`;
  return `This uses ${cost}${left}. A prompt can be asked on demand three times a day.`;
}

/** Characters of an answer that are shown; the rest is a press away. */
const SHOWN = 320;

/** The first words of an answer as plain text: tables, addresses and marks of markdown are left out. */
export function beginningOf(text: string): string {
  const plain = text
    .replaceAll(/^[ \t]*\|.*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[ \t]*[-+][ \t]+/gm, '')
    .replaceAll(/\[\d+\]|[*_#`>]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN).trimEnd()}…` : plain;
}
