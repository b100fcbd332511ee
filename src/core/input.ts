import { z } from 'zod';
import { FREQUENCIES, PLATFORMS, STAGES } from '../entities/vocabulary.js';
import { type Issue, validationError } from './errors.js';

/** A body of 1 MiB can hold hundreds of thousands of faults; the first ones are enough for a caller. */
const ISSUES_MAX = 10;
const QUOTED_MAX = 50;

/**
 * Narrows an unknown input to what the schema says, defaults and trimming applied.
 * @param name the field that the input itself is, where it is no object with fields of its own.
 * @throws ServiceError VALIDATION_ERROR naming each invalid field and its bound, ten at most.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown, name?: string): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw validationError(result.error.issues.slice(0, ISSUES_MAX).map((issue) => toIssue(issue, name)));
}

function toIssue(issue: z.core.$ZodIssue, name: string | undefined): Issue {
  const inner = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  const path = name === undefined ? inner : [name, ...inner];
  if (issue.code === 'unrecognized_keys') {
    // Quoted as sent: an unknown key has no name in the core that a surface could translate.
    return { path, message: `has no field ${JSON.stringify(issue.keys[0]?.slice(0, QUOTED_MAX))}` };
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return { path, message: 'is required' };
  return { path, message: issue.message };
}

/** Bounds of the fields that several inputs share, in Unicode code points (decisions, "text limits"). */
export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 2_000;
export const PROMPT_TEXT_MAX = 2_000;
export const TAG_MAX = 50;
export const TAGS_MAX = 20;
/** Of a prompt's category, and of who asks it. */
export const LABEL_MAX = 50;
const ALIASES_MAX = 50;
const URL_MAX = 2_048;
/**
 * Characters of the names and aliases of a project's brand and tracked competitors together: all are looked for in each
 * of its answers, and compiled anew with each change. A brand alone has 10,200 at most.
 */
export const PROJECT_NAMES_MAX = 20_000;

/** Trimmed text of at most `max` code points, without NUL and lone surrogates; the empty string allowed. */
export function optionalText(max: number) {
  return z
    .string('must be a string')
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
    .refine((text) => text.isWellFormed(), 'must not contain a lone surrogate')
    .trim()
    .refine((text) => isAtMost(text, max), `must be at most ${max} characters`)
    .meta({ maxLength: max });
}

/** Anything but white space, and characters that show nothing. */
const VISIBLE = /[^\s\p{C}]/u;

/** As {@link optionalText}, and not empty: something of it shows. */
export function requiredText(max: number) {
  return optionalText(max)
    .refine((text) => VISIBLE.test(text), 'must not be empty')
    .meta({ minLength: 1, maxLength: max });
}

/** A text of UTF-16 length n has between n/2 and n code points: most texts need no count. */
function isAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > 2 * max) return false;
  return [...text].length <= max;
}

export const uuid = z
  .guid('must be a UUID')
  .transform((id) => id.toLowerCase())
  .meta({ format: 'uuid' });

export const platform = z.enum(PLATFORMS, `must be one of ${PLATFORMS.join(', ')}`).meta({ id: 'Platform' });
export const frequency = z.enum(FREQUENCIES, `must be one of ${FREQUENCIES.join(', ')}`).meta({ id: 'Frequency' });

/** At least one platform; repetitions are dropped, the order sent is kept. */
export const platforms = z
  .array(platform, 'must be an array of platforms')
  .min(1, 'must name at least one platform')
  .max(100, 'must have at most 100 entries')
  .transform((sent) => [...new Set(sent)]);

export const tags = z
  .array(requiredText(TAG_MAX), 'must be an array of strings')
  .max(TAGS_MAX, `must have at most ${TAGS_MAX} tags`);

/**
 * Other names that count as the subject's own; taken by GraphQL, the dashboard and the operator, not by v1's REST
 * bodies.
 */
export const aliases = z
  .array(requiredText(NAME_MAX), 'must be an array of strings')
  .max(ALIASES_MAX, `must have at most ${ALIASES_MAX} aliases`);

/** An absolute http or https URL with a host, stored as sent (trimmed). */
export const websiteUrl = requiredText(URL_MAX)
  .refine(isWebUrl, 'must be an absolute http or https URL')
  .meta({ format: 'uri', examples: ['https://example.com'] });

/** As {@link websiteUrl}, or the empty string for none. */
export const optionalWebsiteUrl = optionalText(URL_MAX).refine(
  (text) => text === '' || isWebUrl(text),
  'must be an absolute http or https URL',
);

function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#]/i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text) && new URL(text).hostname.length > 0;
}

/** Two ASCII letters, stored upper-case. */
export const country = z
  .string('must be a string')
  .trim()
  .regex(/^[A-Za-z]{2}$/, 'must be a country code of two letters')
  .transform((code) => code.toUpperCase())
  .meta({ examples: ['US'] });

export const stage = z.enum(STAGES, `must be one of ${STAGES.join(', ')}`);

/** As a market has it; an ISO 639 code, stored in small letters. */
export const language = z
  .string('must be a string')
  .trim()
  .regex(/^[A-Za-z]{2,3}$/, 'must be a language code of two or three letters')
  .transform((code) => code.toLowerCase());

export const flag = z.boolean('must be true or false');
