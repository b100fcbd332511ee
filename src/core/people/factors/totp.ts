import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../../../clock.js';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import { type SecretBox, type SecretColumns, storedOf } from '../../access/secret-box.js';
import type { HolderKey } from './own-factors.js';

/** What authenticator apps all understand (RFC 6238): others ignore longer codes and newer hashes, and fail. */
const CODE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
const ISSUER = 'Brand Visibility';
/** Codes of the step before and the one after are good too: clocks differ, and people type slowly. */
const WINDOW_STEPS = 1;

const FIND_TOTP = statement<SecretColumns>(
  'find-totp',
  `select secret, is_encrypted
   from totp_factor
   where account_id = $1 and holder_id = $2 and confirmed_at is not null`,
);

/** A code is good once, and none of a step before it is good after it. */
const USE_TOTP_STEP = statement<object>(
  'use-step-of-totp',
  `update totp_factor
   set last_used_step = $3
   where account_id = $1 and holder_id = $2 and confirmed_at is not null and last_used_step < $3
   returning holder_id`,
);

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** A secret as an authenticator app takes it: to scan as a QR code, or to type. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const shared = toSecret(secret);
  const uri = new TOTP({ ...CODE, issuer: ISSUER, label: email, secret: shared }).toString();
  return { secret: shared.base32, uri };
}

export async function useCode(
  tx: DatabaseSession,
  holder: HolderKey,
  code: string,
  { clock, secrets }: { clock: Clock; secrets: SecretBox },
) {
  const { accountId, holderId } = holder;
  const [row] = await tx.rows(FIND_TOTP, [accountId, holderId]);
  if (!row) return false;
  const secret = secrets.open(storedOf(row), holderId);
  const step = stepOf(secret, code, clock.now());
  return step !== null && (await tx.rows(USE_TOTP_STEP, [accountId, holderId, step])).length > 0;
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
