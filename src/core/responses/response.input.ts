import { z } from 'zod';
import { platform, uuid } from '../fields.input.js';
import { periodInput } from '../metrics/period.input.js';

/** What `responses` of a project takes beside its page. */
export const responsesInput = z.object({
  ...periodInput,
  platform: platform.optional(),
  promptId: uuid.optional(),
  mentioning: uuid.optional(),
});
