import { type ListLead, levelKey, type Segment } from './segments.js';

/** How many entries of the same list are looked at on either side. */
const REACH = 12;

/**
 * Tells the other entries of the list, column or row of column names that a segment is in, at most twelve on either
 * side. Lines of text make a list too, up to the next heading, since lists are often copied without their marks or line
 * breaks; those of one list have the same indentation. Of an entry that is alone in its list they are those of the
 * lists of its level. The segments are read once, at the first question, in a time in proportion to their number.
 */
export function entriesBeside(text: string, segments: readonly Segment[]): (segment: Segment) => readonly Segment[] {
  let places: ReadonlyMap<number, PlaceInList> | null = null;
  return (segment) => {
    places ??= placesInLists(text, segments);
    const found = places.get(segment.start);
    if (!found) return [];
    const own = beside(found.list);
    return own.length > 0 ? own : beside(found.level);
  };
}

function beside({ of, at }: Place): Segment[] {
  return [...of.slice(Math.max(0, at - REACH), at), ...of.slice(at + 1, at + 1 + REACH)];
}

/** Its place among others in reading order. */
interface Place {
  of: readonly Segment[];
  at: number;
}

interface PlaceInList {
  list: Place;
  /** Among the entries of all lists of its kind, level and indentation. */
  level: Place;
}

/** Of each entry, by the start of its segment. */
function placesInLists(text: string, segments: readonly Segment[]): ReadonlyMap<number, PlaceInList> {
  const firsts = firstOfLists(segments);
  const lists = new Map<string, Segment[]>();
  const places = new Map<number, PlaceInList>();
  const readTitle = countTitles();
  for (const [index, segment] of segments.entries()) {
    const { section, table } = readTitle(segment);
    if (!isEntry(segment)) continue;
    const indentation = indentationOf(text, segments[index - 1]?.end ?? 0, segment.start);
    const level = segment.isTableHead ? `columns ${table}` : `${levelKey(segment)} ${indentation}`;
    const list = `${level} of ${firsts.get(segment.start) ?? `section ${section}`}`;
    places.set(segment.start, { list: addTo(lists, list, segment), level: addTo(lists, level, segment) });
  }
  return places;
}

/** Asked of one segment after another: the headings and the rows of column names so far. */
function countTitles(): (segment: Segment) => { section: number; table: number } {
  let section = 0;
  let table = 0;
  let isInHead = false;
  return (segment) => {
    if (segment.kind === 'heading') section++;
    if (segment.isTableHead && !isInHead) table++;
    isInHead = segment.isTableHead;
    return { section, table };
  };
}

function addTo(lists: Map<string, Segment[]>, key: string, segment: Segment): Place {
  const of = lists.get(key) ?? [];
  lists.set(key, of);
  return { of, at: of.push(segment) - 1 };
}

/** A line that says something and heads nothing is no entry. */
function isEntry({ kind, opensLine, start, headEnd, level }: Segment): boolean {
  return opensLine && (kind !== 'text' || headEnd > start || level > PLAIN_LINE);
}

/** The level of a line that no bullet opens. */
const PLAIN_LINE = 10;

/** In text that lost its line breaks a bullet has four spaces more before it for each list that it is nested in. */
function indentationOf(text: string, from: number, start: number): number {
  const spaces = INDENTED.exec(text.slice(Math.max(from, start - LONGEST_GAP), start))?.[1]?.length ?? 0;
  return Math.floor(spaces / 4);
}

const INDENTED = /( +)\u2022 *$/;
const LONGEST_GAP = 40;

/** Sentences or titles before a list that may announce it. */
const MOST_LEADS = 3;
const LONGEST_LEAD = 160;
const NO_LEAD: ListLead = { before: [], columnHead: null };

/**
 * Tells what leads to the list of headings, bullets or cells that a segment is in. The segments are read once, at the
 * first question, in a time in proportion to their number.
 */
export function listLeads(text: string, segments: readonly Segment[]): (segment: Segment) => ListLead {
  let firsts: ReadonlyMap<number, number> | null = null;
  const written = ({ start, end }: Segment): string => text.slice(start, Math.min(end, start + LONGEST_LEAD));
  return (segment) => {
    firsts ??= firstOfLists(segments);
    const index = firsts.get(segment.start);
    const first = index === undefined ? undefined : segments[index];
    if (index === undefined || !first) return NO_LEAD;
    return {
      before: segmentsBefore(segments, index).map(written),
      columnHead: first.isTableHead ? written(first) : null,
    };
  };
}

function segmentsBefore(segments: readonly Segment[], first: number): Segment[] {
  const before: Segment[] = [];
  for (let at = first - 1; at >= 0 && before.length < MOST_LEADS; at--) {
    const segment = segments[at];
    if (!segment || segment.kind === 'item' || segment.kind === 'row') break;
    before.push(segment);
    if (segment.kind === 'heading') break;
  }
  return before;
}

/** By the start of each segment, the index of the first one of its list. */
function firstOfLists(segments: readonly Segment[]): ReadonlyMap<number, number> {
  const firsts = new Map<number, number>();
  const open = new OpenLists();
  segments.forEach((segment, index) => {
    open.endBefore(segment);
    if (segment.kind !== 'text') firsts.set(segment.start, open.firstOf(segment, index));
  });
  return firsts;
}

/** The lists that an entry may still go on with, by the index of their first one. */
class OpenLists {
  private readonly bullets = new Map<string, number>();
  private readonly headings = new Map<string, number>();

  /** A heading ends bullets, cells and the headings of lower ranks, text that opens a line bullets and cells. */
  endBefore({ kind, level, opensLine }: Segment): void {
    if (kind === 'heading' || (kind === 'text' && opensLine)) this.bullets.clear();
    if (kind !== 'heading') return;
    for (let rank = level + 1; rank <= LOWEST_RANK; rank++) this.headings.delete(`heading ${rank} 0`);
  }

  firstOf(segment: Segment, index: number): number {
    const lists = segment.kind === 'heading' ? this.headings : this.bullets;
    const key = levelKey(segment);
    const first = lists.get(key) ?? index;
    lists.set(key, first);
    return first;
  }
}

const LOWEST_RANK = 6;
