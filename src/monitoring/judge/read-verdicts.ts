import type { Span } from '../../analysis/analyser.js';
import type { PlatformReply, RejectionReason } from '../../platforms/reply.js';
import { BETWEEN_QUOTES, type RepliedVerdict, verdictsReply } from './instructions.js';
import type { AskedAnswer, JudgeFault, JudgeOutcome, JudgeProblem, JudgeVerdict, Question } from './judging.js';

/** As long as the evidence of the rules. */
const EVIDENCE_MAX = 200;

const FAULTS: Record<RejectionReason, JudgeFault> = {
  error: 'unavailable',
  refusal: 'refusal',
  empty: 'no_answer',
  tool_call: 'no_answer',
  unfinished: 'no_answer',
  unreadable: 'unreadable',
};

type ReadVerdicts = Omit<JudgeOutcome, 'bill'>;

/**
 * The verdicts of a platform's reply to the questions about an answer. A refusal has none, and so has a reply that is
 * cut off or breaks the schema. Otherwise each question has its own: none where the reply leaves it out, answers it
 * twice or in the words of the other kind, quotes what the text does not say, or no more than a name, or a passage that
 * does not hold the name in question. Nothing is mended or guessed.
 */
export function readVerdicts(reply: PlatformReply, asked: AskedAnswer): ReadVerdicts {
  if (!reply.accepted) return withoutVerdicts(asked, { fault: FAULTS[reply.reason], message: reply.message });
  if (reply.truncated) return withoutVerdicts(asked, { fault: 'truncated', message: 'The reply was cut off.' });
  const read = verdictsReply.safeParse(parseJson(reply.text));
  if (!read.success) return withoutVerdicts(asked, { fault: 'malformed', message: 'The reply breaks the schema.' });
  const { verdicts: replied } = read.data;
  const unknown = replied.find(({ question }) => asked.questions[question - 1] === undefined);
  const findQuote = createQuoteFinder(asked.text);
  const evidenceOf = (quote: string) => findQuote(quote).map((passage) => shortened(asked.text, passage));
  const each = asked.questions.map((question, at) =>
    readVerdict(
      question,
      replied.filter((one) => one.question === at + 1),
      evidenceOf,
      asked.text,
    ),
  );
  const problems = each.filter((one) => 'fault' in one).filter((one) => !mayBeLeftOut(one, each));
  const problem = problems[0] ?? (unknown ? UNKNOWN : null);
  return { verdicts: each.map((one) => ('fault' in one ? null : one)), problem };
}

/** A tone is rightly left out where the answer does not name the subject after all; another verdict says so. */
function mayBeLeftOut(one: JudgeProblem, each: readonly (JudgeVerdict | JudgeProblem)[]): boolean {
  return one === TONE_LEFT_OUT && each.some((other) => 'isNamed' in other && !other.isNamed);
}

const TONE_LEFT_OUT: JudgeProblem = { fault: 'malformed', message: 'A question about the tone has no verdict.' };

/** The outcome of a call that answers none of the questions. */
export function withoutVerdicts({ questions }: AskedAnswer, problem: JudgeProblem): ReadVerdicts {
  return { verdicts: questions.map(() => null), problem };
}

const UNKNOWN: JudgeProblem = { fault: 'malformed', message: 'A verdict is on a question that was not asked.' };

function readVerdict(
  question: Question,
  replied: readonly RepliedVerdict[],
  evidenceOf: (quote: string) => Passage[],
  text: string,
): JudgeVerdict | JudgeProblem {
  const [given, another] = replied;
  if (!given && question.about === 'tone') return TONE_LEFT_OUT;
  if (!given || another) return { fault: 'malformed', message: 'A question has no verdict, or several.' };
  const said = saidOf(question, given);
  if (!said) return { fault: 'malformed', message: 'A verdict is none of its question.' };
  let evidence: Passage | undefined;
  for (const quote of quotesOf(given)) {
    const passage = firstAbout(question, evidenceOf(quote));
    if (!passage)
      return { fault: 'unverifiable', message: `The quotation is not in the answer${AT_NAME[question.about]}.` };
    // As the answer has it too: a name that the quotation writes with another apostrophe is no word besides the name.
    const quoted = [quote, text.slice(passage.start, passage.end)];
    if (!quoted.every((each) => saysMoreThan(question.written, each))) {
      return { fault: 'unverifiable', message: 'The quotation is a name without a word.' };
    }
    evidence = evidence ? together(evidence, passage) : passage;
  }
  return evidence ? { ...said, ...evidence } : { fault: 'unverifiable', message: 'Nothing is quoted.' };
}

