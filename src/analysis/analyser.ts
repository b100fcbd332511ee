import { candidatesOf } from './candidates/candidates.js';
import { citationsOf } from './citations/citations.js';
import type { AnswerFacts, AnswerText, Span, Subject, SubjectFacts } from './facts.types.js';
import { createMentionFinder } from './names/mention-finder.js';
import type { Mention } from './names/mentions.types.js';
import { namesAt } from './names/name-ranges.js';
import { boundedSpellings } from './names/spellings.js';
import { positionOf } from './position/list-position.js';
import { type Entry, entriesOf } from './reading/entries.js';
import { excerptOf } from './reading/excerpt.js';
import { outlineOf } from './reading/outline.js';
import type { Outline } from './reading/outline.types.js';
import { readAnswer } from './reading/reader.js';
import type { VisibleText } from './reading/visible-text.types.js';
import { judgeSubject } from './sentiment/sentiment.js';

export type {
  AnswerFacts,
  AnswerText,
  CandidateFacts,
  CitationFacts,
  Span,
  Subject,
  SubjectFacts,
} from './facts.types.js';

/*
 * The seams of this folder; each step knows the ones before it only through these values:
 *   reading/    text → VisibleText (with offsets) → Outline (sentences, heads) → Entry[] (options of lists)
 *   names/      VisibleText, Outline → Mentions, each with the reason why it was taken or not
 *   sentiment/  Entries, Mentions of one subject → class and deciding passage
 *   position/   Entries, Mentions of one subject → place in the list
 *   candidates/ Entries, VisibleText, Mentions → names that are not tracked; asks names/ whether a word is a name
 *   citations/  the platform's list, links of the VisibleText → pages
 *   language/   what is an ordinary word
 */

/** Raised with every change that can alter a result, so that stored facts tell which rules made them. */
export const ANALYSIS_VERSION = 6;

/**
 * Compiles the names of a project's brand and competitors, and returns the pure function that reads answers with them
 * (`docs/metrics.md`, "How a text is read"). Time is linear in the length of the text and hardly depends on the number
 * of names.
 */
export function createAnalyser(subjects: {
  brand: Subject;
  competitors: readonly Subject[];
}): (answer: AnswerText) => AnswerFacts {
  const all = [subjects.brand, ...subjects.competitors];
  const findMentions = createMentionFinder(all);
  return (answer) => {
    const visible = readAnswer(answer);
    const outline = outlineOf(visible);
    const { accepted } = findMentions(visible, outline);
    const entries = entriesOf(visible, outline, namesAt(accepted));
    const factsOf = oncePerMentions((mentions) => readFacts(visible, outline, entries, mentions));
    const facts = mentionsBySubject(accepted, all.length).map(factsOf);
    const [brand = NOT_NAMED, ...competitors] = facts;
    const candidates = candidatesOf(visible, outline, entries, accepted);
    return { brand, competitors, citations: citationsOf(answer, visible.links), candidates };
  };
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

function mentionsBySubject(mentions: readonly Mention[], subjects: number): Mention[][] {
  const bySubject: Mention[][] = Array.from({ length: subjects }, () => []);
  for (const mention of mentions) {
    for (const owner of mention.form.owners) bySubject[owner]?.push(mention);
  }
  return bySubject;
}

const NOT_NAMED: SubjectFacts = { mentionCount: 0, spans: [], sentiment: null, evidence: null, position: null };

/**
 * Subjects that share a name mostly have the same mentions: these are judged once, however many subjects there are.
 */
function oncePerMentions(
  read: (mentions: readonly Mention[]) => SubjectFacts,
): (mentions: readonly Mention[]) => SubjectFacts {
  const known = new Map<Mention | undefined, { mentions: readonly Mention[]; facts: SubjectFacts }[]>();
  return (mentions) => {
    const alike = known.get(mentions[0]) ?? [];
    const same = alike.find((each) => isSameList(each.mentions, mentions));
    if (same) return same.facts;
    const facts = read(mentions);
    known.set(mentions[0], [...alike, { mentions, facts }]);
    return facts;
  };
}

function isSameList(a: readonly Mention[], b: readonly Mention[]): boolean {
  return a.length === b.length && a.every((mention, at) => mention === b[at]);
}

function readFacts(
  visible: VisibleText,
  outline: Outline,
  entries: readonly Entry[],
  mentions: readonly Mention[],
): SubjectFacts {
  const judgement = judgeSubject(visible, outline, entries, mentions);
  if (!judgement) return NOT_NAMED;
  return {
    mentionCount: mentions.length,
    spans: mentions.map(({ start, end }): Span => [visible.starts[start] ?? 0, visible.ends[end - 1] ?? 0]),
    sentiment: judgement.sentiment,
    evidence: excerptOf(visible, judgement.start, judgement.end),
    position: positionOf(outline, entries, mentions),
  };
}
