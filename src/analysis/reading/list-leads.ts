import { type ListLead, levelKey, type Segment } from './outline.types.js';

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
export function firstOfLists(segments: readonly Segment[]): ReadonlyMap<number, number> {
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
