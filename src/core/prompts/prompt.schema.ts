import { z } from 'zod';
import type { Stage } from '../../entities/vocabulary.js';
import {
  flag,
  frequency,
  LABEL_MAX,
  PROMPT_TEXT_MAX,
  platform,
  platforms,
  requiredText,
  stage,
  TAG_MAX,
  tags,
  uuid,
} from '../input.js';
import { promptFilter } from '../prompt-filters/prompt-filter.js';

/** The public fields of a prompt (specification, section 2.2); {@link PromptView} has more, in GraphQL alone. */
export const promptView = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    promptText: z.string(),
    platforms: z.array(platform),
    monitoringFrequency: frequency,
    category: z.string().nullable(),
    tags: z.array(z.string()),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Prompt' });

/** With how far from buying the one is who asks, who that is, and the prompt whose intent it words otherwise. */
export type PromptView = z.output<typeof promptView> & {
  stage: Stage | null;
  persona: string | null;
  wordingOfId: string | null;
};

/** What most lists show of a prompt; its columns are a third of the cost of all. */
export type PromptBrief = Pick<PromptView, 'id' | 'promptText' | 'isActive' | 'createdAt'>;

const label = requiredText(LABEL_MAX);

/** What prompts are grouped by beside their tags; taken by GraphQL and the dashboard, not by v1's REST bodies. */
const groups = {
  category: label.nullish(),
  stage: stage.nullish(),
  persona: label.nullish(),
  wordingOfId: uuid.nullish(),
};

/** The fields of {@link groups}, for a schema that leaves them out. */
export const GROUP_FIELDS = { category: true, stage: true, persona: true, wordingOfId: true } as const;

/** `marketId` is taken by GraphQL alone; a prompt without one is asked from the project's country. */
export const createPromptInput = z.object(
  {
    promptText: requiredText(PROMPT_TEXT_MAX),
    platforms: platforms.optional(),
    monitoringFrequency: frequency.optional(),
    tags: tags.default([]),
    ...groups,
    marketId: uuid.nullish(),
  },
  'must be an object',
);

/**
 * A null label is removed. `platforms` is taken only to be refused, unless it repeats what is stored (decisions,
 * "PATCH prompt with platforms").
 */
export const updatePromptInput = z.object(
  {
    promptText: requiredText(PROMPT_TEXT_MAX).optional(),
    monitoringFrequency: frequency.optional(),
    tags: tags.optional(),
    isActive: flag.optional(),
    platforms: platforms.optional(),
    ...groups,
  },
  'must be an object',
);

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
    ...groups,
  },
  'must be an object',
);

/** Texts that new prompts might have, of a market or the project's country. */
export const promptTextsInput = z.object({
  marketId: uuid.nullish(),
  texts: z.array(requiredText(PROMPT_TEXT_MAX), 'must be an array of texts').min(1, bounds).max(BULK_MAX, bounds),
});

export const PROMPT_ORDERS = ['oldest_first', 'newest_first'] as const;

const SEARCH_MAX = 200;

/** Which prompts of a project; absent ones narrow nothing. `search` is part of the text, in any letter case. */
export const promptFilterInput = z.object({
  search: requiredText(SEARCH_MAX).nullish(),
  tag: requiredText(TAG_MAX).nullish(),
  isActive: flag.nullish(),
  order: z.enum(PROMPT_ORDERS, `must be one of ${PROMPT_ORDERS.join(', ')}`).nullish(),
  where: promptFilter.optional(),
});

export type PromptListFilter = z.output<typeof promptFilterInput>;
