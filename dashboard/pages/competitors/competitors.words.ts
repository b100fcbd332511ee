import type { PairedVerdict, Verdict } from '../../api/gql.ts';
import { count, longDay, percent, plural } from '../../format.ts';
import { daysBefore, type Window } from '../../ui/shared.words.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  eachBarIsThe95Interval:
    'Each bar is the 95% interval of the share for all questions like these. Below each competitor: whether it ' +
    'is named more often than the brand. Both are compared in the same answers, so they may differ even where ' +
    'bars overlap.',
  addACompetitor: 'Add a competitor',
  abbreviationsFormerNames: 'Abbreviations, former names, products. Enter or a comma adds one.',
  linksToItCountAsCitations: 'Links to it count as citations of a competitor.',
  noAnswersInThisPeriodSoThere: '– No answers in this period, so there is nothing to compare.',
  theTrackedCompetitors: 'The tracked competitors',
  eachPointPoolsSevenDaysLines:
    'Each point pools seven days. Lines may cross by chance: the table below shows whether a name moved, and ' +
    'whether it differs from the brand.',
  shareOfAnswersThatNameEach: 'Share of answers that name each',
  trackingANameOrAdding: 'Tracking a name, or adding it to a tracked one, changes the analysis.',
  hideDismissedNames: 'Hide dismissed names',
  showDismissedNames: 'Show dismissed names',
  noDismissedNamesInThisPeriod: 'No dismissed names in this period.',
  moreDismissedNames: 'More dismissed names',
  answersWithThisNameAreNoLonger: 'Answers with this name are no longer stored.',
  asAnOption: 'As an option',
  brandOrCompetitor: 'Brand or competitor',
  addAsAnotherName: 'Add as another name',
  theBrandAndItsTracked: 'The brand and its tracked competitors',
  itIsRemovedFromThisPage:
    'It is removed from this page and from share of voice. Its history is kept, and it is never tracked ' +
    'automatically again.',
  notAnalysedYet: '– not analysed yet',
  withoutTheBrand: 'without the brand',
  theAnswerRanksItNowhere: 'never ranked',
  placeInTheAnswer: 'Place in the answer',
  allOfThemAs: 'All names, intervals and verdicts as',
  whereAnswersNameEach: 'Where answers name each',
  firstMeansBeforeEveryOther:
    'First: named before every other tracked name, in percent of all answers. Rank: its mean place in the lists that ' +
    'have it, where 1 is the top. Early: in percent of the answers that name it, those that name it in the first ' +
    'third of their text. Below each is its 95% interval for all questions like these.',
} as const;

interface Named {
  name: string;
  isBrand: boolean;
  wholeCount: number;
  visibilityScore: number;
  /** Null for the brand, and for names that answers were not read for. */
  againstBrand: Against | null;
}

interface Against {
  verdict: PairedVerdict;
  /** In points. */
  difference: number;
}

/** Who is named more often than the brand; only names of which the answers to the same questions say so. */
export function rivalFinding(rows: readonly Named[], brandName: string): string {
  const brand = rows.find(({ isBrand }) => isBrand);
  const rivals = rows.filter(({ isBrand }) => !isBrand);
  if (!brand || brand.wholeCount === 0) return 'No answers in this period to compare.';
  if (rivals.length === 0) return `No competitors are tracked, so ${brandName} has nothing to compare with.`;
  const having = (verdict: PairedVerdict) => rivals.filter((rival) => rival.againstBrand?.verdict === verdict);
  const ahead = having('MORE_OFTEN').toSorted(byScore);
  if (ahead.length > 0) return `${listOf(ahead)} named more often than ${brandName}.`;
  const behind = having('LESS_OFTEN');
  if (behind.length === rivals.length) return `${brandName} is named more often than ${allOf(rivals)}.`;
  if (having('TOO_FEW_ANSWERS').length === rivals.length) return 'Too few answered questions to tell who is ahead.';
  return `No tracked competitor is clearly named more often than ${brandName}.`;
}

interface Moved {
  name: string;
  previous: { verdict: Verdict | null } | null;
}

/** Whose share moved, of the brand and its competitors. */
export function moveFinding(rows: readonly Moved[]): string {
  const having = (verdict: Verdict) => rows.filter(({ previous }) => previous?.verdict === verdict);
  const told = [
    { moved: having('MOVED_UP'), word: 'rose' },
    { moved: having('MOVED_DOWN'), word: 'fell' },
  ].flatMap(({ moved, word }) => (moved.length === 0 ? [] : [`${namesOf(moved)} ${word}`]));
  if (told.length > 0) return `${told.join(', ')}: more than chance would explain.`;
  if (having('WITHIN_NOISE').length > 0) return 'No name moved by more than chance would explain.';
  return 'Too few answers to tell who moved.';
}

