import { z } from 'zod';
import { platforms, uuid } from '../fields.input.js';
import { periodInput } from '../metrics/metric-query.js';

/** What each file takes. Lists of what there is now, prompts and competitors, take period and platforms for nothing. */
export const exportInput = z.object({ ...periodInput, project: uuid, platforms: platforms.optional() });
