import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** What authenticator apps all understand (RFC 6238): others ignore longer codes and newer hashes, and fail. */
const CODE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
const ISSUER = 'Brand Visibility';

/** Codes of the step before and the one after are good too: clocks differ, and people type slowly. */
const WINDOW_STEPS = 1;

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** How an authenticator app is told a secret: to scan as a QR code, or to type. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const shared = toSecret(secret);
  const uri = new TOTP({ ...CODE, issuer: ISSUER, label: email, secret: shared }).toString();
  return { secret: shared.base32, uri };
}

/** The time step that a code belongs to, of those that are good at an instant; null for a wrong code. */
export function stepOf(secret: Buffer, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const token = code.replaceAll(/\s/g, '');
  const shifted = TOTP.validate({ ...CODE, secret: toSecret(secret), token, timestamp, window: WINDOW_STEPS });
  return shifted === null ? null : TOTP.counter({ period: CODE.period, timestamp }) + shifted;
}

function toSecret(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