/** `Umbrex`, `Umbrex and Zed`, `Umbrex, Zed and 3 others` */
function namesOf([first, second, ...others]: readonly { name: string }[]): string {
  if (!first || !second) return first?.name ?? '';
  if (others.length === 0) return `${first.name} and ${second.name}`;
  return `${first.name}, ${second.name} and ${plural(others.length, 'other')}`;
}

const AGAINST: Readonly<Record<PairedVerdict, string>> = {
  MORE_OFTEN: 'more often',
  LESS_OFTEN: 'less often',
  WITHIN_NOISE: 'no clear difference',
  TOO_FEW_ANSWERS: 'too few answers to tell',
};

/** Whether a competitor is named more often than the brand, in two or three words. */
export const againstWords = (verdict: PairedVerdict) => AGAINST[verdict];

const CHANGES: Readonly<Record<Verdict, string>> = {
  MOVED_UP: 'a real rise',
  MOVED_DOWN: 'a real fall',
  WITHIN_NOISE: 'no clear change',
  TOO_FEW_ANSWERS: 'too early to tell',
};

interface Placed {
  name: string;
  isBrand: boolean;
  wholeCount: number;
  firstNamedCount: number | null;
  firstNamedPercent: number | null;
}

/** Which name comes first in most answers, and the brand beside it. */
export function placesFinding(rows: readonly Placed[]): string {
  const known = rows.filter(({ firstNamedCount }) => (firstNamedCount ?? 0) > 0);
  const [leader] = known.toSorted((one, other) => (other.firstNamedCount ?? 0) - (one.firstNamedCount ?? 0));
  const brand = rows.find(({ isBrand }) => isBrand);
  if (!leader || !brand) return 'No answer of this period names the brand or a tracked competitor.';
  const inAnswers = ({ firstNamedPercent }: Placed) => percent(firstNamedPercent ?? 0);
  const told = `${leader.name} is named first most often, in ${inAnswers(leader)} of answers`;
  return leader.isBrand ? `${told}.` : `${told}; ${brand.name} in ${inAnswers(brand)}.`;
}

/** `2.4`: a mean rank, as it is read. */
export const rankOf = (rank: number) => rank.toLocaleString('en', { maximumFractionDigits: 1 });

/** Whether a name's change is a move or chance. */
export const changeWords = (verdict: Verdict) => CHANGES[verdict];

/** The note above the table, for all its rows. */
export function tableNote(window: Window | null, brandName: string): string {
  const before = window === null ? 'the previous period' : `the previous period (${daysBefore(window)})`;
  return (
    `Changes are relative to ${before}. Competitors are compared with ${brandName} on the same questions. ` +
    'A change or difference counts as real if chance alone would cause it in at most one of 20 cases.'
  );
}

function byScore(one: Named, other: Named): number {
  return other.visibilityScore - one.visibilityScore;
}

function listOf(rows: readonly Named[]): string {
  return `${namesOf(rows)} ${rows.length > 1 ? 'are' : 'is'}`;
}

function allOf(rivals: readonly Named[]): string {
  return rivals.length === 1 ? (rivals[0]?.name ?? '') : 'every tracked competitor';
}

/** The name that answers have most, of those that nobody tracks. */
export function suggestionFinding(
  candidates: readonly { name: string; responseCount: number }[],
  totalCount: number,
  hasAnswers = true,
): string {
  const [first] = candidates;
  if (!first && !hasAnswers) return 'No answers in this period to suggest names from.';
  if (!first) return 'All names found in this period are tracked or dismissed.';
  const answers = plural(first.responseCount, 'answer');
  if (totalCount === 1) return `One name is not tracked: ${first.name}, in ${answers}.`;
  return `${count(totalCount)} names are not tracked. ${first.name} appears most often, in ${answers}.`;
}

/** `44% to 52%` */
export const boundsOf = ({ low, high }: { low: number; high: number }) => `${percent(low)} to ${percent(high)}`;

/** `2 Sep to 22 Nov 2026`, or the one day. */
export function seenWords(first: string, last: string): string {
  const [from, to] = [longDay(first), longDay(last)];
  return from === to ? from : `${from} to ${to}`;
}
