import { z } from 'zod';
import { ROLES } from '../../entities/vocabulary.js';
import { NAME_MAX, requiredText } from '../fields.input.js';

export const email = requiredText(NAME_MAX).pipe(z.email('must be an e-mail address'));
export const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`);

/** What is hashed is bounded; what a password must be is the rules' to say (`password.ts`). */
const PASSWORD_LENGTH_MAX = 1_024;
export const password = z
  .string('must be a string')
  .max(PASSWORD_LENGTH_MAX, `must be at most ${PASSWORD_LENGTH_MAX} characters`);

/** Of a password that the operator sets. */
export const OPERATOR_PASSWORD_MIN = 8;

export const signInInput = z.object({ email: requiredText(NAME_MAX), password }, 'must be an object');
export const requestLinkInput = z.object({ email: requiredText(NAME_MAX) }, 'must be an object');
export const useLinkInput = z.object(
  { token: z.string('must be a string').max(NAME_MAX), password, name: requiredText(NAME_MAX).optional() },
  'must be an object',
);
export const inviteHolderInput = z.object({ email, name: requiredText(NAME_MAX), role }, 'must be an object');
/** The operator's: a password for somebody else, to be changed by its holder. */
export const createHolderInput = inviteHolderInput.extend({
  password: password.min(OPERATOR_PASSWORD_MIN, `must be at least ${OPERATOR_PASSWORD_MIN} characters`).optional(),
});
export const updateHolderInput = z.object({ role }, 'must be an object');
export const updateViewerInput = z.object({ name: requiredText(NAME_MAX) }, 'must be an object');
export const changePasswordInput = z.object({ currentPassword: password, password }, 'must be an object');
