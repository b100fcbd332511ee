import type { Narrowed } from '../../answer-filters.ts';
import type { Ownership, Platform, Verdict } from '../../api/gql.ts';
import { count, ordinal, percent, plural, points } from '../../format.ts';
import { PLATFORMS, platformOf } from '../../platforms.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  eachBarIsThe95Interval: 'Each bar is the 95% interval of the share for all questions like these.',
  shareOfAnswersByPlatform: 'Share of answers by platform',
  thePalerACellTheMoreRarely:
    'The paler a cell, the more rarely the brand is named. The score above includes prompts that name the brand.',
  shareOfAnswersByPrompt: 'Share of answers by prompt and platform',
  promptsAndPlatforms: 'Prompts and platforms',
  namesTheBrand: 'names the brand',
  questionsNoLongerAsked: 'Questions no longer asked',
  mostCitedDomains: 'Most cited domains',
  mostCitedPage: 'Most cited page',
  theNumbersByPrompt: 'The numbers by prompt',
  shareOfVoice: 'Share of voice',
  monitoringIsPaused: 'Monitoring is paused:',
  noNewAnswersAreCollected: 'no new answers are collected.',
  whyAndWhatNext: 'Why, and what next',
  whatElseChanged: 'What else changed',
  whatIsMeasured: 'What is measured',
  method:
    'Asked through the platform’s API with a search, without history, memory or sign-in. The apps choose models and ' +
    'searches differently: in one published comparison API and app shared none of 3,856 search queries, in another ' +
    'switching the API from live web to its index changed 83–85 % of cited domains. Read trends and comparisons, not ' +
    'what one person saw.',
  theChangesCouldNotBeLoaded: 'The changes could not be loaded.',
  answersThatNameTheBrandOnAll:
    'Answers that name the brand, on all platforms. Only sentences about the brand are judged.',
  latestCriticalSentences: 'Latest critical sentences',
  readTheAnswer: 'Read the answer',
  eachNamesShareOfAllMentions: 'Each name’s share of all mentions of the brand and its tracked competitors.',
  shareOfMentions: 'Share of mentions',
  withoutTheBrand: 'without the brand',
  isNamedIn: 'is named in',
  forQuestionsLikeTheseTheShare: ' For questions like these, the share is between ',
  promptsWithoutTheBrandName: 'Prompts without the brand name',
} as const;

interface Interval {
  low: number;
  high: number;
}

interface Share {
  responseCount: number;
  visibilityScore: number;
  confidence: Interval | null;
}

type PlatformShare = Share & { platform: Platform };

/** Names a platform only where its interval stands clear of the next one's. */
export function platformFinding(rows: readonly PlatformShare[], brand: string): string {
  const ordered = leastFirst(rows);
  const [least, beforeLeast] = ordered;
  const [most, beforeMost] = ordered.toReversed();
  if (!least || !most) return 'No platform has answered in this period.';
  if (!beforeLeast || !beforeMost) return `Only ${platformOf(least.platform).name} has answered in this period.`;
  if (isClear(beforeLeast, least)) return `${nameOf(least)} names ${brand} least: ${scoreOf(least)} of its answers.`;
  if (isClear(most, beforeMost)) return `${nameOf(most)} names ${brand} most: ${scoreOf(most)} of its answers.`;
  return 'No platform is clearly ahead or behind.';
}

function leastFirst<Row extends Share>(rows: readonly Row[]): Row[] {
  const measured = rows.filter(({ responseCount }) => responseCount > 0);
  return measured.toSorted((one, other) => one.visibilityScore - other.visibilityScore);
}

/** The one that names the brand least, where its interval stands clear of the next one's. */
function clearlyLeast<Row extends Share>(rows: readonly Row[]): Row | null {
  const [least, next] = leastFirst(rows);
  return least && next && isClear(next, least) ? least : null;
}

function isClear(upper: Share, lower: Share): boolean {
  return upper.confidence !== null && lower.confidence !== null && upper.confidence.low > lower.confidence.high;
}

