import { z } from 'zod';
import { DISCOVERY_METHODS } from '../../entities/vocabulary.js';
import { aliases, DESCRIPTION_MAX, NAME_MAX, optionalText, optionalWebsiteUrl, requiredText } from '../input.js';

/** The public fields of a competitor (specification, section 2.3). */
export const competitorView = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    name: z.string(),
    websiteUrl: z.string(),
    description: z.string(),
    discoveryMethod: z.enum(DISCOVERY_METHODS).meta({ id: 'DiscoveryMethod' }),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Competitor' });

/** An entry of a list; the aggregate fields are null unless the selected analysis looked for it and has answers. */
export const listedCompetitorView = competitorView
  .extend({
    totalMentionsCount: z.int().optional().describe('Mentions over all history'),
    visibilityScore: z.int().min(0).max(100).optional().describe('Percent of the last 30 days’ responses that name it'),
    marketShare: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('Percent of the mentions of the brand and all tracked competitors in the last 30 days'),
    firstSeenAt: z.iso.datetime().optional(),
    lastSeenAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'ListedCompetitor' });

export type CompetitorView = z.output<typeof competitorView> & { aliases: string[] };

export type ListedCompetitorView = z.output<typeof listedCompetitorView> & { aliases: string[] };

/** What most lists show of a competitor that do not ask for its aggregates. */
export type CompetitorBrief = Pick<CompetitorView, 'id' | 'name' | 'websiteUrl' | 'discoveryMethod' | 'createdAt'>;

export const createCompetitorInput = z.object(
  {
    name: requiredText(NAME_MAX),
    websiteUrl: optionalWebsiteUrl.default(''),
    description: optionalText(DESCRIPTION_MAX).default(''),
    aliases: aliases.default([]),
  },
  'must be an object',
);

export const updateCompetitorInput = z.object(
  {
    name: requiredText(NAME_MAX).optional(),
    websiteUrl: optionalWebsiteUrl.optional(),
    description: optionalText(DESCRIPTION_MAX).optional(),
    aliases: aliases.optional(),
  },
  'must be an object',
);
