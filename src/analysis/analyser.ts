import type { AnswerFacts, AnswerText, Span, Subject, SubjectFacts, UnsettledPlaces } from './answer-facts.js';
import { candidatesOf } from './candidates/candidates.js';
import { citationsOf } from './citations/page-citations.js';
import { createMentionFinder } from './names/mention-finder.js';
import { boundedSpellings } from './names/name-forms.js';
import type { Mention, Mentions } from './names/name-mentions.js';
import { type NameDecisions, unsettledNames, withDecisions } from './names/unsettled-names.js';
import { readAnswer } from './reading/answer-text.js';
import { entriesOf, positionOf } from './reading/entries.js';
import { outlineOf } from './reading/outline.js';
import { namesAt } from './reading/ranges.js';
import { excerptOf, type VisibleText } from './reading/visible-units.js';
import { judgeSubject, type ReadAnswer } from './sentiment/judgement.js';
import { coverageOf, lexiconOf } from './sentiment/languages/lexicons.js';
import { asksForPicks } from './sentiment/recommendation-lists.js';
import { type AskedQuestion, isOfTopic, type TopicOfAnswer, topicOf } from './sentiment/topic.js';

export type {
  AnswerFacts,
  AnswerText,
  CandidateFacts,
  CitationFacts,
  Span,
  Subject,
  SubjectFacts,
  UnsettledPlaces,
} from './answer-facts.js';
export type { NameDecisions } from './names/unsettled-names.js';
export { TONE_CLASSES, type ToneClass } from './sentiment/tone-class.js';

/*
 * The seams of this folder; each step knows the ones before it only through these values:
 *   reading/    text → VisibleText (with offsets) → Outline (sentences, heads) → Entry[] (options, their places)
 *   names/      VisibleText, Outline → Mentions, each with the reason why it was taken or not
 *   sentiment/  Entries, Mentions of one subject → class and deciding passage
 *   candidates/ Entries, VisibleText, Mentions → names that are not tracked; asks names/ whether a word is one
 *   citations/  the platform's list, links of the VisibleText → pages
 *   language/   what is an ordinary word
 */

/** Raised with every change that can alter a result, so that stored facts tell which rules made them. */
export const ANALYSIS_VERSION = 14;

/**
 * Compiles the names of a project's brand and competitors, and returns the pure function that reads answers with them
 * (`docs/metrics.md`, "How a text is analysed"; `docs/analysis.md` follows one through the files). Time is linear in
 * the length of the text and hardly depends on the number of names. Decisions on the names that a first analysis of the
 * same answer leaves unsettled count instead of the rules'; everything else follows from them as from any other name.
 */
export function createAnalyser(subjects: {
  brand: Subject;
  competitors: readonly Subject[];
}): (answer: AnswerText, decisions?: NameDecisions) => AnswerFacts {
  const all = [subjects.brand, ...subjects.competitors];
  const findMentions = createMentionFinder(all);
  return (answer, decisions = UNDECIDED) => {
    const visible = readAnswer(answer);
    const outline = outlineOf(visible);
    const found = findMentions(visible, outline);
    const accepted = withDecisions(found, decisions);
    const namedAt = namesAt(accepted);
    const entries = entriesOf(visible, outline, namedAt);
    const asked = answer.question ? readQuestion(answer.question, findMentions) : null;
    const topic = topicOf(visible, outline, entries, accepted, asked);
    const namesOther = namesAt(topic ? accepted.filter(({ form }) => !isOfTopic(topic, form.owners)) : []);
    const isAskedForPicks = asksForPicks(answer.question);
    const lexicon = accepted.length > 0 ? lexiconOf(visible.text) : null;
    const read = {
      visible,
      outline,
      entries,
      lexicon,
      isCovered: coverageOf(visible.text),
      namesAt: namedAt,
      isAskedForPicks,
    };
    const factsOf = oncePerMentions((mentions, place) => {
      const rest = topic?.owners.includes(place) ? { question: topic.question, namesOther } : null;
      return readFacts(read, mentions, rest);
    });
    const [brand = NOT_NAMED, ...competitors] = mentionsBySubject(accepted, all.length).map(factsOf);
    return {
      brand,
      competitors,
      citations: citationsOf(answer, visible.links),
      candidates: candidatesOf(visible, outline, entries, accepted),
      unsettled: { names: unsettledPlaces(visible, found) },
    };
  };
}

