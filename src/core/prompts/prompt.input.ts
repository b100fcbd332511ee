import { z } from 'zod';
import { flag, frequency, PROMPT_TEXT_MAX, platforms, requiredText, tags } from '../fields.input.js';

export const createPromptInput = z.object(
  {
    promptText: requiredText(PROMPT_TEXT_MAX),
    platforms: platforms.optional(),
    monitoringFrequency: frequency.optional(),
    tags: tags.default([]),
  },
  'must be an object',
);

/**
 * `platforms` is taken only to be refused, unless it repeats what is stored (decisions, "PATCH prompt with platforms").
 */
export const updatePromptInput = z.object(
  {
    promptText: requiredText(PROMPT_TEXT_MAX).optional(),
    monitoringFrequency: frequency.optional(),
    tags: tags.optional(),
    isActive: flag.optional(),
    platforms: platforms.optional(),
  },
  'must be an object',
);
