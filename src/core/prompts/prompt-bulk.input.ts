import { z } from 'zod';
import { flag, frequency, PROMPT_TEXT_MAX, platforms, requiredText, tags, uuid } from '../fields.input.js';
import { createPromptInput } from './prompt.input.js';

/** Prompts that one write may create, change or archive. */
export const BULK_MAX = 100;

const bounds = `must have 1 to ${BULK_MAX} entries`;

export const newPromptsInput = z.object({
  inputs: z.array(createPromptInput, 'must be an array of prompts').min(1, bounds).max(BULK_MAX, bounds),
});

/** Repetitions are dropped. */
export const promptIdsInput = z.object({
  ids: z
    .array(uuid, 'must be an array of UUIDs')
    .min(1, bounds)
    .max(BULK_MAX, bounds)
    .transform((sent) => [...new Set(sent)]),
});

/** What prompts can be given in common: no text, and labels are added and removed where one prompt's are replaced. */
export const updatePromptsInput = z.object(
  {
    monitoringFrequency: frequency.optional(),
    isActive: flag.optional(),
    platforms: platforms.optional(),
    addTags: tags.default([]),
    removeTags: tags.default([]),
  },
  'must be an object',
);

/** Texts that new prompts might have. */
export const promptTextsInput = z.object({
  texts: z.array(requiredText(PROMPT_TEXT_MAX), 'must be an array of texts').min(1, bounds).max(BULK_MAX, bounds),
});
