import { isObject, type JsonObject, textIn } from './body.js';
import { quoteWords } from './reply.js';

/**
 * Errors about the key itself are never quoted: they may repeat it, in a form that no pattern recognizes ("Incorrect
 * API key provided: …").
 */
const ABOUT_THE_KEY = /api[ _-]?key|authenticat|credential|bearer/i;

/**
 * Codes by which a platform, or a compatible one, refuses to answer this question. Other questions are answered, so a
 * refusal says nothing about the platform or our requests.
 */
const ABOUT_THE_QUESTION = /^(invalid_prompt|content_filter|content_policy_violation|moderation_blocked)$/;

/** Codes and types by which a platform refuses the key, its account or its region, whatever the question. */
const ABOUT_THE_ACCOUNT =
  /^((permission|authentication|billing|insufficient|missing|account|organization)_\w+|invalid_api_key)$/i;
const ABOUT_THE_ACCESS = ['unsupported_country_region_territory', 'model_not_found'];

/** Whether the error that a body reports is about the key: then every question would be refused. */
export function refusesKey(body: JsonObject): boolean {
  const { error } = body;
  if (!isObject(error)) return typeof error === 'string' && ABOUT_THE_KEY.test(error);
  return refusesAccess(body) || ABOUT_THE_KEY.test(textIn(error, 'message') ?? '');
}

/** As {@link refusesKey}, by the error's codes alone: its words may quote the question. */
export function refusesAccess({ error }: JsonObject): boolean {
  if (!isObject(error)) return false;
  return [error.code, error.type, error.status].some(
    (name) => typeof name === 'string' && (ABOUT_THE_ACCESS.includes(name) || ABOUT_THE_ACCOUNT.test(name)),
  );
}

/** Whether the error that a body reports is a refusal of the question. */
export function refusesQuestion({ error }: JsonObject): boolean {
  if (!isObject(error)) return false;
  return [error.code, error.type].some((name) => typeof name === 'string' && ABOUT_THE_QUESTION.test(name));
}

/**
 * One English sentence on the error that a body reports, safe to show to a user; null when the body reports none. All
 * four platforms use a field `error`, which is null or absent in a body without one.
 */
export function describeError(body: JsonObject): string | null {
  const { error } = body;
  if (error === undefined || error === null)
    return body.type === 'error' ? 'The platform answered with an error.' : null;

  const words = isObject(error) ? textIn(error, 'message') : textIn(body, 'error');
  const code = isObject(error) ? codeOf(error) : null;
  const named = code === null ? '' : ` (${quoteWords(code)})`;

  if (ABOUT_THE_KEY.test(`${code} ${words}`)) return `The platform did not accept the API key${named}.`;
  if (words === null) return `The platform answered with an error${named}.`;
  return `The platform answered with an error${named}: ${quoteWords(words)}`;
}

/** The most specific name of the error: OpenAI has `code`, Anthropic and Perplexity `type`, Google `status`. */
function codeOf(error: JsonObject): string | null {
  return textIn(error, 'code') ?? textIn(error, 'status') ?? textIn(error, 'type');
}
