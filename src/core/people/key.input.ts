import { z } from 'zod';
import { DESCRIPTION_MAX, NAME_MAX, optionalText, requiredText, uuid } from '../fields.input.js';

export const createKeyInput = z.object({
  accountId: uuid,
  name: requiredText(NAME_MAX),
  description: optionalText(DESCRIPTION_MAX).default(''),
});
