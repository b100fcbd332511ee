import { z } from 'zod';
import { aliases, DESCRIPTION_MAX, NAME_MAX, optionalText, optionalWebsiteUrl, requiredText } from '../fields.input.js';

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
