/**
 * Bounds of JSON that others send, held before it is parsed: parsing a MiB of opening brackets takes 60 ms and more of
 * the thread that serves, and looking through it takes two.
 */

/** Levels of the deepest JSON that anything reads. */
export const JSON_DEPTH_MAX = 64;
/** Values of one request's body, names of fields among them: a hundred prompts with all their fields have 2,000. */
export const BODY_VALUES_MAX = 20_000;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** How a byte outside of texts changes the depth, and whether it begins a value or follows one. */
const LEVELS = new Int8Array(256);
const VALUES = new Uint8Array(256);
for (const opening of Buffer.from('[{')) LEVELS[opening] = 1;
for (const closing of Buffer.from(']}')) LEVELS[closing] = -1;
for (const sign of Buffer.from('[{,:')) VALUES[sign] = 1;

/**
 * Why JSON is not to be parsed, in one pass over its bytes that ends at the first bound; null where it may be. It says
 * nothing of whether it is JSON.
 */
export function beyondJsonBounds(
  utf8: Uint8Array,
  valuesMax = Number.POSITIVE_INFINITY,
): 'too_deep' | 'too_many_values' | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < utf8.length; at += 1) {
    const byte = utf8[at] ?? 0;
    if (byte === QUOTE) at = endOfText(utf8, at);
    depth += LEVELS[byte] ?? 0;
    values += VALUES[byte] ?? 0;
    if (depth > JSON_DEPTH_MAX) return 'too_deep';
    if (values > valuesMax) return 'too_many_values';
  }
  return null;
}

/** Where the text that begins here ends, at the quote that no backslash precedes. */
function endOfText(utf8: Uint8Array, begin: number): number {
  let at = begin + 1;
  while (at < utf8.length && utf8[at] !== QUOTE) at += utf8[at] === BACKSLASH ? 2 : 1;
  return at;
}
