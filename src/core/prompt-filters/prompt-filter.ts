import { z } from 'zod';
import type { Stage } from '../../entities/vocabulary.js';
import { country, flag, LABEL_MAX, language, requiredText, stage, TAG_MAX, uuid } from '../input.js';

/** Values that one field of a filter may name. */
export const FILTER_VALUES_MAX = 100;

/**
 * Which prompts: fields narrow one another, values of one field widen. No filter at all is undefined, so that equal
 * questions are asked once.
 */
export interface PromptFilter {
  tags?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  personas?: readonly string[] | undefined;
  stages?: readonly Stage[] | undefined;
  promptIds?: readonly string[] | undefined;
  marketIds?: readonly string[] | undefined;
  /** Of the prompt's market, else of its project. */
  countries?: readonly string[] | undefined;
  languages?: readonly string[] | undefined;
  /** Whether the prompt's text names the brand. */
  branded?: boolean | undefined;
}

/** A filter as it is sent; null counts as absent, and so does a filter without a field. */
export const promptFilter = z
  .object(
    {
      tags: oneOf(requiredText(TAG_MAX)),
      categories: oneOf(requiredText(LABEL_MAX)),
      personas: oneOf(requiredText(LABEL_MAX)),
      stages: oneOf(stage),
      promptIds: oneOf(uuid),
      marketIds: oneOf(uuid),
      countries: oneOf(country),
      languages: oneOf(language),
      branded: flag.nullish(),
    },
    'must be an object',
  )
  .transform((sent): PromptFilter | undefined => {
    const given = Object.entries(sent).filter(([, value]) => value !== undefined && value !== null);
    return given.length === 0 ? undefined : Object.fromEntries(given);
  });

/** 1 to {@link FILTER_VALUES_MAX} values; repetitions are dropped, and their order means nothing. */
function oneOf<Value extends z.ZodType<string>>(value: Value) {
  const bounds = `must have 1 to ${FILTER_VALUES_MAX} values`;
  return z
    .array(value, 'must be an array')
    .min(1, bounds)
    .max(FILTER_VALUES_MAX, bounds)
    .transform((sent) => [...new Set(sent)].toSorted())
    .nullish();
}

/** What a prompt is chosen by. */
export interface Labels {
  /** Of every prompt of the project that asks the question, archived ones included. */
  ids: readonly string[];
  tags: readonly string[];
  category: string | null;
  stage: Stage | null;
  persona: string | null;
  /** Null: asked from the project's country. */
  marketId: string | null;
  /** Of the market, else of the project; empty where neither is known. */
  country: string;
  language: string | null;
}

/** Whether a question passes all that a filter says but `branded`. */
export function passes(labels: Labels, where: PromptFilter): boolean {
  const { ids, tags, category, stage: ofPrompt, persona, marketId, country: ofPlace, language: ofMarket } = labels;
  return (
    meets(where.tags, tags) &&
    meets(where.categories, category === null ? [] : [category]) &&
    meets(where.personas, persona === null ? [] : [persona]) &&
    meets(where.stages, ofPrompt === null ? [] : [ofPrompt]) &&
    meets(where.promptIds, ids) &&
    meets(where.marketIds, marketId === null ? [] : [marketId]) &&
    meets(where.countries, [ofPlace]) &&
    meets(where.languages, ofMarket === null ? [] : [ofMarket])
  );
}

function meets<Value>(wanted: readonly Value[] | undefined, own: readonly Value[]): boolean {
  return wanted === undefined || own.some((value) => wanted.includes(value));
}
