import type { Mention, Mentions, Reason } from './mentions.types.js';
import type { NameForm } from './name-forms.js';
import type { NameVerdict } from './name-verdict.js';
import type { Occurrence } from './other-names.js';
import { type ReadAnswer, verdictOf } from './place-verdict.js';

/**
 * Tells names from the words they are written as (decision "names in text"). A name that is no ordinary word is taken
 * as it stands unless what follows makes another body's name of it. An ordinary word must show that it names somebody:
 * its lettering, a capital its place does not ask for, its neighbours, or, where its own place leaves it open, another
 * occurrence in the answer that does show it.
 */
export function judgeOrdinaryNames(answer: ReadAnswer, occurrences: readonly Occurrence[]): Mentions {
  const judged = occurrences.map((occurrence, index) => ({
    ...occurrence,
    verdict: verdictOf(answer, occurrences, index),
  }));
  const decide = decisionsOf(judged);
  const accepted: Mention[] = [];
  const rejected: Mention[] = [];
  for (const { form, start, end, verdict } of judged) {
    const { isNamed, reason } = decide(form, verdict);
    if (!isNamed) rejected.push({ form, start, end, reason });
    else if (!isCounted(accepted, form, start)) accepted.push({ form, start, end, reason });
  }
  return { accepted, rejected };
}

type Judged = Occurrence & { verdict: NameVerdict };

interface Decision {
  isNamed: boolean;
  reason: Reason;
}

/**
 * What the answer as a whole makes of each place. Clear places decide the open ones of their subject; a place that is
 * only likely decides where nothing speaks against it, and against it speaks above all that the answer uses the word in
 * small letters.
 */
function decisionsOf(all: readonly Judged[]): (form: NameForm, verdict: NameVerdict) => Decision {
  const isLabel = labelsIn(all);
  const judged = all.filter(({ form, verdict }) => !(verdict.isColonHead && isLabel.has(form)));
  const ofVerdict = (test: (verdict: NameVerdict) => boolean): ReadonlySet<string> =>
    ownersOf(judged.filter(({ verdict }) => test(verdict)));
  const sure = ofVerdict((verdict) => verdict.is === 'named' && SURE.has(verdict.reason));
  const words = wordsIn(judged);
  const isWord = (form: NameForm): boolean => words.has(form) && !sure.has(ownersKey(form));
  const clear = ownersOf(judged.filter(({ form, verdict }) => verdict.is === 'named' && !isWord(form)));
  const namesakes = ownersOf(judged.filter(isOfNamesake));
  const bearers = bearersIn(all);
  const against = ofVerdict((verdict) => verdict.is === 'not');
  const likely = ofVerdict((verdict) => verdict.is === 'open' && verdict.isLikely);
  return (form, verdict) => {
    const key = ownersKey(form);
    const isSure = verdict.is === 'named' && SURE.has(verdict.reason);
    const isCapital = verdict.is === 'named' && verdict.reason === 'capital in a sentence';
    if (form.isOrdinary && namesakes.has(key) && (!isSure || isCapital)) return { isNamed: false, reason: 'namesake' };
    if (verdict.is === 'named' && bearers.has(form)) return { isNamed: false, reason: 'another bearer' };
    const isOfBrand = verdict.is === 'not' && verdict.reason === 'behind another name' && sure.has(key);
    if (verdict.is === 'not' && !isOfBrand) return { isNamed: false, reason: verdict.reason };
    if (form.isOrdinary && isWord(form) && !isSure) return { isNamed: false, reason: 'used as a word' };
    if (verdict.isColonHead && isLabel.has(form) && !clear.has(key)) return { isNamed: false, reason: 'a label' };
    if (verdict.is === 'named') return { isNamed: true, reason: verdict.reason };
    if (clear.has(key)) return { isNamed: true, reason: 'named elsewhere' };
    const isNamed = likely.has(key) && !against.has(key);
    return { isNamed, reason: isNamed ? 'never a word here' : 'ordinary word' };
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
 * What shows the company even where the answer also speaks of its namesake: `Apple Park` does not make `Apple's` a
 * park's.
 */
const SURE: ReadonlySet<Reason> = new Set([
  'name',
  'style',
  'possessive',
  'among names',
  'renamed',
  'beside its alias',
  'behind its owner',
  'capital in a sentence',
]);

/**
 * Two writings of one subject (`WIRED` and `Wired`) can stand in the same place; subjects that share a name each count.
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
