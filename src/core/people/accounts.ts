import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { emailLock, lock } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { Account, RequestBudget } from '../../entities/account.entity.js';
import { DashboardBudget, Holder } from '../../entities/holder.entity.js';
import {
  DEMO_EMAIL,
  type Frequency,
  SUBSCRIPTIONS,
  type Subscription,
  TIERS,
  type Tier,
} from '../../entities/vocabulary.js';
import { notFound, refuseUnlessHolder, refuseUnlessMayWrite } from '../access/access.js';
import type { Context } from '../context.js';
import { ServiceError } from '../errors.js';
import { frequency, NAME_MAX, parse, requiredText, uuid } from '../input.js';
import { PLANS } from '../plans.js';
import { markAccountDue, markRepeatedDue } from '../schedule/prompt-schedule.js';
import { changesOf } from '../writes.js';
import { hashPassword, OPERATOR_PASSWORD_MIN } from './passwords.js';

export const tier = z.enum(TIERS, `must be one of ${TIERS.join(', ')}`);
const subscription = z.enum(SUBSCRIPTIONS, `must be one of ${SUBSCRIPTIONS.join(', ')}`);

export const email = requiredText(NAME_MAX).pipe(z.email('must be an e-mail address'));

const createAccountInput = z.object({
  name: requiredText(NAME_MAX),
  email,
  tier,
  password: z
    .string()
    .min(OPERATOR_PASSWORD_MIN, `must be at least ${OPERATOR_PASSWORD_MIN} characters`)
    .max(NAME_MAX)
    .optional(),
  cadence: frequency.default('weekly'),
});

const updateAccountInput = z.object({
  tier: tier.optional(),
  subscription: subscription.optional(),
  cadence: frequency.optional(),
});

const updateOwnAccountInput = z.object(
  { name: requiredText(NAME_MAX).optional(), cadence: frequency.optional() },
  'must be an object',
);

/** What the operator sees of an account: never the hash of its password. */
interface AccountView {
  accountId: string;
  name: string;
  email: string;
  tier: Tier;
  subscription: Subscription;
  cadence: Frequency;
}

interface AccountRow extends Omit<AccountView, 'accountId'> {
  account_id: string;
}

const LIST_ACCOUNTS = statement<AccountRow>(
  'list-accounts',
  `select account_id, name, email, tier, subscription, cadence
   from account
   order by created_at, account_id`,
);

/** Tells whether the account exists. */
export const FIND_ACCOUNT = statement<object>(
  'find-account',
  `select
   from account
   where account_id = $1`,
);

const UPDATE = statement<object>(
  'update-own-account',
  `update account
   set name = coalesce($2, name), cadence = coalesce($3, cadence), updated_at = $4
   where account_id = $1`,
);

const LOCK_ACCOUNT = statement<{ cadence: Frequency; tier: Tier }>(
  'lock-account',
  `select cadence, tier
   from account
   where account_id = $1
   for no key update`,
);

const IS_TO_BE_DELETED = statement<object>(
  'is-account-to-be-deleted',
  `select
   from account_deletion
   where account_id = $1`,
);

/** For good: it stays so though the account is deleted later. */
const CLOSE_SETUP = statement<object>(
  'close-setup',
  `update setup
   set code_hash = null, closed_at = $1
   where closed_at is null`,
);

/** Accounts that were opened with an address, and people who have it, in whatever account. */
const FIND_ADDRESS = statement<{ account_id: string }>(
  'find-address',
  `select account_id
   from account
   where lower(email) = lower($1)
   union all
   select account_id
   from holder
   where lower(email) = lower($1)
   limit 1`,
);

/**
 * Opens an account with an active subscription, empty budgets and its first owner, who has the account's address and
 * password.
 * @param clock tells when it was created.
 * @throws ServiceError VALIDATION_ERROR, CONFLICT where an account, or a person of one, has the address.
 */
export async function createAccount(db: DatabaseSession, clock: Clock, input: unknown): Promise<AccountView> {
  const { password, ...sent } = parse(createAccountInput, input);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const wanted = { ...sent, ownerName: sent.name, passwordHash, isOperator: false };
  return db.transaction(async (tx) => (await openAccount(tx, clock, wanted)).account);
}

/** An account to be opened, and its first owner. */
interface NewAccount extends Pick<AccountView, 'name' | 'email' | 'tier' | 'cadence'> {
  ownerName: string;
  passwordHash: string | null;
  isOperator: boolean;
}

/**
 * As {@link createAccount}, of parsed input, in the transaction of `tx`. Any account but the demo's ends setting up.
 * @throws ServiceError CONFLICT where an account, or a person of one, has the address.
 */
