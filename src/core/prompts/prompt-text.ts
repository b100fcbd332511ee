import { createHash } from 'node:crypto';

/**
 * What two prompt texts are compared by: trimmed, NFC, case-folded, as a SHA-256 so that an index can hold it
 * (decisions, "duplicate prompt text").
 */
export function promptTextHash(text: string): Buffer {
  return createHash('sha256')
    .update(caseFold(text.trim().normalize('NFC')).normalize('NFC'))
    .digest();
}

/**
 * Unicode's full case folding, which JavaScript lacks: on every code point this makes the same classes. Lower case
 * first for ẞ, which has no upper case; upper case for ß, ſ and the ligatures; and ı apart, which folds to itself.
 */
function caseFold(text: string): string {
  return text
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı');
}
