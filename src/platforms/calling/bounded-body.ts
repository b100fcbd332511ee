import { CallFailure } from './call-failure.js';

/** The text of a response of at most `bytesMax`. @throws CallFailure `too_long`. */
export async function readBounded(response: Response, bytesMax: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > bytesMax) throw new CallFailure('too_long', `The response is longer than ${bytesMax} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
