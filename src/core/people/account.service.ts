import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../clock.js';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { Account, RequestBudget } from '../../entities/account.entity.js';
import { DashboardBudget, Holder } from '../../entities/holder.entity.js';
import { notFound } from '../access/not-found.js';
import { ServiceError } from '../errors.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { wakePromptsOfAccount } from '../schedule/wakes.js';
import { changesOf } from '../writes/write.js';
import { createAccountInput, updateAccountInput } from './account.input.js';
import { LIST_ACCOUNTS } from './account.statements.js';
import { type AccountView, toAccountView } from './account.view.js';
import { lockAddress } from './address.js';
import { hashPassword } from './password.js';

/**
 * Opens an account with an active subscription, empty budgets and its first owner, who has the account's address and
 * password.
 * @param clock tells when it was created.
 * @throws ServiceError VALIDATION_ERROR, CONFLICT where an account, or somebody of one, has the address.
 */
export async function createAccount(em: EntityManager, clock: Clock, input: unknown): Promise<AccountView> {
  const { password, ...sent } = parse(createAccountInput, input);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return transaction(em, async (tx) => {
    if (await lockAddress(tx, sent.email)) {
      throw new ServiceError('CONFLICT', `An account with the e-mail address ${sent.email} already exists`);
    }
    const now = clock.now();
    const account = tx.create(Account, {
      ...sent,
      accountId: randomUUID(),
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
    tx.create(DashboardBudget, {
      accountId: account.accountId,
      minuteStartedAt: epoch,
      minuteCount: 0,
      holderCounts: {},
      admitted: false,
    });
    tx.create(Holder, {
      accountId: account.accountId,
      id: randomUUID(),
      email: sent.email,
      name: sent.name,
      role: 'owner',
      passwordHash,
      passwordSetAt: passwordHash === null ? null : now,
      createdAt: now,
      updatedAt: now,
    });
    return toAccountView(account);
  });
}

/**
 * Changes tier, subscription or cadence; it holds on the very next request, on every replica. A subscription that
 * becomes active makes the account's prompts due.
 * @param clock tells when it was updated; a change to what is stored already is no update.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function updateAccount(
  em: EntityManager,
  clock: Clock,
  accountId: unknown,
  input: unknown,
): Promise<AccountView> {
  const id = parse(uuid, accountId, 'account');
  const patch = parse(updateAccountInput, input);
  return transaction(em, async (tx) => {
    const account = await tx.findOne(Account, { accountId: id });
    if (!account) throw notFound('account');
    const changes = changesOf(account, patch);
    if (!changes) return toAccountView(account);
    const now = clock.now();
    tx.assign(account, { ...changes, updatedAt: now });
    await tx.flush();
    if (changes['subscription'] === 'active') await wakePromptsOfAccount(tx, id, now);
    return toAccountView(account);
  });
}

/** Every account, oldest first. */
export async function listAccounts(em: EntityManager): Promise<AccountView[]> {
  return (await rows(em, LIST_ACCOUNTS, [])).map((row) => toAccountView({ ...row, accountId: row.account_id }));
}
