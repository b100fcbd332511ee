import { z } from 'zod';
import {
  aliases,
  country,
  DESCRIPTION_MAX,
  flag,
  frequency,
  NAME_MAX,
  optionalText,
  platform,
  platforms,
  requiredText,
  websiteUrl,
} from '../input.js';
import { REPEATS_MAX } from '../plans.js';

/**
 * The public fields of a project (specification, section 2.1); `aliases` and `repeats` are shown by GraphQL and the
 * operator alone.
 */
export const projectView = z
  .object({
    id: z.uuid(),
    accountId: z.uuid(),
    name: z.string(),
    brandName: z.string(),
    websiteUrl: z.string(),
    faviconUrl: z.string().nullable(),
    description: z.string(),
    targetCountry: z.string(),
    mainTopic: z.string(),
    settings: z
      .object({
        platforms: z.array(platform),
        monitoringFrequency: frequency,
        autoDiscoverCompetitors: z.boolean(),
      })
      .meta({ id: 'ProjectSettings' }),
    isActive: z.boolean(),
    isPaused: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Project' });

export type ProjectView = z.output<typeof projectView> & { aliases: string[]; repeats: number };

/** What most lists show of a project; its columns are a third of the cost of all. */
export type ProjectBrief = Pick<ProjectView, 'id' | 'name' | 'brandName' | 'websiteUrl' | 'createdAt'>;

/** Merged key by key on PATCH; an unknown key is refused (decisions, "PATCH settings"). */
const settings = z.strictObject(
  {
    platforms: platforms.optional(),
    monitoringFrequency: frequency.optional(),
    autoDiscoverCompetitors: flag.optional(),
  },
  'must be an object',
);

export const createProjectInput = z.object(
  {
    brandName: requiredText(NAME_MAX),
    websiteUrl,
    description: optionalText(DESCRIPTION_MAX).default(''),
    targetCountry: country.default('US'),
    mainTopic: optionalText(NAME_MAX).default(''),
    aliases: aliases.default([]),
  },
  'must be an object',
);

const REPEATS_FAULT = `must be a whole number from 1 to ${REPEATS_MAX}`;

/** `aliases` and `repeats` are taken by GraphQL and the operator alone. */
export const updateProjectInput = z.object(
  {
    brandName: requiredText(NAME_MAX).optional(),
    websiteUrl: websiteUrl.optional(),
    description: optionalText(DESCRIPTION_MAX).optional(),
    targetCountry: country.optional(),
    mainTopic: optionalText(NAME_MAX).optional(),
    settings: settings.optional(),
    aliases: aliases.optional(),
    repeats: z.int(REPEATS_FAULT).min(1, REPEATS_FAULT).max(REPEATS_MAX, REPEATS_FAULT).optional(),
  },
  'must be an object',
);

export type UpdateProject = z.output<typeof updateProjectInput>;
