import type { Subject } from '../answer-facts.js';
import { isFirstName } from '../language/foreign-words.js';
import {
  isCalendarWord,
  isDictionaryWord,
  isFunctionWord,
  isOnlyVerb,
  isTechnicalTerm,
} from '../language/ordinary-words.js';
import { isPlaceOrPeople } from '../language/place-names.js';
import { pattern } from '../pattern.js';
import type { Outline } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-units.js';
import { decisionOf, type Evidence, isSure, isUnsettled, type Undecided } from './decision.rules.js';
import { hasLettering } from './lettering.js';
import { verdictOf } from './name.rules.js';
import type { NameForm } from './name-forms.js';
import type { Mention, Mentions, NameVerdict } from './name-mentions.js';
import { isSingularVerb } from './namesake-words.js';
import type { Occurrence, ReadAnswer } from './occurrence.js';
import { createOccurrenceFinder } from './occurrence-finder.js';

/**
 * Compiles the names of all subjects into one search and returns it. The search reads a text once, however many names
 * there are, keeps whole words, takes the longest name at each place, and judges names that are ordinary words by what
 * is around them.
 */
export function createMentionFinder(
  subjects: readonly Subject[],
): (visible: VisibleText, outline: Outline) => Mentions {
  const findOccurrences = createOccurrenceFinder(subjects);
  return (visible, outline) => {
    const { kept, dropped } = findOccurrences(visible);
    const judged = judgeOrdinaryNames({ visible, outline, subjects }, kept);
    return { ...judged, rejected: [...dropped, ...judged.rejected] };
  };
}

/**
 * Tells names from the words they are written as (decision "names in text"). A name that is no ordinary word is taken
 * as one unless what follows makes another body's name of it. An ordinary word must show that it is a name:
 * its lettering, a capital its place does not ask for, its neighbours, or, where its own place leaves it open, another
 * occurrence in the answer that does show it.
 */
function judgeOrdinaryNames(answer: ReadAnswer, occurrences: readonly Occurrence[]): Mentions {
  const accepted: Mention[] = [];
  const rejected: Mention[] = [];
  const unsettled: Mention[] = [];
  for (const asked of undecidedIn(answer, occurrences)) {
    const { form, start, end, verdict } = asked;
    const { isNamed, reason } = decisionOf(asked);
    if (isNamed && isCounted(accepted, form, start)) continue;
    const mention = { form, start, end, reason };
    if (isNamed) accepted.push(mention);
    else rejected.push(mention);
    if (isUnsettled(verdict, isNamed)) unsettled.push(mention);
  }
  return { accepted, rejected, unsettled };
}

/** Every place with what it says by itself, and with what the answer as a whole shows. */
export function undecidedIn(
  answer: ReadAnswer,
  occurrences: readonly Occurrence[],
): (Undecided & { start: number; end: number })[] {
  const read = withNames(answer, occurrences);
  const judged = occurrences.map((occurrence, index) => ({
    ...occurrence,
    verdict: verdictOf(read, occurrences, index),
  }));
  const evidence = evidenceIn(judged, answer.visible.text);
  return judged.map(({ form, start, end, verdict }) => ({
    form,
    start,
    end,
    verdict,
    key: ownersKey(form),
    evidence,
  }));
}

/** The answer, and where it has the names that are looked for. */
export function withNames(answer: ReadAnswer, occurrences: readonly Occurrence[]): ReadAnswer {
  return {
    ...answer,
    nameStarts: new Set(occurrences.map(({ start }) => start)),
    writtenNames: new Map(
      occurrences.filter((occurrence) => isWrittenAsName(answer, occurrence)).map((each) => [each.start, each]),
    ),
  };
}

/** A name that is no ordinary word, or one with the capitals that it is registered with. */
function isWrittenAsName({ visible }: ReadAnswer, { form, start, end }: Occurrence): boolean {
  if (!form.isOrdinary) return true;
  const written = visible.text.slice(start, end);
  return hasLettering(written, form.written) && !isFunctionWord(written.toLowerCase());
}

type Judged = Occurrence & { verdict: NameVerdict };

/** What the answer shows of each name, all its places taken together. */
function evidenceIn(all: readonly Judged[], text: string): Evidence {
  const labels = labelsIn(all);
  const judged = all.filter(({ form, verdict }) => !(verdict.isColonHead && labels.has(form)));
  const ofVerdict = (test: (verdict: NameVerdict) => boolean): ReadonlySet<string> =>
    ownersOf(judged.filter(({ verdict }) => test(verdict)));
  const sure = ofVerdict(isSure);
  const words = new Set([...wordsIn(judged)].filter((form) => !sure.has(ownersKey(form))));
  return {
    labels,
    sure,
    words,
    clear: ownersOf(judged.filter(({ form, verdict }) => verdict.is === 'named' && !words.has(form))),
    namesakes: ownersOf(judged.filter(isOfNamesake)),
    bearers: bearersIn(all),
    against: ofVerdict((verdict) => verdict.is === 'not'),
    likely: ofVerdict((verdict) => verdict.is === 'open' && verdict.isLikely),
    namesOthers: othersNamedIn(text, all, sure),
  };
}

