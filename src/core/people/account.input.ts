import { z } from 'zod';
import { SUBSCRIPTIONS, TIERS } from '../../entities/vocabulary.js';
import { frequency, NAME_MAX, requiredText } from '../fields.input.js';
import { OPERATOR_PASSWORD_MIN } from './holder.input.js';

const tier = z.enum(TIERS, `must be one of ${TIERS.join(', ')}`);
const subscription = z.enum(SUBSCRIPTIONS, `must be one of ${SUBSCRIPTIONS.join(', ')}`);

export const createAccountInput = z.object({
  name: requiredText(NAME_MAX),
  email: requiredText(NAME_MAX).pipe(z.email('must be an e-mail address')),
  tier,
  password: z
    .string()
    .min(OPERATOR_PASSWORD_MIN, `must be at least ${OPERATOR_PASSWORD_MIN} characters`)
    .max(NAME_MAX)
    .optional(),
  cadence: frequency.default('weekly'),
});

export const updateAccountInput = z.object({
  tier: tier.optional(),
  subscription: subscription.optional(),
  cadence: frequency.optional(),
});
