/**
 * Aho–Corasick over UTF-16 units, compiled to a dense table: one array read a unit, however many patterns there are.
 * Patterns must not be empty; the same pattern may be given twice and is then found twice.
 */
export class Automaton {
  private readonly columns = new Uint16Array(0x10000);
  private readonly width: number;
  private readonly next: Int32Array;
  /** The pattern that ends in a state, then more by `sibling`; -1 where none does. */
  private readonly found: Int32Array;
  private readonly sibling: Int32Array;
  /** The nearest shorter suffix state with a pattern; 0 where none has. */
  private readonly shorter: Int32Array;

  constructor(patterns: readonly string[]) {
    this.width = this.assignColumns(patterns) + 1;
    const states = 1 + patterns.reduce((sum, pattern) => sum + pattern.length, 0);
    this.next = new Int32Array(states * this.width).fill(-1);
    this.found = new Int32Array(states).fill(-1);
    this.sibling = new Int32Array(patterns.length).fill(-1);
    this.shorter = new Int32Array(states);
    this.plant(patterns);
    this.link(states);
  }

  /** The state after `unit`; 0 is the start. */
  step(state: number, unit: number): number {
    return this.next[state * this.width + (this.columns[unit] ?? 0)] ?? 0;
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

  private assignColumns(patterns: readonly string[]): number {
    let columns = 0;
    for (const pattern of patterns) {
      for (let at = 0; at < pattern.length; at++) {
        const unit = pattern.charCodeAt(at);
        if (this.columns[unit] === 0) this.columns[unit] = ++columns;
      }
    }
    return columns;
  }

  private plant(patterns: readonly string[]): void {
    let states = 1;
    patterns.forEach((pattern, index) => {
      let state = 0;
      for (let at = 0; at < pattern.length; at++) {
        const cell = state * this.width + (this.columns[pattern.charCodeAt(at)] ?? 0);
        if ((this.next[cell] ?? -1) < 0) this.next[cell] = states++;
        state = this.next[cell] ?? 0;
      }
      this.sibling[index] = this.found[state] ?? -1;
      this.found[state] = index;
    });
  }

  /** Breadth first: gives each state its failure and turns missing steps into those of the failure. */
  private link(states: number): void {
    const failure = new Int32Array(states);
    const queue: number[] = [0];
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head] ?? 0;
      for (let column = 0; column < this.width; column++) this.linkStep(state, column, failure, queue);
    }
  }

  private linkStep(state: number, column: number, failure: Int32Array, queue: number[]): void {
    const cell = state * this.width + column;
    const child = this.next[cell] ?? -1;
    const fallback = state === 0 ? 0 : (this.next[(failure[state] ?? 0) * this.width + column] ?? 0);
    if (child < 0) {
      this.next[cell] = fallback;
      return;
    }
    failure[child] = fallback;
    this.shorter[child] = (this.found[fallback] ?? -1) >= 0 ? fallback : (this.shorter[fallback] ?? 0);
    queue.push(child);
  }
}
