import { z } from 'zod';
import { type Statement, statement } from '../../database/rows.js';
import { refuseUnlessSteppedUp } from '../access/access.js';
import type { Context } from '../context.js';
import { invalid } from '../errors.js';
import { NAME_MAX, parse, requiredText } from '../input.js';
import { sessionHolderOf } from '../people/holder-sessions.js';
import { getUnlessLastOwner } from '../people/holders.js';
import { detailOf, lastingAccessOf, mailOwnersOfLastingAccess } from '../people/lasting-access.js';
import { actorOf, type Client, saveSecurityEvent } from '../people/security-events.js';

const leaveInput = z.object({ name: requiredText(NAME_MAX) }, 'must be an object');

/** No session or factor of the person is made from now on: each refers to this row. */
const LOCK_PERSON = statement<{ account_name: string }>(
  'lock-person-who-leaves',
  `select a.name as account_name
   from holder h
   join account a on a.account_id = $1
   where h.account_id = $1 and h.id = $2
   for update of h`,
);

/** Of a person alone, each before what it refers to. */
const FORGET: readonly Statement<object>[] = [
  'notification',
  'factor_challenge',
  'recovery_code',
  'passkey',
  'totp_factor',
  'holder_identity',
  'sso_flow',
  'one_time_link',
  'known_device',
  'session',
  'destination',
  'report_recipient',
].map((table) =>
  statement(
    `forget-${table.replace('_', '-')}-of-person`,
    `delete from ${table}
     where account_id = $1 and holder_id = $2`,
  ),
);

const FORGET_COUNT = statement<object>(
  'forget-count-of-person',
  `update dashboard_budget
   set holder_counts = holder_counts - $2::text
   where account_id = $1`,
);

/** The address of an account is that of its first owner: another's where that one leaves. */
const REPLACE_ADDRESS = statement<object>(
  'replace-address-of-account',
  `update account a
   set email = o.email, updated_at = $3
   from (
     select email
     from holder
     where account_id = $1 and id <> $2 and role = 'owner' and disabled_at is null
     order by created_at, id
     limit 1
   ) o
   where a.account_id = $1 and lower(a.email) = (
     select lower(email)
     from holder
     where account_id = $1 and id = $2
   )`,
);

const DELETE_PERSON = statement<object>(
  'delete-person',
  `delete from holder
   where account_id = $1 and id = $2`,
);

/**
 * The person who asks leaves the account for good, at once: sessions, known browsers, links and second factors, name
 * and address are deleted. What was made stays with the account, which the owners are mailed where this service sends
 * mail, and what happened to its access stays under the person's identifier alone. In any role, and also with an
 * inactive subscription.
 * @param input `name`: that of the account, typed, so that nothing is left by mistake.
 * @throws ServiceError VALIDATION_ERROR, STEP_UP_REQUIRED, FORBIDDEN for all but a holder, CONFLICT for the last owner.
 */
export async function leaveAccount(
  ctx: Context,
  input: unknown,
  client: Client,
  { canMail = false } = {},
): Promise<{ accountId: string }> {
  const { accountId, holderId } = sessionHolderOf(ctx);
  refuseUnlessSteppedUp(ctx.caller);
  const { name } = parse(leaveInput, input);
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await getUnlessLastOwner(tx, holderId);
    const [person] = await db.rows(LOCK_PERSON, [accountId, holderId]);
    if (person?.account_name !== name) throw invalid(['name'], 'is not the name of the account');
    const lasting = await lastingAccessOf(tx, holderId);
    const event = { ...actorOf(ctx.caller, client), accountId, kind: 'holder_left' as const };
    await saveSecurityEvent(db, { ...event, detail: detailOf(lasting) });
    if (canMail) await mailOwnersOfLastingAccess(tx, { id: holderId, name: null }, lasting);
    for (const forget of [...FORGET, FORGET_COUNT]) await db.rows(forget, [accountId, holderId]);
    await db.rows(REPLACE_ADDRESS, [accountId, holderId, ctx.clock.now()]);
    await db.rows(DELETE_PERSON, [accountId, holderId]);
  });
  return { accountId };
}