function nameOf({ platform }: PlatformShare): string {
  return platformOf(platform).name;
}

function scoreOf({ visibilityScore }: Share): string {
  return percent(visibilityScore);
}

/** A cell with so many answers, whose interval ends below so many percent, is a place where a brand is hardly named. */
const ABSENT = { answersMin: 10, highMax: 20 };

function isAbsent({ responseCount, confidence }: Share): boolean {
  return responseCount >= ABSENT.answersMin && confidence !== null && confidence.high < ABSENT.highMax;
}

/** Where the brand is missing; else how it does where nobody asks for it by name. */
export function promptFinding(
  cells: readonly Share[],
  unasked: { score: number; answers: number } | null,
  brand: string,
) {
  const absent = cells.filter(isAbsent);
  if (absent.length > 0) {
    return `${brand} is rarely named in ${plural(absent.length, 'prompt–platform pair')}.`;
  }
  if (!unasked || unasked.answers === 0) return 'Every prompt answered in this period names the brand.';
  return `${brand} is named in ${percent(unasked.score)} of answers to prompts without its name.`;
}

/** The brand's share and its place among those that are tracked, the largest first. */
export function voiceFinding(rows: readonly { name: string; isBrand: boolean; share: number | null }[]): string {
  const place = rows.findIndex(({ isBrand }) => isBrand) + 1;
  const brand = rows[place - 1];
  if (!brand || brand.share === null) return 'No answers in this period name the brand or a tracked competitor.';
  if (rows.length === 1) return `No competitors are tracked, so ${brand.name} has nothing to compare with.`;
  return `${brand.name} has ${percent(brand.share)} of all mentions, ${ordinal(place)} of ${rows.length}.`;
}

/** Whose site is cited most. */
export function citationFinding(domains: readonly { domain: string; share: number; ownership: Ownership }[]): string {
  const [first, second] = domains;
  if (!first) return 'No answers in this period cite a source.';
  if (first.share === second?.share) {
    const each = `${percent(first.share)} of all citations each`;
    return `${first.domain} and ${second.domain} are cited equally often: ${each}.`;
  }
  const whose = { OWN: ', your own site,', COMPETITOR: ', a competitor’s site,', OTHER: '' }[first.ownership];
  return `${first.domain}${whose} is cited most: ${percent(first.share)} of all citations.`;
}

interface Tones {
  positive: number;
  mixed: number;
  negative: number;
  total: number;
}

/** How much criticism the answers that name the brand hold, of which mixed ones are a part. */
export function sentimentFinding({ negative, mixed, total }: Tones, brand: string): string {
  if (total === 0) return `No answers in this period name ${brand}.`;
  const critical = negative + mixed;
  if (critical === 0) return `No answers that name ${brand} contain criticism.`;
  return `${percent((100 * critical) / total)} of the answers that name ${brand} contain criticism.`;
}

/** What to add where rules read none of the tone of some answers; '' where there are none. */
export function noRuleNote({ noRule, total }: { noRule: number; total: number }): string {
  if (noRule === 0) return '';
  const are = noRule === 1 ? 'is' : 'are';
  return ` ${noRule} of ${plural(total, 'answer')} ${are} in a language without rules and ${are} shown as neutral.`;
}

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

/** `Claude and Gemini`, in the order in which platforms are always named. */
export function namesOf(platforms: readonly Platform[]): string {
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
  if (changes.length === 0) return 'No changes to prompts, names, platforms or models, and no notes.';
  const more = changes.length >= CHANGES_MAX ? ' or more' : '';
  const known = changes.length === 1 ? '1 change' : `${count(changes.length)}${more} changes`;
  return `${known} in this period, marked below the trend.`;
}

/** The button that leads to the notes of a period. */
export function notesLabel(notes: number): string {
  return notes === 0 ? 'Add a note' : `Add or remove notes (${notes})`;
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
