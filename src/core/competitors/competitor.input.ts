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
