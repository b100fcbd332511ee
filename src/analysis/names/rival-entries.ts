import { pattern } from '../pattern.js';
import { isUnknownHead } from '../reading/heads.js';
import { type Segment, segmentAt } from '../reading/segments.js';
import type { Occurrence, ReadAnswer } from './occurrence.types.js';

/** Marks, a number or an article before the name that an entry begins with. */
const BEFORE_NAME = /^[^\p{L}]{0,8}(?:The )?$/u;
/**
 * What follows a name that heads an entry: the rest of a longer name, then nothing, an aside, a colon, a dash or
 * another name behind a stroke. `Keeper Enterprise (strong for …)`, not `Keeper of the keys`.
 */
const AFTER_NAME = new RegExp(
  pattern`
    ^((?:[ -][\p{Lu}\d][\p{L}\p{N}'’+&.]*){0,4})
    (?:[^\p{L}\p{N}?!.]*$|\s?(?:[(:|]|\/\s?(?=[\p{Lu}\d]))|\s[—–-]{1,2}\s)
  `,
  'u',
);
const LONGEST_LOOK = 60;
/** The level of a line of text that no bullet opens. */
const PLAIN_LINE = 10;

/**
 * Whether the name heads an entry of a list, a column or a row of column names in which another entry is headed by a
 * tracked name of another subject, written as one, or by a word of no dictionary, as names of candidates are.
 */
export function isEntryBesideRival(answer: ReadAnswer, own: Occurrence): boolean {
  const { outline, visible, writtenNames = NO_NAMES } = answer;
  const segment = segmentAt(outline, own.start);
  if (!segment?.opensLine || !headsEntry(visible.text, segment, own, writtenNames)) return false;
  return outline.entriesBeside(segment).some((entry) => {
    const rival = nameAtStart(visible.text, entry, writtenNames);
    if (!rival) return isUnknownHead(visible.text, entry);
    const isOwn = rival.form.owners.some((owner) => own.form.owners.includes(owner));
    return !isOwn && headsEntry(visible.text, entry, rival, writtenNames);
  });
}

const NO_NAMES: ReadonlyMap<number, Occurrence> = new Map();

/**
 * A plain line is an entry where it has a head or holds the name alone. What is headed by two names that nothing parts
 * is no entry of the first.
 */
function headsEntry(
  text: string,
  segment: Segment,
  { start, end }: Occurrence,
  names: ReadonlyMap<number, Occurrence>,
): boolean {
  if (!BEFORE_NAME.test(text.slice(segment.start, Math.min(start, segment.start + LONGEST_LOOK)))) return false;
  const isInHead = segment.headEnd >= end;
  const after = text.slice(end, Math.min(isInHead ? segment.headEnd : segment.end, end + LONGEST_LOOK));
  if (!isInHead && after !== '' && segment.kind === 'text' && segment.level === PLAIN_LINE) return false;
  // A cut text does not end where it is cut.
  const match = AFTER_NAME.exec(after.length < LONGEST_LOOK ? after : `${after}x`);
  if (!match) return false;
  const restEnd = end + (match[1]?.length ?? 0);
  for (let at = end + 1; at < restEnd; at++) if (names.has(at)) return false;
  return true;
}

/** The name that the entry begins with. */
function nameAtStart(text: string, entry: Segment, names: ReadonlyMap<number, Occurrence>): Occurrence | undefined {
  const before = LEADING.exec(text.slice(entry.start, Math.min(entry.end, entry.start + LONGEST_LEADING)))?.[0] ?? '';
  return names.get(entry.start + before.length) ?? names.get(entry.start);
}

const LEADING = /^[^\p{L}\p{N}]{0,8}(?:The )?/u;
const LONGEST_LEADING = 12;
