import { isDictionaryWord, isOrdinaryWord, isTechnicalTerm } from '../language/ordinary-words.js';
import { CASE, caseOf } from './characters.js';
import { levelKey, type Segment } from './outline.types.js';

const FIRST_WORD = /^[^\p{L}\p{N}]*(?:\d{1,3}[.)]\s*)?[^\p{L}\p{N}]*([\p{L}\p{N}'’-]+)/u;

/** The share, 0 to 1, of the entries around a segment, in its own section, that are headed by names; null without any. */
export type NamedNeighbours = (segment: Segment) => number | null;

/** How many heads of the same kind and level are looked at on either side. */
const REACH = 3;
/** A section with fewer other heads than this says too little, and its neighbours are asked too. */
const FEWEST = 2;

export function namedNeighboursOf(text: string, segments: readonly Segment[]): NamedNeighbours {
  let heads: ReadonlyMap<string, Head[]> | null = null;
  return (segment) => {
    heads ??= headsByLevel(text, segments);
    const level = heads.get(levelKey(segment)) ?? [];
    const own = lastHeadUpTo(level, segment.start);
    const section = level[own]?.section;
    const from = Math.max(0, own - REACH);
    const around = level.slice(from, own + REACH + 1).filter((_, at) => from + at !== own);
    const within = around.filter((head) => head.section === section);
    const compared = within.length >= FEWEST ? within : around;
    return compared.length === 0 ? null : compared.filter((head) => head.isNamed).length / compared.length;
  };
}

/** By halving: heads stand in reading order. */
function lastHeadUpTo(heads: readonly Head[], start: number): number {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heads[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface Head {
  start: number;
  isNamed: boolean;
  /** Counts the headings above the entry's level. */
  section: number;
}

function headsByLevel(text: string, segments: readonly Segment[]): Map<string, Head[]> {
  const heads = new Map<string, Head[]>();
  const sections = new Map<number, number>();
  let section = 0;
  for (const segment of segments) {
    if (segment.kind === 'heading') {
      sections.set(segment.level, (sections.get(segment.level) ?? 0) + 1);
      section++;
    }
    if (segment.headEnd === segment.start || !segment.opensLine) continue;
    const level = heads.get(levelKey(segment)) ?? [];
    level.push({
      start: segment.start,
      isNamed: isNamedHead(text, segment),
      section: segment.kind === 'heading' ? higher(sections, segment.level) : section,
    });
    heads.set(levelKey(segment), level);
  }
  return heads;
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
  if (/^\d{1,3}\p{Lu}\p{Ll}/u.test(word)) return true;
  if (caseOf(word.charCodeAt(0)) !== CASE.upper) return false;
  if (isTechnicalTerm(word)) return false;
  if (/-\p{Lu}$/u.test(word)) return true;
  return !word
    .toLowerCase()
    .split(/['’-]/)
    .every((part) => part.length < 2 || isKnown(part));
}
