import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { Database } from '../../database/database.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { DEMO_EMAIL } from '../../entities/vocabulary.js';
import { ServiceError } from '../errors.js';
import { NAME_MAX, parse, requiredText } from '../input.js';
import { email, openAccount, tier } from './accounts.js';
import { type NewSession, openSession } from './holder-sessions.js';
import { hashPassword, password, refuseWeakPassword } from './passwords.js';
import { type Client, saveSecurityEvent } from './security-events.js';
import { countSetUp } from './sign-in-throttle.js';

/** Without letters and digits that are taken for each other. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
/** Some 78 bits. */
const CODE_LENGTH = 16;
const CODE_GROUP = 4;
const CODE_MAX = 100;

const setUpInput = z.object(
  {
    code: requiredText(CODE_MAX),
    organisation: requiredText(NAME_MAX),
    name: requiredText(NAME_MAX),
    email,
    password,
    tier,
  },
  'must be an object',
);

const IS_OPEN = `s.closed_at is null and not exists (select from account a where lower(a.email) <> $1)`;

const FIND_SETUP = statement<{ is_open: boolean; code_hash: Buffer | null; has_demo: boolean }>(
  'find-setup',
  `select ${IS_OPEN} as is_open, s.code_hash,
     exists (select from account a where lower(a.email) = $1) as has_demo
   from setup s`,
);

/** Waits for another browser's attempt, and then sees what it left. */
const LOCK_SETUP = statement<object>(
  'lock-setup',
  `select
   from setup s
   where s.closed_at is null
   for update`,
);

const SAVE_CODE = statement<object>(
  'save-setup-code',
  `update setup s
   set code_hash = $2
   where ${IS_OPEN} and ($3::boolean or s.code_hash is null)
   returning s.is_only`,
);

/** Whether the first account of an installation is still to be opened. */
export interface SetupState {
  isOpen: boolean;
  /** The demo is there: the own account comes beside it. */
  hasDemo: boolean;
}

/**
 * Tells whether setting up is open: until the first account but the demo's exists, on every replica. Once it is closed
 * it stays so, and the database is not asked again.
 */
export class SetupWatch {
  #isClosed = false;

  constructor(private readonly database: Database) {}

  /** @param network of who asks, which bears the statement. */
  async stateFor(network: string): Promise<SetupState> {
    if (this.#isClosed) return { isOpen: false, hasDemo: false };
    const [found] = await this.database.openForAdmission(network).rows(FIND_SETUP, [DEMO_EMAIL]);
    this.#isClosed = found?.is_open !== true;
    return { isOpen: !this.#isClosed, hasDemo: found?.has_demo === true };
  }
}

/** What a start says of setting up: the code, shown this once; that there is one already; or nothing. */
export type SetupNotice = { kind: 'code'; code: string } | { kind: 'has_code' } | { kind: 'closed' };

/**
 * Makes the code of an installation without accounts, unless one was made: of processes that start at once, one does.
 */
export async function makeFirstSetupCode(db: DatabaseSession): Promise<SetupNotice> {
  const code = generateCode();
  if ((await db.rows(SAVE_CODE, [DEMO_EMAIL, digest(code), false])).length > 0) return { kind: 'code', code };
  const [found] = await db.rows(FIND_SETUP, [DEMO_EMAIL]);
  return { kind: found?.is_open === true ? 'has_code' : 'closed' };
}

/**
 * A new code; a former one is good no longer. @throws ServiceError CONFLICT where an account is there already.
 */
export async function renewSetupCode(db: DatabaseSession): Promise<string> {
  const code = generateCode();
  const saved = await db.rows(SAVE_CODE, [DEMO_EMAIL, digest(code), true]);
  if (saved.length === 0) throw new ServiceError('CONFLICT', 'An account exists: there is nothing to set up');
  return code;
}

/**
 * Opens the first account, which is the operator's own, and signs its owner in. Of two browsers at once one does; from
 * then on there is nothing to set up. Attempts are counted by network before the code is looked at.
 * @throws ServiceError VALIDATION_ERROR; UNAUTHORIZED for a wrong code; NOT_FOUND once an account exists, whatever the
 *   code; TooManyAttempts; Unavailable.
 */
export async function setUp(db: DatabaseSession, clock: Clock, input: unknown, client: Client): Promise<NewSession> {
  const { code, organisation, name, password, ...sent } = parse(setUpInput, input);
  const codeHash = await codeOfOpenSetup(db);
  await countSetUp(db, client.network);
  if (!isCode(code, codeHash)) throw wrongCode();
  refuseWeakPassword(password, [sent.email, name, organisation]);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    await tx.rows(LOCK_SETUP, []);
    if (!isCode(code, await codeOfOpenSetup(tx))) throw wrongCode();
    const cadence = 'weekly' as const;
    const account = { ...sent, name: organisation, ownerName: name, cadence, passwordHash, isOperator: true };
    const { accountId, ownerId: holderId } = await openAccount(tx, clock, account);
    await saveSecurityEvent(tx, { accountId, holderId, kind: 'sign_in', client });
    return openSession(tx, { accountId, holderId, deviceId: null }, client);
  });
}

/** The hash of the code, null where none was made. @throws ServiceError NOT_FOUND once an account exists. */
async function codeOfOpenSetup(db: DatabaseSession): Promise<Buffer | null> {
  const [found] = await db.rows(FIND_SETUP, [DEMO_EMAIL]);
  if (found?.is_open !== true) throw new ServiceError('NOT_FOUND', 'No such path: there is nothing to set up');
  return found.code_hash;
}

function wrongCode(): ServiceError {
  return new ServiceError('UNAUTHORIZED', 'The setup code is wrong');
}

function generateCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)] ?? '');
  const groups = Array.from({ length: CODE_LENGTH / CODE_GROUP }, (_, at) =>
    letters.slice(at * CODE_GROUP, (at + 1) * CODE_GROUP).join(''),
  );
  return groups.join('-');
}

/** As somebody may type it: in any case, with or without hyphens. The code is random, so its hash needs no salt. */
function digest(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase().replaceAll(/[\s-]/g, '')).digest();
}

function isCode(code: string, codeHash: Buffer | null): boolean {
  return codeHash !== null && timingSafeEqual(digest(code), codeHash);
}
