import { z } from 'zod';
import { rows, statement } from '../../database/rows.js';
import { refuseUnlessHolder, refuseUnlessMayWrite } from '../access/may-write.js';
import type { Context } from '../context.js';
import { frequency, NAME_MAX, requiredText } from '../fields.input.js';
import { parse } from '../parse.js';

const updateOwnAccountInput = z.object(
  { name: requiredText(NAME_MAX).optional(), cadence: frequency.optional() },
  'must be an object',
);

const UPDATE = statement<object>(
  'update-own-account',
  `update account
   set name = coalesce($2, name), cadence = coalesce($3, cadence), updated_at = $4
   where account_id = $1`,
);

/**
 * Changes the name of the caller's account, and how often its new prompts are asked that name no frequency. For owners,
 * and the operator. @throws ServiceError VALIDATION_ERROR, FORBIDDEN.
 */
export async function updateOwnAccount({ em, caller, clock }: Context, input: unknown): Promise<void> {
  refuseUnlessHolder(caller, 'Changes of the account', 'owner');
  refuseUnlessMayWrite(caller);
  const { name, cadence } = parse(updateOwnAccountInput, input);
  if (name === undefined && cadence === undefined) return;
  await rows(em, UPDATE, [caller.accountId, name ?? null, cadence ?? null, clock.now()]);
}
