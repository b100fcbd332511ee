import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { refuseUnlessSteppedUp } from '../access/access.js';
import { holderSees } from '../access/project-limit.js';
import type { Context } from '../context.js';
import { invalid, type ServiceError, Unavailable } from '../errors.js';
import { parse } from '../input.js';
import { findFactors, hasFactor } from './factors/own-factors.js';
import { endSessions, type NewSession, openSession, sessionHolderOf } from './holder-sessions.js';
import { refuseWhereProviderRequired } from './providers/required-provider.js';
import { type Client, saveSecurityEvent } from './security-events.js';
import { countOwnPassword } from './sign-in-throttle.js';

/** In code points, after NFC (NIST SP 800-63B-4: 15 where a password is the only factor). */
const LENGTH_MIN = 15;
const LENGTH_MAX = 256;
/** What is hashed is bounded; what a password must be is the rules' to say (`password.ts`). */
const PASSWORD_LENGTH_MAX = 1_024;

export const password = z
  .string('must be a string')
  .max(PASSWORD_LENGTH_MAX, `must be at most ${PASSWORD_LENGTH_MAX} characters`);

/** Of a password that the operator sets. */
export const OPERATOR_PASSWORD_MIN = 8;
const changePasswordInput = z.object({ currentPassword: password, password }, 'must be an object');
/** Words of this service that people might think of. */
const SERVICE_WORDS = ['brandvisibilitymonitor', 'brandvisibility'];
const NAME_LENGTH_MIN = 4;
/** 60 to 70 ms of a core each. The algorithm is the library's default, argon2id. */
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const;
const CURRENT = `$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;
const AT_ONCE = 2;
/** Some four seconds of hashing; who comes after that is to try again. */
const WAITING_MAX = 100;
const RETRY_SECONDS = 5;
/** 64 MiB each: so many at once, whatever is asked. */
const place = pLimit(AT_ONCE);
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

let dummy: Promise<string> | undefined;

const FIND_PASSWORD = statement<{ password_hash: string | null; email: string; name: string }>(
  'find-password-of-holder',
  `select password_hash, email, name
   from holder
   where account_id = $1 and id = $2 and disabled_at is null`,
);

const LOCK_PASSWORD = statement<{ id: string }>(
  'lock-password-of-holder',
  `select id
   from holder
   where account_id = $1 and id = $2 and password_hash = $3 and disabled_at is null
   for no key update`,
);

const SET_PASSWORD = statement<object>(
  'set-password-of-holder',
  `update holder
   set password_hash = $3, password_set_at = $4, updated_at = $4, name = coalesce($5, name)
   where account_id = $1 and id = $2`,
);

/** What a password must not be made of, beside the holder's own: the account and the brands that the holder sees. */
const LIST_KNOWN_NAMES = statement<{ name: string }>(
  'list-names-known-to-holder',
  `select name
   from account
   where account_id = $1
   union
   select p.brand_name
   from project p
   join holder h on h.account_id = $1 and h.id = $2
   where p.account_id = $1 and p.archived_at is null and ${holderSees('h', 'p.id')}
   order by name
   limit 500`,
);

/**
 * The caller's own password; all of the caller's sessions end, the one it asks with too, and a new one is opened.
 * @throws ServiceError VALIDATION_ERROR for a wrong present password and for a weak new one, FORBIDDEN for all but a
 *   holder, and, as ProofRequired, where a second factor was last shown long ago and where a provider is required;
 *   TooManyAttempts, Unavailable.
 */
export async function changePassword(ctx: Context, input: unknown, client: Client): Promise<NewSession> {
  const { accountId, holderId } = sessionHolderOf(ctx);
  const { currentPassword, password } = parse(changePasswordInput, input);
  const holder = { accountId, holderId };
  if (hasFactor(await findFactors(ctx.db, holder))) refuseUnlessSteppedUp(ctx.caller);
  await countOwnPassword(ctx.db, holderId);
  const compared = await findPasswordHash(ctx.db, holder);
  if (!(await isPassword(currentPassword, compared))) throw wrong();
  const passwordHash = await hashNewPassword(ctx.db, { ...holder, password });
  return ctx.db.transaction(async (tx) => {
    if (!(await lockPassword(tx, { ...holder, passwordHash: compared }))) throw wrong();
    await refuseWhereProviderRequired(tx, holder);
    await setPassword(tx, ctx.clock, { ...holder, passwordHash });
    await endSessions(tx, { accountId, ofHolderId: holderId }, { holderId, client });
    await saveSecurityEvent(tx, { ...holder, kind: 'password_changed', client });
    return openSession(tx, { ...holder, deviceId: null }, client);
  });
}

function wrong(): ServiceError {
  return invalid(['currentPassword'], 'is not your current password');
}

/**
 * The hash of a password that a holder wants; outside any transaction, as it waits for its turn.
 * @param name that the holder is about to have, if another.
 * @throws ServiceError VALIDATION_ERROR for a weak password; Unavailable.
 */
export async function hashNewPassword(
  db: DatabaseSession,
  wanted: { accountId: string; holderId: string; password: string; name?: string | undefined },
): Promise<string> {
  const { accountId, holderId, password, name } = wanted;
  const [holder] = await db.rows(FIND_PASSWORD, [accountId, holderId]);
  if (!holder) throw new Error('a password is set for a holder that is not there');
  const names = await db.rows(LIST_KNOWN_NAMES, [accountId, holderId]);
  refuseWeakPassword(password, [holder.email, name ?? holder.name, ...names.map((known) => known.name)]);
  return hashPassword(password);
}

export async function setPassword(
  tx: DatabaseSession,
  clock: Clock,
  wanted: { accountId: string; holderId: string; passwordHash: string; name?: string | undefined },
): Promise<void> {
  const { accountId, holderId, passwordHash, name } = wanted;
  await tx.rows(SET_PASSWORD, [accountId, holderId, passwordHash, clock.now(), name ?? null]);
}

/**
 * Whether a password that was compared a moment ago is still the holder's; until the transaction ends it stays so. A
 * password changed meanwhile must not open a session, nor change the new one.
 */
export async function lockPassword(
  tx: DatabaseSession,
  { accountId, holderId, passwordHash }: { accountId: string; holderId: string; passwordHash: string | null },
): Promise<boolean> {
  return (await tx.rows(LOCK_PASSWORD, [accountId, holderId, passwordHash])).length > 0;
}

/** The hash of a holder's password; null where none is set, and for a holder who is disabled. */
export async function findPasswordHash(
  db: DatabaseSession,
  { accountId, holderId }: { accountId: string; holderId: string },
): Promise<string | null> {
  const [stored] = await db.rows(FIND_PASSWORD, [accountId, holderId]);
  return stored?.password_hash ?? null;
}

/**
 * Whether a password is the one of a hash. Without a hash it takes as long, and is false, so that the time does not
 * show which addresses are known.
 * @throws Unavailable where too many wait for the same already.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummy ??= hash('a password that nobody has', PARAMETERS);
  const compared = passwordHash ?? (await dummy);
  const isSame = await inTurn(() => verify(compared, password.normalize('NFC')));
  return isSame && passwordHash !== null;
}

/** @throws Unavailable where too many wait for the same already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), PARAMETERS));
}

/** Whether a hash was made with other parameters than today's. */
export function isOutdatedHash(passwordHash: string | null): boolean {
  return passwordHash !== null && !passwordHash.includes(CURRENT);
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (place.pendingCount >= WAITING_MAX)
    throw new Unavailable('Too many people are signing in. Try again.', RETRY_SECONDS);
  return place(work);
}

/**
 * Refuses a password that is short, common, a repetition, or made of what everybody knows of the holder.
 * @param known the address, the names of holder, account and brands.
 * @throws ServiceError VALIDATION_ERROR of the field `password`.
 */
export function refuseWeakPassword(password: string, known: readonly string[]): void {
  const normal = password.normalize('NFC');
  const length = [...normal].length;
  if (length < LENGTH_MIN) throw invalid(['password'], `must be at least ${LENGTH_MIN} characters`);
  if (length > LENGTH_MAX) throw invalid(['password'], `must be at most ${LENGTH_MAX} characters`);
  const folded = fold(normal);
  if (common.has(normal.toLowerCase())) throw invalid(['password'], 'must not be a common password');
  if (isRepetition(normal)) throw invalid(['password'], 'must not repeat one sequence of characters');
  const names = [...known, ...known.flatMap((name) => name.split('@')), ...SERVICE_WORDS].map(fold);
  const rest = names
    .filter((name) => name.length >= NAME_LENGTH_MIN)
    .reduce((left, name) => left.replaceAll(name, ''), folded);
  if (rest.length < folded.length && rest.length < LENGTH_MIN / 2) {
    throw invalid(['password'], 'must not be based on your address or a name in your account');
  }
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** `aaaa…`, `abcabcab…`: moved on by a sequence that it holds twice or more, a text is its own continuation. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(length))) return true;
  }
  return false;
}
