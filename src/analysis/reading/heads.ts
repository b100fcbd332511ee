import { isDictionaryWord, isOrdinaryWord, isTechnicalTerm } from '../language/ordinary-words.js';
import { pattern } from '../pattern.js';
import { CASE, caseOf } from './characters.js';
import { lowerBound } from './ranges.js';
import { type HeadsAround, levelKey, type Segment } from './segments.js';

const FIRST_WORD = /^[^\p{L}\p{N}]*(?:\d{1,3}[.)]\s*)?[^\p{L}\p{N}]*([\p{L}\p{N}'’-]+)/u;

/** What is after the head of an option: what it is. */
const DESCRIBED = /^\W{0,4}(?:an?|another) /i;
const DESCRIBED_BESIDE = /^\W{0,4}(?:an?|another|this|one of) /i;
const LONGEST_OPENING = 14;

/** How many heads of the same kind and level are looked at on either side. */
const REACH = 3;
/** A section with fewer other heads than this says too little, and its neighbours are asked too. */
const FEWEST = 2;

/** What the heads of a text tell of a segment beside them; they are read at the first question. */
export function headsAround(text: string, segments: readonly Segment[]): HeadsAround {
  let heads: ReadonlyMap<string, Head[]> | null = null;
  let headsAndCells: ReadonlyMap<string, Head[]> | null = null;
  const beside = (segment: Segment): Head[] => {
    heads ??= headsByLevel(text, segments, false);
    return besideIn(heads.get(levelKey(segment)) ?? [], segment.start);
  };
  const opening = ({ headEnd, end }: Segment): string => text.slice(headEnd, Math.min(end, headEnd + LONGEST_OPENING));
  const share = (compared: readonly Head[], test: (head: Head) => boolean): number =>
    compared.filter(test).length / compared.length;
  return {
    namedNeighbours: (segment) => {
      const compared = beside(segment);
      return compared.length === 0 ? null : share(compared, (head) => head.isNamed);
    },
    namedBeside: (segment, known) => {
      headsAndCells ??= headsByLevel(text, segments, true);
      const level = headsAndCells.get(levelKey(segment)) ?? [];
      const compared = besideIn(level, segment.start).filter(({ start }) => start !== segment.start);
      return { named: compared.filter((head) => head.isNamed || known.has(head.start)).length, all: compared.length };
    },
    isDescribed: (segment) => {
      if (segment.kind === 'heading' || !DESCRIBED.test(opening(segment))) return false;
      const compared = beside(segment);
      return (
        compared.length >= FEWEST && share(compared, (head) => DESCRIBED_BESIDE.test(opening(head.segment))) >= 0.5
      );
    },
  };
}

/** The heads around the one that begins at `start`, or after the last before it, without that one. */
function besideIn(level: readonly Head[], start: number): Head[] {
  const own = lastHeadUpTo(level, start);
  const section = level[own]?.section;
  const from = Math.max(0, own - REACH);
  const around = level.slice(from, own + REACH + 1).filter((_, at) => from + at !== own);
  const within = around.filter((head) => head.section === section);
  return within.length >= FEWEST ? within : around;
}

/** Heads are in reading order. */
function lastHeadUpTo(heads: readonly Head[], start: number): number {
  return lowerBound(heads.length, (at) => (heads[at]?.start ?? 0) <= start) - 1;
}

interface Head {
  start: number;
  segment: Segment;
  isNamed: boolean;
  /** Counts the headings above the entry's level. */
  section: number;
}

/** With `withCells` each cell below the names of a table's columns is a head, whatever it opens with. */
function headsByLevel(text: string, segments: readonly Segment[], withCells: boolean): Map<string, Head[]> {
  const heads = new Map<string, Head[]>();
  const sectionOf = countSections();
  for (const segment of segments) {
    const section = sectionOf(segment);
    const headed = withCells ? cellAsHead(segment) : segment;
    if (!opensEntry(headed)) continue;
    const level = heads.get(levelKey(segment)) ?? [];
    level.push({ start: segment.start, segment, isNamed: isNamedHead(text, headed), section });
    heads.set(levelKey(segment), level);
  }
  return heads;
}

/** Asked of one segment after another: the headings so far; of a heading, those of a higher rank. */
function countSections(): (segment: Segment) => number {
  const byLevel = new Map<number, number>();
  let all = 0;
  return ({ kind, level }) => {
    if (kind !== 'heading') return all;
    byLevel.set(level, (byLevel.get(level) ?? 0) + 1);
    all++;
    return higher(byLevel, level);
  };
}

function opensEntry({ start, headEnd, opensLine }: Segment): boolean {
  return headEnd > start && opensLine;
}

function cellAsHead(segment: Segment): Segment {
  const isCell = segment.kind === 'row' && !segment.isTableHead;
  return isCell ? { ...segment, headEnd: segment.end, opensLine: true } : segment;
}

/** How many headings of a higher rank came before. */
function higher(sections: ReadonlyMap<number, number>, level: number): number {
  let count = 0;
  for (let rank = 1; rank < level; rank++) count += sections.get(rank) ?? 0;
  return count;
}

/** Whether the head opens with a capitalised word that is no word of the language. */
export function isNamedHead(text: string, segment: Segment): boolean {
  return opensUnknown(text, segment, isOrdinaryWord);
}

/** Whether it opens with one that no larger dictionary has either. */
export function isUnknownHead(text: string, segment: Segment): boolean {
  return opensUnknown(text, segment, isDictionaryWord);
}

function opensUnknown(text: string, segment: Segment, isKnown: (lowerCase: string) => boolean): boolean {
  if (segment.headEnd === segment.start || !segment.opensLine) return false;
  const word = FIRST_WORD.exec(text.slice(segment.start, Math.min(segment.headEnd, segment.start + 60)))?.[1];
  if (!word) return false;
  if (caseOf(word.charCodeAt(0)) !== CASE.upper) return /^\d{1,3}\p{Lu}\p{Ll}/u.test(word);
  if (isTechnicalTerm(word)) return false;
  const isUnknown = (part: string): boolean => part.length >= 2 && !isKnown(part);
  const lower = word.toLowerCase();
  if (!/['’-]/.test(lower)) return isUnknown(lower);
  return /-\p{Lu}$/u.test(word) || lower.split(/['’-]/).some(isUnknown);
}

/** Words that head what is said of an option, never an option. */
export const LABELS = new RegExp(
  pattern`
    ^\W{0,4}(?:pros?|cons?|price|cost|best for|ideal for|why|features?|key features|tips?|note|quick|summary
    |conclusion|overview|highlights?|drawbacks?|downsides?|strengths?|weaknesses|limitations?|bottom line|what|how
    |when|where|if you|factors|best|most|other|others|additional|also|overall|our|my|specs?|specifications
    |connectivity|ports|processor|display|battery|color|panel|resolution|size|capacity|design|materials?
    |performance)\b
  `,
  'i',
);

/** `Best overall: …`: a label before the option that it picks. */
export const PICK_LABEL = new RegExp(
  pattern`
    ^[^\p{L}\p{N}]{0,6}(?:best|top|most|overall|winner|runner-up
    |(?:our|my|upgrade|budget|value|premium) (?:pick|choice))\b(?! for:)[^:]{0,50}:[^\p{L}\p{N}]{0,3}
  `,
  'iu',
);

/** The length of such a label at the start of the head; 0 where it has none, or nothing behind it. */
export function pickLabelLength(head: string): number {
  const length = PICK_LABEL.exec(head)?.[0].length ?? 0;
  return length < head.length ? length : 0;
}