/** What heads one entry after another, `Players: …`, is said of each. */
function labelsIn(judged: readonly Judged[]): ReadonlySet<NameForm> {
  const counts = new Map<NameForm, number>();
  for (const { form, verdict } of judged) if (verdict.isColonHead) counts.set(form, (counts.get(form) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= FEWEST_LABELS).map(([form]) => form));
}

const FEWEST_LABELS = 3;

/** `HP Instant Ink`, for a brand that has a fuller name: there the short one is another's. */
function isOfNamesake({ form, verdict }: Judged): boolean {
  if (verdict.is !== 'not') return false;
  if (verdict.reason === 'namesake' || verdict.reason === 'another bearer') return true;
  return form.isShort && verdict.reason === 'behind another name';
}

/**
 * Names that the answer introduces as a person's or a place's, `the sun god Helios`, and by nothing else that the
 * subject is called.
 */
function bearersIn(judged: readonly Judged[]): ReadonlySet<NameForm> {
  const introduced = new Map<string, Judged | null>();
  for (const each of judged) {
    const key = ownersKey(each.form);
    const first = introduced.get(key);
    if (first === undefined) introduced.set(key, each);
    else if (first && first.form !== each.form) introduced.set(key, null);
  }
  const isBearer = (each: Judged | null): each is Judged =>
    each?.verdict.is === 'not' && each.verdict.reason === 'another bearer';
  return new Set([...introduced.values()].filter(isBearer).map(({ form }) => form));
}

/** The forms of one word that the answer writes in small letters too: there it is the word. */
function wordsIn(judged: readonly Judged[]): ReadonlySet<NameForm> {
  const isSmall = ({ form, verdict }: Judged): boolean =>
    form.isOrdinary && !form.written.includes(' ') && verdict.is === 'not' && verdict.reason === 'a small word';
  return new Set(judged.filter(isSmall).map(({ form }) => form));
}

/**
 * Two writings of one subject (`WIRED` and `Wired`) can be in the same place; subjects that share a name each count.
 */
function isCounted(accepted: readonly Mention[], form: NameForm, start: number): boolean {
  for (let at = accepted.length - 1; at >= 0 && accepted[at]?.start === start; at--) {
    if (accepted[at]?.form.owners.some((owner) => form.owners.includes(owner))) return true;
  }
  return false;
}

function ownersOf(occurrences: readonly { form: NameForm }[]): ReadonlySet<string> {
  return new Set(occurrences.map(({ form }) => ownersKey(form)));
}

function ownersKey(form: NameForm): string {
  return form.owners.join(' ');
}

/**
 * Whether the answer speaks of others of its kind than a subject: it surely names another tracked one, or has two
 * further names. The text is read for those at most once, and only where a place asks.
 */
function othersNamedIn(
  text: string,
  places: readonly { form: NameForm; verdict: NameVerdict }[],
  sure: ReadonlySet<string>,
): (key: string) => boolean {
  let hasFurther: boolean | null = null;
  const namesFurther = (): boolean => {
    hasFurther ??= hasOtherNames(text, new Set(places.map(({ form }) => form.written.toLowerCase())));
    return hasFurther;
  };
  return (key) => [...sure].some((other) => other !== key) || namesFurther();
}

/** With whether a capital is asked for by its place, at the start of a line or sentence; and the word behind. */
const CAPITALISED = new RegExp(
  pattern`
    (^|[.!?:;•\u001E\u001F\n]\s{0,2}|[“"(]|(?<=[\p{L}\p{N},] ))
    (\p{Lu}[\p{L}\p{N}]{1,30}|\p{Ll}\p{Lu}\p{Ll}{2,30})
    (?: (\p{Ll}{2,20}))?
  `,
  'gmu',
);
/** So many different ones: a single one may be a person's or a place's, unless it is written or acts as a company. */
const FEWEST_OTHERS = 2;

/** Whether it has words of no dictionary as names, or words with a capital that their place does not ask for. */
function hasOtherNames(text: string, own: ReadonlySet<string>): boolean {
  const found = new Set<string>();
  for (const [, before, word = '', behind = ''] of text.matchAll(CAPITALISED)) {
    if (own.has(word.toLowerCase()) || !isName(word, before === '')) continue;
    if (isOfCompany(word, behind) || found.add(word).size >= FEWEST_OTHERS) return true;
  }
  return false;
}

function isName(word: string, isInSentence: boolean): boolean {
  const lower = word.toLowerCase();
  if (isTechnicalTerm(word) || isCalendarWord(lower) || isFunctionWord(lower)) return false;
  return isInSentence || !isDictionaryWord(lower);
}

/** `JetBlue`, `mParticle`; `Withings is`, but not `Portugal is` or `Oscar is`. */
function isOfCompany(word: string, behind: string): boolean {
  const lower = word.toLowerCase();
  if (isDictionaryWord(lower) || isFirstName(lower) || isPlaceOrPeople(word)) return false;
  if (/\p{Ll}\p{Lu}\p{Ll}/u.test(word)) return true;
  return isSingularVerb(behind) || isOnlyVerb(behind);
}
