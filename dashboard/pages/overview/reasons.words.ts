import type { Narrowed } from '../../answer-filters.ts';
import type { Platform, Verdict } from '../../api/vocabulary.ts';
import { count, plural, points } from '../../format.ts';
import { PLATFORMS, platformOf } from '../../platforms.ts';
import { clearlyLeast, isAbsent, type Share } from './overview.words.ts';

interface Status {
  platform: Platform;
  state: string;
  reason: string | null;
}

/** The platforms among `asked` that are not asked now, together where the reason is the same. */
export function silentPlatforms(
  status: readonly Status[],
  asked: readonly Platform[],
): { names: string; reason: string }[] {
  const silent = status.filter(({ platform, state }) => state !== 'READY' && asked.includes(platform));
  const byReason = Map.groupBy(silent, ({ reason }) => reason ?? '');
  return Array.from(byReason, ([reason, own]) => ({
    names: namesOf(own.map(({ platform }) => platform)),
    // The service speaks of one platform.
    reason: own.length > 1 ? reason.replace(/ for it,/, ' for them,') : reason,
  }));
}

/** In the order in which platforms are always named. */
function namesOf(platforms: readonly Platform[]): string {
  const names = PLATFORMS.filter(({ id }) => platforms.includes(id)).map(({ name }) => name);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

interface Moved extends Share {
  platform: Platform;
  previous: { change: number; verdict: Verdict } | null;
}

/** Which platforms moved by more than chance would explain; those without answers are told apart from a fall. */
export function moveFinding(rows: readonly Moved[]): string {
  const silent = rows.filter(({ responseCount }) => responseCount === 0).map(({ platform }) => platform);
  const none = silent.length > 0 ? ` ${namesOf(silent)} gave no answers, which is not a fall.` : '';
  return `${movesOf(rows.filter(({ responseCount }) => responseCount > 0))}${none}`;
}

function movesOf(rows: readonly Moved[]): string {
  const moved = rows.filter(({ previous }) => previous?.verdict === 'MOVED_UP' || previous?.verdict === 'MOVED_DOWN');
  if (moved.length > 0) {
    const told = moved.map(({ platform, previous }) => `${platformOf(platform).name} ${points(previous?.change ?? 0)}`);
    return `${told.join(', ')}: more than chance would explain.`;
  }
  const unknown = rows.filter(({ previous }) => previous === null || previous.verdict === 'TOO_FEW_ANSWERS');
  if (unknown.length === rows.length) return 'Too few answers to tell whether any platform moved.';
  const untold =
    unknown.length > 0 ? `; too few answers to tell for ${namesOf(unknown.map((row) => row.platform))}` : '';
  return `No platform moved by more than chance would explain${untold}.`;
}

/** Changes that the service tells at most. */
const CHANGES_MAX = 100;

/** How much else changed that numbers may differ by. */
export function changeFinding(changes: readonly unknown[]): string {
  if (changes.length === 0) return 'No changes to prompts, names, platforms or models.';
  const more = changes.length >= CHANGES_MAX ? ' or more' : '';
  const known = changes.length === 1 ? '1 change' : `${count(changes.length)}${more} changes`;
  return `${known} in this period, marked below the trend.`;
}

interface Known {
  rows: readonly (Share & { platform: Platform; brandMentionCount: number })[];
  cells: readonly (Share & {
    promptId: string | null;
    promptText: string | null;
    platform: Platform;
    brandMentionCount: number;
  })[];
  sentiment: { negative: number; mixed: number } | null;
  brand: string;
}

interface Step {
  text: string;
  /** Says what is read. */
  link: string;
  narrowed: Narrowed;
}

/** What is worth reading next: where the brand is missing most clearly, else criticism, else where it is not named. */
export function nextStep({ rows, cells, sentiment, brand }: Known): Step {
  return emptyPlace(cells, brand) ?? weakPlatform(rows, brand) ?? criticism(sentiment, brand) ?? remaining(rows, brand);
}

function emptyPlace(cells: Known['cells'], brand: string): Step | null {
  const places = cells.filter((cell) => cell.promptId !== null && isAbsent(cell));
  const [worst] = places.toSorted((one, other) => missing(other) - missing(one));
  if (!worst?.promptId) return null;
  const { promptId, promptText, platform } = worst;
  return {
    text: `${platformOf(platform).name} rarely names ${brand} when asked “${promptText}”`,
    link: `Read the ${plural(missing(worst), 'answer')} without it`,
    narrowed: { prompt: promptId, platform, named: 'no' },
  };
}

function weakPlatform(rows: Known['rows'], brand: string): Step | null {
  const weak = clearlyLeast(rows);
  if (!weak || missing(weak) === 0) return null;
  return {
    text: `${platformOf(weak.platform).name} is where ${brand} has most to gain.`,
    link: `Read its ${plural(missing(weak), 'answer')} without ${brand}`,
    narrowed: { platform: weak.platform, named: 'no' },
  };
}

function criticism(sentiment: Known['sentiment'], brand: string): Step | null {
  const critical = sentiment ? sentiment.negative + sentiment.mixed : 0;
  if (critical === 0) return null;
  return {
    text: `See what platforms criticise about ${brand}.`,
    link: `Read the ${plural(critical, 'answer')} with criticism`,
    narrowed: { platform: 'ALL', tones: ['mixed', 'negative'] },
  };
}

function remaining(rows: Known['rows'], brand: string): Step {
  const without = rows.reduce((sum, row) => sum + missing(row), 0);
  if (without === 0) return { text: `Every answer names ${brand}.`, link: 'Read the answers', narrowed: {} };
  return {
    text: `See who is named when ${brand} is not.`,
    link: `Read the ${plural(without, 'answer')} without it`,
    narrowed: { named: 'no' },
  };
}

function missing({ responseCount, brandMentionCount }: { responseCount: number; brandMentionCount: number }): number {
  return responseCount - brandMentionCount;
}
