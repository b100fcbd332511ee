/**
 * Joins the pieces of an answer in the order a reader sees them.
 *
 * Platforms split one sentence over many pieces (a cited span is a piece of its own), so neighbours are joined without
 * any character between them. `null` means something between two pieces that is no text, such as a search or a
 * reasoning block: there the reader sees a new paragraph, and without one "I'll look." and "Acme leads" would read
 * "look.Acme". A gap that already has white space on either side stays as it is.
 */
export function joinPieces(pieces: readonly (string | null)[]): string {
  const joined: string[] = [];
  let interrupted = false;
  for (const piece of pieces) {
    if (piece === null) interrupted = true;
    if (piece === null || piece === '') continue;
    const last = joined.at(-1);
    if (interrupted && last !== undefined && !isSpace(last.at(-1)) && !isSpace(piece[0])) joined.push('\n\n');
    joined.push(piece);
    interrupted = false;
  }
  return joined.join('');
}

/**
 * The text in a form that can be stored: NUL is dropped, because PostgreSQL allows none in a text, and each surrogate
 * without its partner becomes U+FFFD, because neither UTF-8 nor jsonb can hold one.
 */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Whether a reader would see anything: false for white space, control and zero-width characters alone. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}]/u.test(text);
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