/** Both passages of a `mixed`, praise first; any other verdict has one. */
function quotesOf({ quote, verdict }: RepliedVerdict): readonly string[] {
  const [praise, drawback, ...more] = quote.split(BETWEEN_QUOTES);
  if (verdict !== 'mixed' || praise === undefined || drawback === undefined || more.length > 0) return [quote];
  return [praise, drawback];
}

/** From one to the other where that is short enough for evidence, else the drawback, which sets off `mixed`. */
function together(praise: Passage, drawback: Passage): Passage {
  const both = { start: Math.min(praise.start, drawback.start), end: Math.max(praise.end, drawback.end) };
  return both.end - both.start <= EVIDENCE_MAX ? both : drawback;
}

const AT_NAME: Record<Question['about'], string> = { tone: '', name: ' at a place of the name' };

function saidOf({ about }: Question, { verdict }: RepliedVerdict) {
  const isOfName = verdict === 'named' || verdict === 'not_named';
  if (isOfName) return about === 'name' ? { isNamed: verdict === 'named' } : null;
  return about === 'tone' ? { sentiment: verdict } : null;
}

/** Any passage may show a tone; one about a name holds it. Both are ascending, so each place is looked at once. */
function firstAbout(question: Question, passages: readonly Passage[]): Passage | undefined {
  if (question.about === 'tone') return passages[0];
  const { places } = question;
  let next = 0;
  return passages.find(({ start, end }) => {
    while (isBefore(places[next], start)) next += 1;
    for (let at = next; isBefore(places[at], end); at += 1) if ((places[at]?.[1] ?? 0) <= end) return true;
    return false;
  });
}

function isBefore(place: Span | undefined, at: number): boolean {
  return place !== undefined && place[0] < at;
}

/** The beginning of a long passage; no character is cut in two. */
function shortened(text: string, { start, end }: Passage): Passage {
  const cut = start + EVIDENCE_MAX;
  if (end <= cut) return { start, end };
  return { start, end: text.slice(start, cut).isWellFormed() ? cut : cut - 1 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** White space and marks of emphasis, which models leave out, add and change when they quote. */
const IGNORED = /[\s\p{Cf}*_`~\\]/u;

/** Typographic characters and the plain ones that models write instead, one for one. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’‚‛′', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„‟″«»', (mark): [string, string] => [mark, '"']),
  ...Array.from('‐‑‒–—―−', (mark): [string, string] => [mark, '-']),
]);

/** A part of a text: UTF-16 offsets of its own characters, `end` exclusive. */
interface Passage {
  start: number;
  end: number;
}

/**
 * Returns the function that finds a quotation in a text: all its places, ascending, none where the text does not hold
 * it. White space and marks of emphasis are ignored, and all quotation marks and dashes are alike. Every letter, digit
 * and other sign counts, with its case and order. A quotation without a letter or digit, or that is not well-formed,
 * is not found.
 */
export function createQuoteFinder(text: string): (quote: string) => Passage[] {
  const said = withoutIgnored(text);
  return (quote) => {
    if (!quote.isWellFormed() || !/[\p{L}\p{N}]/u.test(quote)) return [];
    const wanted = withoutIgnored(quote).plain;
    const places: Passage[] = [];
    for (let at = said.plain.indexOf(wanted); at >= 0; at = said.plain.indexOf(wanted, at + wanted.length)) {
      const [first, last] = [said.places[at], said.places[at + wanted.length - 1]];
      if (first !== undefined && last !== undefined) places.push({ start: first, end: last + 1 });
    }
    return places;
  };
}

/** Two letters or digits in a row, a character of a script that writes words without spaces, or a pictograph. */
const WORD =
  /[\p{L}\p{N}]{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/u;

/** Whether a quotation holds a word besides the names: a name alone, or a letter, is no evidence of a tone. */
export function saysMoreThan(names: readonly string[], quote: string): boolean {
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, name) => text.replaceAll(name, ' '), quote);
  return WORD.test(rest);
}

/** A text without the ignored characters, and the place of each of its UTF-16 units. */
function withoutIgnored(text: string): { plain: string; places: number[] } {
  const kept: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (IGNORED.test(unit)) continue;
    kept.push(PLAIN.get(unit) ?? unit);
    places.push(at);
  }
  return { plain: kept.join(''), places };
}
