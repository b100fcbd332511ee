import { z } from 'zod';
import { RUN_STATES } from '../../entities/vocabulary.js';
import { platform, uuid } from '../fields.input.js';
import { periodInput } from '../metrics/period.input.js';

/** What `runs` of a project takes beside its page: the days that runs were planned on, and which of them. */
export const runsInput = z.object({
  from: periodInput.from,
  to: periodInput.to,
  state: z.enum(RUN_STATES, `must be one of ${RUN_STATES.join(', ')}`).optional(),
  platform: platform.optional(),
  promptId: uuid.optional(),
});
