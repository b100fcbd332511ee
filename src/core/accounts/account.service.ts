import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { hash } from '@node-rs/argon2';
import { z } from 'zod';
import { rows, statement } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { Account, RequestBudget } from '../../entities/account.entity.js';
import { type Frequency, SUBSCRIPTIONS, type Subscription, TIERS, type Tier } from '../../entities/vocabulary.js';
import { ServiceError } from '../errors.js';
import { frequency, NAME_MAX, requiredText, uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { changesOf } from '../writes/write.js';

const PASSWORD_MIN = 8;

const tier = z.enum(TIERS, `must be one of ${TIERS.join(', ')}`);
const subscription = z.enum(SUBSCRIPTIONS, `must be one of ${SUBSCRIPTIONS.join(', ')}`);

const createAccountInput = z.object({
  name: requiredText(NAME_MAX),
  email: requiredText(NAME_MAX).pipe(z.email('must be an e-mail address')),
  tier,
  password: z.string().min(PASSWORD_MIN, `must be at least ${PASSWORD_MIN} characters`).max(NAME_MAX).optional(),
  cadence: frequency.default('weekly'),
});

const updateAccountInput = z.object({
  tier: tier.optional(),
  subscription: subscription.optional(),
  cadence: frequency.optional(),
});

export interface AccountView {
  accountId: string;
  name: string;
  email: string;
  tier: Tier;
  subscription: Subscription;
  cadence: Frequency;
}

const LIST_ACCOUNTS = statement<{ account_id: string } & Omit<AccountView, 'accountId'>>(
  'list-accounts',
  `select account_id, name, email, tier, subscription, cadence
   from account
   order by created_at, account_id`,
);

/** One creation with an address at a time: no unique key could hold it, as every key begins with the account. */
const LOCK_EMAIL = statement<object>('lock-email', `select pg_advisory_xact_lock(hashtextextended(lower($1), 0))`);

const FIND_EMAIL = statement<{ account_id: string }>(
  'find-email',
  `select account_id
   from account
   where lower(email) = lower($1)`,
);

/**
 * Opens an account with an active subscription and an empty budget.
 * @throws ServiceError VALIDATION_ERROR, CONFLICT where the address has an account.
 */
export async function createAccount(em: EntityManager, input: unknown): Promise<AccountView> {
  const { password, ...sent } = parse(createAccountInput, input);
  const passwordHash = password === undefined ? null : await hash(password);
  return transaction(em, async (tx) => {
    await rows(tx, LOCK_EMAIL, [sent.email]);
    if ((await rows(tx, FIND_EMAIL, [sent.email])).length > 0) {
      throw new ServiceError('CONFLICT', `An account with the e-mail address ${sent.email} exists`);
    }
    const now = new Date();
    const account = tx.create(Account, {
      ...sent,
      accountId: randomUUID(),
      passwordHash,
      subscription: 'active',
      createdAt: now,
      updatedAt: now,
    });
    await tx.flush();
    const epoch = new Date(0);
    tx.create(RequestBudget, {
      accountId: account.accountId,
      minuteStartedAt: epoch,
      minuteCount: 0,
      dayDate: '1970-01-01',
      dayCount: 0,
      admitted: false,
    });
    return toAccountView(account);
  });
}

/**
 * Changes tier, subscription or cadence; it holds on the very next request, on every replica.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function updateAccount(em: EntityManager, accountId: unknown, input: unknown): Promise<AccountView> {
  const id = parse(uuid, accountId, 'account');
  const patch = parse(updateAccountInput, input);
  return transaction(em, async (tx) => {
    const account = await tx.findOne(Account, { accountId: id });
    if (!account) throw new ServiceError('NOT_FOUND', 'Account not found');
    const changes = changesOf(account, patch);
    if (changes) tx.assign(account, { ...changes, updatedAt: new Date() });
    return toAccountView(account);
  });
}

/** Every account, oldest first. */
export async function listAccounts(em: EntityManager): Promise<AccountView[]> {
  return (await rows(em, LIST_ACCOUNTS, [])).map(({ account_id, ...rest }) => ({ accountId: account_id, ...rest }));
}

function toAccountView({ accountId, name, email, tier, subscription, cadence }: AccountView): AccountView {
  return { accountId, name, email, tier, subscription, cadence };
}
