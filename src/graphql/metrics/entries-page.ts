import { z } from 'zod';
import { periodInput, provider } from '../../core/metrics/period.input.js';
import { first } from '../../core/page.input.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../context.js';
import type { PageRequest } from '../loaders/loaders.js';
import { type PeriodArgs, parseQuestion } from '../shared/arguments.js';
import type { PageArgs } from '../shared/connection.js';
import { offsetAfter } from '../shared/cursor.js';

const entriesInput = z.object({ ...periodInput, provider, first });

/** The page of a metric's entries that is asked for, checked. @throws ServiceError VALIDATION_ERROR. */
export function parseEntriesPage(
  ctx: GraphqlContext,
  days: PeriodArgs,
  page: PageArgs,
  platform: Platform | null | undefined,
): PageRequest {
  const { asked, period } = parseQuestion(ctx, entriesInput, days, { provider: platform, first: page.first });
  return { period, provider: asked.provider, limit: asked.first, offset: offsetAfter(page.after) };
}