const UNDECIDED: NameDecisions = new Map();

function unsettledPlaces(visible: VisibleText, mentions: Mentions): UnsettledPlaces[] {
  return unsettledNames(mentions).map(({ subject, mentions: places }) => ({
    subject,
    places: spansOf(visible, places),
  }));
}

function readQuestion(text: string, findMentions: ReturnType<typeof createMentionFinder>): AskedQuestion {
  const visible = readAnswer({ text, citations: [] });
  return { text, mentions: findMentions(visible, outlineOf(visible)).accepted };
}

/** Measured: 49 bytes a character of names in any script, 390 more a name; web addresses take less. */
const BYTES_A_UNIT = 60;
const BYTES_A_NAME = 500;

/**
 * The memory, in bytes and rather too much, of an analyser of these names: in proportion to their number and length,
 * their other spellings included.
 */
export function analyserBytes(subjects: readonly Subject[]): number {
  const spellingsOf = boundedSpellings();
  const bytesOf = (written: string): number => BYTES_A_NAME + written.length * BYTES_A_UNIT;
  let bytes = 0;
  for (const { name, aliases, website } of subjects) {
    for (const named of [name, ...aliases]) {
      for (const written of [named, ...spellingsOf(named)]) bytes += bytesOf(written);
    }
    bytes += bytesOf(website);
  }
  return bytes;
}

function mentionsBySubject(mentions: readonly Mention[], subjects: number): (readonly Mention[])[] {
  const found = new Map<number, Mention[]>();
  for (const mention of mentions) {
    for (const owner of mention.form.owners) {
      const own = found.get(owner);
      if (own) own.push(mention);
      else found.set(owner, [mention]);
    }
  }
  return Array.from({ length: subjects }, (_, owner) => found.get(owner) ?? NO_MENTIONS);
}

const NO_MENTIONS: readonly Mention[] = [];

const NOT_NAMED: SubjectFacts = {
  mentionCount: 0,
  spans: [],
  sentiment: null,
  isToneCovered: true,
  toneClass: null,
  evidence: null,
  position: null,
};

/**
 * Subjects that share a name mostly have the same mentions: these are judged once, however many subjects there are.
 */
function oncePerMentions(
  read: (mentions: readonly Mention[], place: number) => SubjectFacts,
): (mentions: readonly Mention[], place: number) => SubjectFacts {
  const known = new Map<Mention, { mentions: readonly Mention[]; facts: SubjectFacts }[]>();
  return (mentions, place) => {
    const [first] = mentions;
    if (!first) return NOT_NAMED;
    const alike = known.get(first) ?? [];
    const same = alike.find((each) => isSameList(each.mentions, mentions));
    if (same) return same.facts;
    const facts = read(mentions, place);
    known.set(first, [...alike, { mentions, facts }]);
    return facts;
  };
}

function isSameList(a: readonly Mention[], b: readonly Mention[]): boolean {
  return a.length === b.length && a.every((mention, at) => mention === b[at]);
}

function readFacts(answer: ReadAnswer, mentions: readonly Mention[], topic: TopicOfAnswer | null): SubjectFacts {
  const { visible, outline, entries } = answer;
  const judgement = judgeSubject(answer, mentions, topic);
  if (!judgement) return NOT_NAMED;
  return {
    mentionCount: mentions.length,
    spans: spansOf(visible, mentions),
    sentiment: judgement.sentiment,
    isToneCovered: judgement.isCovered,
    toneClass: judgement.toneClass,
    evidence: excerptOf(visible, judgement.start, judgement.end),
    position: positionOf(outline, entries, mentions),
  };
}

function spansOf(visible: VisibleText, mentions: readonly Mention[]): Span[] {
  return mentions.map(({ start, end }) => [visible.starts[start] ?? 0, visible.ends[end - 1] ?? 0]);
}
