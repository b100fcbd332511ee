/** White space and marks of emphasis, which models leave out, add and change when they quote. */
const UNHEARD = /[\s\p{Cf}*_`~\\]/u;

/** Typographic characters, as models write them plainly; a character for a character. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ...Array.from('‘’‚‛′', (mark): [string, string] => [mark, "'"]),
  ...Array.from('“”„‟″«»', (mark): [string, string] => [mark, '"']),
  ...Array.from('‐‑‒–—―−', (mark): [string, string] => [mark, '-']),
]);

/**
 * Where a quotation stands in a text, as UTF-16 offsets of the text's own characters, or null where it does not. White
 * space and marks of emphasis do not count, quotation marks and dashes are alike; every letter, digit and other sign
 * does, in its case and order. A quotation without a letter or digit proves nothing, nor does one that is no
 * well-formed text.
 */
export function findQuote(text: string, quote: string): { start: number; end: number } | null {
  if (!quote.isWellFormed() || !/[\p{L}\p{N}]/u.test(quote)) return null;
  const wanted = heard(quote);
  const said = heard(text);
  const at = said.plain.indexOf(wanted.plain);
  const first = said.places[at];
  const last = said.places[at + wanted.plain.length - 1];
  return first === undefined || last === undefined ? null : { start: first, end: last + 1 };
}

/** Two letters or digits in a row, a character of a script that writes words without spaces, or a picture. */
const WORD =
  /[\p{L}\p{N}]{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/u;

/** Whether a quotation holds a word besides the names: a name alone, or a letter, is evidence of no tone. */
export function saysMoreThan(names: readonly string[], quote: string): boolean {
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, name) => text.replaceAll(name, ' '), quote);
  return WORD.test(rest);
}

/** A text without what is not heard, and the place of each of its UTF-16 units. */
function heard(text: string): { plain: string; places: number[] } {
  const kept: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (UNHEARD.test(unit)) continue;
    kept.push(PLAIN.get(unit) ?? unit);
    places.push(at);
  }
  return { plain: kept.join(''), places };
}
