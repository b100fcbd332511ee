import { encode } from 'uqr';

/** Any of the eight masks can be read; texts here are random anyway, so the search for the best one is spared. */
const MASK = 0;

/**
 * The modules of a QR code (ISO/IEC 18004) of a text, by rows; true is dark. Without the light border, which the
 * drawing adds; about 15 % of it may be covered. @throws RangeError for a text of more than 2,331 bytes.
 */
export function modulesOf(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0, maskPattern: MASK }).data;
}
