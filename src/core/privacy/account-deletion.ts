import { z } from 'zod';
import { statement } from '../../database/rows.js';
import type { Subscription } from '../../entities/vocabulary.js';
import { refuseUnlessHolder, refuseUnlessSteppedUp } from '../access/access.js';
import type { Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { NAME_MAX, parse, requiredText } from '../input.js';
import { actorOf, type Client, saveSecurityEvent } from '../people/security-events.js';
import { markAccountDue } from '../schedule/prompt-schedule.js';
import { toTimestamp } from '../time.js';

/** In which an account can be taken back. */
const GRACE_DAYS = 7;

const WHAT = 'Deletions of the account';
const requestInput = z.object({ name: requiredText(NAME_MAX) }, 'must be an object');

/** When an account is deleted for good, unless it is taken back before. */
interface DeletionView {
  accountId: string;
  deleteAt: string;
}

const LOCK_ACCOUNT = statement<{ name: string; subscription: Subscription }>(
  'lock-account-to-delete',
  `select name, subscription
   from account
   where account_id = $1
   for no key update`,
);

/** Nothing where it was asked for already. By the clock of the database, which the removal goes by. */
const SAVE_DELETION = statement<{ delete_at: string }>(
  'save-account-deletion',
  `insert into account_deletion (account_id, requested_at, delete_at, requested_by, subscription_before)
   values ($1, now(), now() + interval '${GRACE_DAYS} days', $2, $3)
   on conflict (account_id) do nothing
   returning delete_at`,
);

const SET_SUBSCRIPTION = statement<object>(
  'set-subscription-of-deleted-account',
  `update account
   set subscription = $2, updated_at = $3
   where account_id = $1`,
);

/** Nothing where its rows are going already. */
const DROP_DELETION = statement<{ subscription_before: Subscription }>(
  'drop-account-deletion',
  `delete from account_deletion
   where account_id = $1 and removing_since is null
   returning subscription_before`,
);

const IS_REMOVED = statement<object>(
  'is-account-being-removed',
  `select
   from account_deletion
   where account_id = $1`,
);

/**
 * Asks for the caller's account to be deleted in {@link GRACE_DAYS} days. At once its subscription is inactive: keys
 * are refused, nothing is asked of platforms, and people change nothing. For owners who proved who they are, and the
 * operator.
 * @param input `name`: that of the account, typed, so that no other is deleted by mistake.
 * @throws ServiceError VALIDATION_ERROR, FORBIDDEN, STEP_UP_REQUIRED, CONFLICT where it was asked for already.
 */
export async function requestDeletion(ctx: Context, input: unknown, client: Client): Promise<DeletionView> {
  refuseUnlessHolder(ctx.caller, WHAT, 'owner');
  refuseUnlessSteppedUp(ctx.caller);
  const { name } = parse(requestInput, input);
  const { accountId } = ctx.caller;
  const actor = actorOf(ctx.caller, client);
  return ctx.db.transaction(async (tx) => {
    const [account] = await tx.rows(LOCK_ACCOUNT, [accountId]);
    if (!account) throw new Error('a caller without an account row');
    if (account.name !== name) throw invalid(['name'], 'is not the name of the account');
    const [saved] = await tx.rows(SAVE_DELETION, [accountId, actor.holderId, account.subscription]);
    if (!saved) throw new ServiceError('CONFLICT', 'The account is to be deleted already');
    await tx.rows(SET_SUBSCRIPTION, [accountId, 'inactive', ctx.clock.now()]);
    await saveSecurityEvent(tx, { ...actor, accountId, kind: 'deletion_requested' });
    return { accountId, deleteAt: toTimestamp(saved.delete_at) };
  });
}

/**
 * Keeps the caller's account, with the subscription that it had: its prompts are due at once where that is active. For
 * owners, and the operator. @throws ServiceError FORBIDDEN, CONFLICT where nothing is to be deleted, or is already.
 */
export async function takeAccountBack(ctx: Context, client: Client): Promise<{ accountId: string }> {
  refuseUnlessHolder(ctx.caller, WHAT, 'owner');
  const { accountId } = ctx.caller;
  await ctx.db.transaction(async (tx) => {
    await tx.rows(LOCK_ACCOUNT, [accountId]);
    const [dropped] = await tx.rows(DROP_DELETION, [accountId]);
    if (!dropped) throw await reasonAgainst({ ...ctx, db: tx });
    const now = ctx.clock.now();
    await tx.rows(SET_SUBSCRIPTION, [accountId, dropped.subscription_before, now]);
    if (dropped.subscription_before === 'active') await markAccountDue(tx, accountId, now);
    await saveSecurityEvent(tx, { ...actorOf(ctx.caller, client), accountId, kind: 'deletion_taken_back' });
  });
  return { accountId };
}

async function reasonAgainst({ db, caller }: Context): Promise<ServiceError> {
  const isGoing = (await db.rows(IS_REMOVED, [caller.accountId])).length > 0;
  const message = isGoing
    ? 'The account is being deleted, and cannot be taken back'
    : 'The account is not to be deleted';
  return new ServiceError('CONFLICT', message);
}
