import { z } from 'zod';
import {
  aliases,
  country,
  DESCRIPTION_MAX,
  flag,
  frequency,
  NAME_MAX,
  optionalText,
  platforms,
  requiredText,
  websiteUrl,
} from '../fields.input.js';

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

export const updateProjectInput = z.object(
  {
    brandName: requiredText(NAME_MAX).optional(),
    websiteUrl: websiteUrl.optional(),
    description: optionalText(DESCRIPTION_MAX).optional(),
    targetCountry: country.optional(),
    mainTopic: optionalText(NAME_MAX).optional(),
    settings: settings.optional(),
    aliases: aliases.optional(),
  },
  'must be an object',
);

export type CreateProject = z.output<typeof createProjectInput>;
export type UpdateProject = z.output<typeof updateProjectInput>;
