import type { CandidateFacts, Span } from '../facts.types.js';
import { isTechnicalTerm } from '../language/ordinary-words.js';
import type { Mention } from '../names/mentions.types.js';
import type { NameRange } from '../names/name-ranges.js';
import { positionOf } from '../position/list-position.js';
import { CLASS, classOf } from '../reading/characters.js';
import type { Entry } from '../reading/entries.js';
import type { Outline } from '../reading/outline.types.js';
import { MASK, type Reading } from '../reading/reading.types.js';
import { sourceKey } from '../reading/source-names.js';
import { boldNames } from './bold-names.js';
import { brandNamesOf } from './brand-names.js';
import { enumeratedNames } from './enumerations.js';
import { repeatedNames } from './repeated-names.js';

/** More names than this are a directory; the first ones are kept, and each costs a search of the text. */
const MOST_CANDIDATES = 40;

/**
 * Companies and products that the answer names and nobody tracks, in order of appearance: the names that head its entries, then names in
 * rows of names (`A, B and C`). Precision comes before recall: sources that the answer cites and names that only a
 * row of words suggests are left out.
 */
export function candidatesOf(
  reading: Reading,
  outline: Outline,
  entries: readonly Entry[],
  mentions: readonly Mention[],
): CandidateFacts[] {
  const isTracked = trackedAt(mentions);
  const found = new Map<string, string>();
  for (const { first, isNested } of entries) {
    const segment = outline.segments[first];
    if (!segment || isNested) continue;
    for (const { name, start } of brandNamesOf(reading, outline, segment)) {
      if (!isTracked(start, start + name.length)) keep(found, name);
    }
  }
  for (const { name, start } of [
    ...boldNames(reading),
    ...enumeratedNames(reading, outline),
    ...repeatedNames(reading.text),
  ]) {
    if (!isTracked(start, start + name.length) && !reading.sources.has(sourceKey(name))) keep(found, name);
  }
  for (const { form } of mentions) dropParts(found, form.written);
  const names = [...found.values()].slice(0, MOST_CANDIDATES);
  return names
    .map((name) => ({ name, places: placesOf(reading.text, name) }))
    .filter(({ places }) => places.length > 0)
    .map(({ name, places }) => ({
      name,
      mentionCount: places.length,
      spans: places.map(({ start, end }): Span => [reading.starts[start] ?? 0, reading.ends[end - 1] ?? 0]),
      position: positionOf(outline, entries, places),
    }));
}

/** `Procter` is no candidate beside a tracked `Procter & Gamble`. */
function dropParts(found: Map<string, string>, tracked: string): void {
  for (const word of [tracked, ...tracked.split(/\s+/)]) found.delete(sourceKey(word));
}

/** `512GB`, `4K`. */
const QUANTITY = /^\d+(?:[.,]\d+)?\p{L}{1,3}(?: |$)/u;

function keep(found: Map<string, string>, name: string): void {
  const key = sourceKey(name);
  if (key.length > 1 && !found.has(key) && !isTechnicalTerm(name) && !QUANTITY.test(name)) found.set(key, name);
}

/** Whether a tracked name stands in the range: such a name is no candidate, nor is a product of it. */
function trackedAt(mentions: readonly Mention[]): (start: number, end: number) => boolean {
  const units = new Set<number>();
  for (const { start, end } of mentions) for (let at = start; at < end; at++) units.add(at);
  return (start, end) => {
    for (let at = start; at < end; at++) if (units.has(at)) return true;
    return false;
  };
}

/** Where the text holds the name as a whole word. */
function placesOf(text: string, name: string): NameRange[] {
  const places: NameRange[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const isOpen = (unit: number): boolean =>
      Number.isNaN(unit) || classOf(unit) === CLASS.other || unit === MASK.charCodeAt(0);
    const startsWord = isOpen(text.charCodeAt(at - 1)) || /[a-z][A-Z]/.test(text.slice(at - 1, at + 1));
    const end = at + name.length;
    if (startsWord && isOpen(text.charCodeAt(end))) places.push({ start: at, end });
  }
  return places;
}
