import { z } from 'zod';
import { platforms, uuid } from '../fields.input.js';
import { offset, periodInput } from '../metrics/metric-query.js';
import { rowLimit } from '../pages.js';

export const PROJECTS_MAX = 100;

/** What each table of daily rows takes. */
export const dailyInput = z.object({
  ...periodInput,
  projectIds: z
    .array(uuid, 'must be an array of UUIDs')
    .min(1, 'must name at least one project')
    .max(PROJECTS_MAX, `must name at most ${PROJECTS_MAX} projects`)
    .optional(),
  platforms: platforms.optional(),
  limit: rowLimit,
  offset,
});
