/**
 * The source of a regular expression, written over several lines: a line break and the indentation after it are no part
 * of it, and a backslash is written once. Values put in are sources too.
 */
export function pattern({ raw }: TemplateStringsArray, ...sources: readonly string[]): string {
  return String.raw({ raw: raw.map((text) => text.replace(/\n\s*/g, '')) }, ...sources);
}

const EDGE = '\\b';

/**
 * One pattern that holds where any of the sources does, and whose match begins where the first of theirs would. Those
 * of their alternatives that begin at the edge of a word, with `\b`, are tried at such edges alone: of 250 each tried
 * at every letter, a search took three times as long.
 */
export function anyOf(sources: readonly string[]): RegExp {
  const alternatives = sources.flatMap(alternativesIn);
  const others = alternatives.filter((each) => !each.startsWith(EDGE));
  const atEdge = alternatives.filter((each) => each.startsWith(EDGE)).map((each) => each.slice(EDGE.length));
  return new RegExp(atEdge.length > 0 ? [`${EDGE}(?:${atEdge.join('|')})`, ...others].join('|') : others.join('|'));
}

/** An escape, a class of characters or a single character of a source. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|./gs;

/** The alternatives of a source; those within parentheses stay together. */
function alternativesIn(source: string): string[] {
  const alternatives: string[] = [];
  let depth = 0;
  let alternative = '';
  for (const [token] of source.matchAll(TOKEN)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === '|' && depth === 0) {
      alternatives.push(alternative);
      alternative = '';
    } else alternative += token;
  }
  return [...alternatives, alternative];
}

/** The match of a sticky pattern that begins at the place. */
export function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}