export async function openAccount(tx: DatabaseSession, clock: Clock, wanted: NewAccount) {
  const { ownerName, passwordHash, ...sent } = wanted;
  const now = clock.now();
  // Before the address is locked: who sets up holds this row by then.
  if (sent.email.toLowerCase() !== DEMO_EMAIL) await tx.rows(CLOSE_SETUP, [now]);
  if (await lockAddress(tx, sent.email)) {
    throw new ServiceError('CONFLICT', `An account with the e-mail address ${sent.email} already exists`);
  }
  const [accountId, ownerId] = [randomUUID(), randomUUID()];
  const account = tx.em.create(Account, {
    ...sent,
    accountId,
    subscription: 'active',
    createdAt: now,
    updatedAt: now,
  });
  await tx.em.flush();
  const epoch = new Date(0);
  tx.em.create(RequestBudget, {
    accountId,
    minuteStartedAt: epoch,
    minuteCount: 0,
    dayDate: '1970-01-01',
    dayCount: 0,
    admitted: false,
  });
  tx.em.create(DashboardBudget, {
    accountId,
    minuteStartedAt: epoch,
    minuteCount: 0,
    holderCounts: {},
    admitted: false,
  });
  tx.em.create(Holder, {
    accountId,
    id: ownerId,
    email: sent.email,
    name: ownerName,
    role: 'owner',
    passwordHash,
    passwordSetAt: passwordHash === null ? null : now,
    mayUsePassword: false,
    createdAt: now,
    updatedAt: now,
  });
  await tx.em.flush();
  return { accountId, ownerId, account: toAccountView(account) };
}

/**
 * Changes tier, subscription or cadence; it holds on the very next request, on every replica. A subscription that
 * becomes active makes the account's prompts due, a tier that allows more repeats those that wanted more than the
 * former one allowed.
 * @param clock tells when it was updated; a change to what is stored already is no update.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND; CONFLICT for the subscription of an account that is to be deleted.
 */
export async function updateAccount(
  db: DatabaseSession,
  clock: Clock,
  accountId: unknown,
  input: unknown,
): Promise<AccountView> {
  const id = parse(uuid, accountId, 'account');
  const patch = parse(updateAccountInput, input);
  return db.transaction(async (tx) => {
    const account = await tx.em.findOne(Account, { accountId: id });
    if (!account) throw notFound('account');
    const changes = changesOf(account, patch);
    if (!changes) return toAccountView(account);
    if (changes['subscription'] !== undefined) await refuseIfToBeDeleted(tx, id);
    const now = clock.now();
    const { repeatsMax } = PLANS[account.tier];
    tx.em.assign(account, { ...changes, updatedAt: now });
    await tx.em.flush();
    if (changes['subscription'] === 'active') await markAccountDue(tx, id, now);
    if (PLANS[account.tier].repeatsMax > repeatsMax) await markRepeatedDue(tx, id, repeatsMax, now);
    return toAccountView(account);
  });
}

async function refuseIfToBeDeleted(tx: DatabaseSession, accountId: string): Promise<void> {
  if ((await tx.rows(IS_TO_BE_DELETED, [accountId])).length === 0) return;
  throw new ServiceError('CONFLICT', 'The account is to be deleted: take it back first');
}

/**
 * Changes the name of the caller's account, and how often its new prompts are asked that name no frequency. For owners,
 * and the operator. @throws ServiceError VALIDATION_ERROR, FORBIDDEN.
 */
export async function updateOwnAccount({ db, caller, clock }: Context, input: unknown): Promise<void> {
  refuseUnlessHolder(caller, 'Changes of the account', 'owner');
  refuseUnlessMayWrite(caller);
  const { name, cadence } = parse(updateOwnAccountInput, input);
  if (name === undefined && cadence === undefined) return;
  await db.rows(UPDATE, [caller.accountId, name ?? null, cadence ?? null, clock.now()]);
}

/** Every account, oldest first. */
export async function listAccounts(db: DatabaseSession): Promise<AccountView[]> {
  return (await db.rows(LIST_ACCOUNTS, [])).map((row) => toAccountView({ ...row, accountId: row.account_id }));
}

/** Leaves out what else the stored account holds, such as the hash of its password. */
function toAccountView({ accountId, name, email, tier, subscription, cadence }: AccountView): AccountView {
  return { accountId, name, email, tier, subscription, cadence };
}

/**
 * Locks the account for one creation at a time, of a project, prompt, report or whatever else is counted of it, so that
 * capacities hold under concurrency.
 */
export async function lockAccount(tx: Context): Promise<{ cadence: Frequency; tier: Tier }> {
  const [account] = await tx.db.rows(LOCK_ACCOUNT, [tx.caller.accountId]);
  if (!account) throw new Error('a caller without an account row');
  return account;
}

/**
 * Whether an account or one of its people has an e-mail address, in whatever case. Until the transaction ends no
 * other takes it: addresses are unique over all accounts, which no key could ensure, as each begins with the account.
 */
export async function lockAddress(tx: DatabaseSession, email: string): Promise<boolean> {
  await lock(tx, emailLock(email));
  return (await tx.rows(FIND_ADDRESS, [email])).length > 0;
}
