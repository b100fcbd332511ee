/** White space and marks of emphasis, which models leave out, add and change when they quote. */
const IGNORED = /[\s\p{Cf}*_`~\\]/u;

/** Typographic characters and the plain ones that models write instead, one for one. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’‚‛′', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„‟″«»', (mark): [string, string] => [mark, '"']),
  ...Array.from('‐‑‒–—―−', (mark): [string, string] => [mark, '-']),
]);

/** A part of a text: UTF-16 offsets of its own characters, `end` exclusive. */
export interface Passage {
  start: number;
  end: number;
}

/**
 * Returns the function that finds a quotation in a text: all its places, ascending, none where the text does not hold
 * it. White space and marks of emphasis are ignored, and all quotation marks and dashes are alike. Every letter, digit
 * and other sign counts, with its case and order. A quotation without a letter or digit, or that is not well-formed,
 * is not found.
 */
export function createQuoteFinder(text: string): (quote: string) => Passage[] {
  const said = withoutIgnored(text);
  return (quote) => {
    if (!quote.isWellFormed() || !/[\p{L}\p{N}]/u.test(quote)) return [];
    const wanted = withoutIgnored(quote).plain;
    const places: Passage[] = [];
    for (let at = said.plain.indexOf(wanted); at >= 0; at = said.plain.indexOf(wanted, at + wanted.length)) {
      const [first, last] = [said.places[at], said.places[at + wanted.length - 1]];
      if (first !== undefined && last !== undefined) places.push({ start: first, end: last + 1 });
    }
    return places;
  };
}

/** Two letters or digits in a row, a character of a script that writes words without spaces, or a pictograph. */
const WORD =
  /[\p{L}\p{N}]{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/u;

/** Whether a quotation holds a word besides the names: a name alone, or a letter, is no evidence of a tone. */
export function saysMoreThan(names: readonly string[], quote: string): boolean {
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, name) => text.replaceAll(name, ' '), quote);
  return WORD.test(rest);
}

/** A text without the ignored characters, and the place of each of its UTF-16 units. */
function withoutIgnored(text: string): { plain: string; places: number[] } {
  const kept: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (IGNORED.test(unit)) continue;
    kept.push(PLAIN.get(unit) ?? unit);
    places.push(at);
  }
  return { plain: kept.join(''), places };
}
