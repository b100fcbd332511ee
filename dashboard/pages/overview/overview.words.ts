import type { Ownership, Platform } from '../../api/vocabulary.ts';
import { ordinal, percent, plural } from '../../format.ts';
import { platformOf } from '../../platforms.ts';

interface Interval {
  low: number;
  high: number;
}

export interface Share {
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
export function clearlyLeast<Row extends Share>(rows: readonly Row[]): Row | null {
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

export function isAbsent({ responseCount, confidence }: Share): boolean {
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
