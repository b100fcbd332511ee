/**
 * The start's steps by these units, Latin, Greek and Cyrillic ones, are read from a table; by others they are searched
 * for.
 */
const COMMON_UNITS = 0x500;
const BYTES_A_STATE = 22;

/**
 * Aho–Corasick over UTF-16 units, as a tree of states numbered breadth first, so that the children of a state stand
 * side by side, ordered by their units. It takes at most 22 bytes a unit of the patterns, whatever units they have; a
 * step takes a halving search among the children, amortised one or two. A table of all steps of all states is read
 * faster, and was 1.5 GB for 20,000 Han characters. Patterns must not be empty; the same pattern may be given twice and
 * is then found twice.
 */
export class Automaton {
  /** Of memory; in proportion to the units of the patterns. */
  readonly bytes: number;
  /** The unit that leads to each state. */
  private readonly units: Uint16Array;
  /** The first child of each state; those of the next state follow its last one. */
  private readonly children: Int32Array;
  /** The last five bits of the units that children have, a bit each: most searches are for none of them. */
  private readonly hints: Int32Array;
  /** The longest proper suffix of each state that is a state too. */
  private readonly failure: Int32Array;
  /** The pattern that ends in a state, then more by `sibling`; -1 where none does. */
  private readonly found: Int32Array;
  private readonly sibling: Int32Array;
  /** The nearest shorter suffix state with a pattern; 0 where none has. */
  private readonly shorter: Int32Array;
  private readonly common = new Int32Array(COMMON_UNITS);

  constructor(patterns: readonly string[]) {
    const sorted = patterns
      .map((pattern, index) => ({ pattern, index }))
      .sort((a, b) => compare(a.pattern, b.pattern) || b.index - a.index);
    const states = countStates(sorted);
    this.units = new Uint16Array(states);
    this.children = new Int32Array(states + 1);
    this.hints = new Int32Array(states);
    this.failure = new Int32Array(states);
    this.found = new Int32Array(states).fill(-1);
    this.shorter = new Int32Array(states);
    this.sibling = new Int32Array(patterns.length).fill(-1);
    this.bytes = states * BYTES_A_STATE + 4 * (patterns.length + COMMON_UNITS);
    this.plant(sorted, states);
    this.link(states);
  }

  /** The state after `unit`; 0 is the start. */
  step(state: number, unit: number): number {
    for (let at = state; at > 0; at = this.failure[at] ?? 0) {
      const child = this.childOf(at, unit);
      if (child > 0) return child;
    }
    return unit < COMMON_UNITS ? (this.common[unit] ?? 0) : this.childOf(0, unit);
  }

  /** Whether any pattern ends in the state; the cheap question asked at each unit. */
  isFinal(state: number): boolean {
    return (this.found[state] ?? -1) >= 0 || (this.shorter[state] ?? 0) > 0;
  }

  /** The patterns that end in the state, longest first. */
  *patternsAt(state: number): Generator<number> {
    for (let at = state; at > 0; at = this.shorter[at] ?? 0) {
      for (let pattern = this.found[at] ?? -1; pattern >= 0; pattern = this.sibling[pattern] ?? -1) yield pattern;
    }
  }

  /** The child that `unit` leads to, 0 where none does. */
  private childOf(state: number, unit: number): number {
    if ((((this.hints[state] ?? 0) >>> (unit & 31)) & 1) === 0) return 0;
    return indexOf(this.units, unit, this.children[state] ?? 0, this.children[state + 1] ?? 0);
  }

  /**
   * A state is a run of the sorted patterns that begin alike; those that end in it come first, the others part into its
   * children.
   */
  private plant(sorted: readonly Pattern[], states: number): void {
    const from = new Int32Array(states);
    const to = new Int32Array(states);
    to[0] = sorted.length;
    let next = 1;
    for (let state = 0, depth = 0, levelEnd = 1; state < states; state++) {
      if (state === levelEnd) [depth, levelEnd] = [depth + 1, next];
      const end = to[state] ?? 0;
      let at = this.record(sorted, state, depth, from[state] ?? 0, end);
      this.children[state] = next;
      while (at < end) {
        const unit = unitOf(sorted, at, depth);
        from[next] = at;
        at = endOfRun(sorted, at, end, depth);
        to[next] = at;
        this.hints[state] = (this.hints[state] ?? 0) | (1 << (unit & 31));
        this.units[next++] = unit;
      }
    }
    this.children[states] = next;
  }

  /** Chains the patterns that end in the state; returns the place of the first that goes on. */
  private record(sorted: readonly Pattern[], state: number, depth: number, from: number, to: number): number {
    let at = from;
    let last = -1;
    for (; at < to && sorted[at]?.pattern.length === depth; at++) {
      const index = sorted[at]?.index ?? -1;
      if (last < 0) this.found[state] = index;
      else this.sibling[last] = index;
      last = index;
    }
    return at;
  }

  /** Breadth first: a state's failure is a step from its parent's, through states that have theirs already. */
  private link(states: number): void {
    for (let state = 0; state < states; state++) {
      const end = this.children[state + 1] ?? 0;
      for (let child = this.children[state] ?? 0; child < end; child++) {
        this.linkChild(state, child);
      }
    }
  }

  private linkChild(state: number, child: number): void {
    const unit = this.units[child] ?? 0;
    if (state === 0 && unit < COMMON_UNITS) this.common[unit] = child;
    const fallback = state === 0 ? 0 : this.step(this.failure[state] ?? 0, unit);
    this.failure[child] = fallback;
    this.shorter[child] = (this.found[fallback] ?? -1) >= 0 ? fallback : (this.shorter[fallback] ?? 0);
  }
}

interface Pattern {
  pattern: string;
  index: number;
}

/** By UTF-16 units. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function unitOf(sorted: readonly Pattern[], at: number, depth: number): number {
  return sorted[at]?.pattern.charCodeAt(depth) ?? 0;
}

/** The first pattern before `end` whose unit at the depth differs from that of the pattern at `start`; else `end`. */
function endOfRun(sorted: readonly Pattern[], start: number, end: number, depth: number): number {
  const unit = unitOf(sorted, start, depth);
  let at = start + 1;
  while (at < end && unitOf(sorted, at, depth) === unit) at++;
  return at;
}

/** Where `unit` is in the ascending units from `from` to before `to`, 0 where it is not; found by halving. */
function indexOf(units: Uint16Array, unit: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = units[middle] ?? 0;
    if (at === unit) return middle;
    if (at < unit) low = middle + 1;
    else high = middle;
  }
  return 0;
}

/** The start, and a state for each unit of a pattern behind what it shares with the one before it. */
function countStates(sorted: readonly Pattern[]): number {
  let states = 1;
  let previous = '';
  for (const { pattern } of sorted) {
    let shared = 0;
    while (shared < previous.length && previous.charCodeAt(shared) === pattern.charCodeAt(shared)) shared++;
    states += pattern.length - shared;
    previous = pattern;
  }
  return states;
}
