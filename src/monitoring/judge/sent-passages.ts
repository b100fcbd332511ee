/** UTF-16 units: shorter answers are sent whole. */
const LONG = 4_000;

/** What says at least so much of the whole is not worth leaving the rest out. */
const MOST = 0.75;

/** A line longer than this holds text that lost its line breaks, of which no part can be left out. */
const GLUED = 1_500;

/** What replaces lines that are left out. */
const LEFT_OUT = '(…)';

/**
 * The lines of a long answer that speak of the names, as they are written there: those with a name, what is under them
 * or goes on about them, the titles, leads and column names above, and the answer's first and last lines. The whole
 * text where it is short, has no lines, holds no name, or little would be left out. Linear in the length of the text.
 */
export function passagesAbout(text: string, written: readonly string[]): string {
  if (text.length <= LONG) return text;
  const lines = text.split('\n');
  const named = lines.map((line) => written.some((name) => name !== '' && line.includes(name)));
  if (!named.includes(true) || lines.some((line) => line.length > GLUED)) return text;
  const kept = new Set<number>([...firstAndLast(lines), ...named.flatMap((is, at) => (is ? [at] : []))]);
  keepWhatIsUnder(lines, named, kept);
  keepWhatLeads(lines, kept);
  const length = [...kept].reduce((sum, at) => sum + (lines[at]?.length ?? 0), 0);
  return length > MOST * text.length ? text : joined(lines, kept);
}

/** Lines that say what the answer is about, before one that says what it comes to. */
const FIRST_LINES = 2;

function firstAndLast(lines: readonly string[]): number[] {
  const said = lines.flatMap((line, at) => (isBlank(line) ? [] : [at]));
  return [...said.slice(0, FIRST_LINES), ...said.slice(-1)];
}

/** A title, or a line in bold alone: `## Acme`, `**1. Acme**`, `Acme:`. */
function rankOf(line: string): number | null {
  const marks = /^\s{0,3}(#{1,6})\s/.exec(line)?.[1];
  if (marks) return marks.length;
  return /^\s{0,3}(?:\d+[.)]\s+)?(?:\*\*|__).{1,120}(?:\*\*|__):?\s*$/.test(line) ? 7 : null;
}

/** How far in a line begins: what is further in is under it. */
function indentationOf(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0;
}

/** A sentence that goes on about what was named before it. */
const GOES_ON = /^\W*(?:it|its|it['’]s|they|their|both|this|these|however|but|overall|that said|still)\b/i;

/** Behind each line with a name: its section where it is a title, else what is further in or goes on about it. */
function keepWhatIsUnder(lines: readonly string[], named: readonly boolean[], kept: Set<number>): void {
  const said = lines.flatMap((line, at) => (isBlank(line) ? [] : [at]));
  let open: Opened | null = null;
  for (const at of said) {
    const line = lines[at] ?? '';
    const isOpen: boolean = open !== null && (isWithin(open, line) || isOfBlock(lines, at));
    if (isOpen) kept.add(at);
    else open = named[at] ? { rank: rankOf(line), indentation: indentationOf(line) } : null;
  }
  keepWhatGoesOn(lines, said, kept);
}

function keepWhatGoesOn(lines: readonly string[], said: readonly number[], kept: Set<number>): void {
  for (const [place, at] of said.entries()) {
    if (GOES_ON.test(lines[at] ?? '') && kept.has(said[place - 1] ?? -1)) kept.add(at);
  }
}

/** Whether a line goes on with the paragraph of the one before it, and opens no entry of its own. */
function isOfBlock(lines: readonly string[], at: number): boolean {
  return !isBlank(lines[at - 1] ?? '') && !OPENS_ITEM.test(lines[at] ?? '');
}

/** A line that a list mark opens, or the row of a table. */
const OPENS_ITEM = /^\s*(?:[-*+•|]|\d+[.)])/;

/** A line with a name that others are under. */
interface Opened {
  rank: number | null;
  indentation: number;
}

function isWithin({ rank, indentation }: Opened, line: string): boolean {
  const own = rankOf(line);
  if (rank !== null) return own === null || own > rank;
  return own === null && indentationOf(line) > indentation;
}

/** The titles above each kept line, the line that ends in a colon, and the names of a table's columns. */
function keepWhatLeads(lines: readonly string[], kept: Set<number>): void {
  const leads = new Leads();
  for (const [at, line] of lines.entries()) {
    leads.read(line, at);
    if (kept.has(at)) for (const above of leads.above()) kept.add(above);
  }
}

/** What is above the line that was read last. */
class Leads {
  private readonly titles = new Map<number, number>();
  private lead: number[] = [];
  private columns: number[] = [];

  read(line: string, at: number): void {
    const rank = rankOf(line);
    if (!/^\s*\|/.test(line)) this.columns = [];
    else if (this.columns.length < COLUMN_LINES) this.columns.push(at);
    if (rank !== null) this.open(rank, at);
    else if (/:\W{0,3}$/.test(line)) this.lead = [at];
  }

  above(): number[] {
    return [...this.titles.values(), ...this.lead, ...this.columns];
  }

  private open(rank: number, at: number): void {
    for (const each of this.titles.keys()) if (each >= rank) this.titles.delete(each);
    this.titles.set(rank, at);
    this.lead = [];
  }
}

/** The names of the columns, and the line of dashes below. */
const COLUMN_LINES = 2;

function joined(lines: readonly string[], kept: ReadonlySet<number>): string {
  const sent: string[] = [];
  let isOpen = false;
  for (const [at, line] of lines.entries()) {
    if (kept.has(at) || (isBlank(line) && !isOpen)) sent.push(line);
    else if (!isBlank(line) && !isOpen) sent.push('', LEFT_OUT, '');
    isOpen = !kept.has(at) && (isOpen || !isBlank(line));
  }
  return sent.join('\n');
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
