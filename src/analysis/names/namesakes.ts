import { isFunctionWord } from '../language/ordinary-words.js';
import { decisionOf, type Evidence, isSure, isUnsettled, type Undecided } from './decision.rules.js';
import { hasLettering } from './lettering.js';
import type { Mention, Mentions } from './mentions.types.js';
import type { NameForm } from './name-forms.js';
import type { NameVerdict } from './name-verdict.js';
import type { Occurrence, ReadAnswer } from './occurrence.types.js';
import { othersNamedIn } from './other-names.js';
import { verdictOf } from './place-verdict.js';

/**
 * Tells names from the words they are written as (decision "names in text"). A name that is no ordinary word is taken
 * as it stands unless what follows makes another body's name of it. An ordinary word must show that it names somebody:
 * its lettering, a capital its place does not ask for, its neighbours, or, where its own place leaves it open, another
 * occurrence in the answer that does show it.
 */
export function judgeOrdinaryNames(answer: ReadAnswer, occurrences: readonly Occurrence[]): Mentions {
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
