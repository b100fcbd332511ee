import { z } from 'zod';
import { SENTIMENTS } from '../../entities/vocabulary.js';
import { flag, platform, platforms, uuid } from '../fields.input.js';
import { citedDomain } from '../metrics/citations.js';
import { periodInput } from '../metrics/metric-query.js';

export const SEARCH_MIN = 3;
export const SEARCH_MAX = 200;
/** Days that words are looked for in at most, both ends counted: each text of them is read. */
export const SEARCH_DAYS_MAX = 31;

const searchFault = `must have ${SEARCH_MIN} to ${SEARCH_MAX} characters`;

/** What `responses` of a project takes beside its page. */
export const responsesInput = z.object({
  ...periodInput,
  platform: platform.optional(),
  platforms: platforms.optional(),
  promptId: uuid.optional(),
  mentioning: uuid.optional(),
  named: flag.optional(),
  sentiments: z
    .array(z.enum(SENTIMENTS), 'must be an array of classes')
    .min(1, 'must name at least one class')
    .max(100, 'must have at most 100 entries')
    .optional(),
  citing: citedDomain.optional(),
  search: z
    .string('must be a string')
    .trim()
    .refine((words) => words.length >= SEARCH_MIN && words.length <= SEARCH_MAX, searchFault)
    .refine((words) => !words.includes('\0') && words.isWellFormed(), 'must be plain text')
    .optional(),
});
