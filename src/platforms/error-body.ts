import { isObject, type JsonObject, textIn } from './body.js';
import { quoteWords } from './platform-words.js';

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
