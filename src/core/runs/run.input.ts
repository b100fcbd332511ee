import { z } from 'zod';
import { RUN_STATES } from '../../entities/vocabulary.js';
import { platform, platforms, uuid } from '../fields.input.js';
import { periodInput } from '../metrics/period.input.js';

/** The arguments of a project's `runs` besides its page: the days on which runs were planned, and which runs. */
export const runsInput = z.object({
  from: periodInput.from,
  to: periodInput.to,
  state: z.enum(RUN_STATES, `must be one of ${RUN_STATES.join(', ')}`).optional(),
  platform: platform.optional(),
  platforms: platforms.optional(),
  promptId: uuid.optional(),
});
