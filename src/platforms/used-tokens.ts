import type { Platform } from '../entities/vocabulary.js';
import { isObject, type JsonObject, objectIn } from './body.js';

/** More tokens than any answer takes: a higher number that a body reports is cut to it. */
const TOKENS_MAX = 100_000_000;

/**
 * The tokens that a platform's response body reports, reasoning included; null where it reports none. The newer APIs of
 * OpenAI and Perplexity name the fields as Anthropic does, and count reasoning as output.
 */
export function usedTokens(platform: Platform, body: unknown): { input: number; output: number } | null {
  if (!isObject(body)) return null;
  switch (platform) {
    case 'chatgpt':
    case 'perplexity': {
      const usage = objectIn(body, 'usage');
      return usage.input_tokens === undefined
        ? both(usage, ['prompt_tokens'], ['completion_tokens', 'reasoning_tokens'])
        : both(usage, ['input_tokens'], ['output_tokens']);
    }
    case 'claude':
      return both(
        objectIn(body, 'usage'),
        ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
        ['output_tokens'],
      );
    case 'gemini':
      return both(
        objectIn(body, 'usageMetadata'),
        ['promptTokenCount'],
        ['candidatesTokenCount', 'thoughtsTokenCount'],
      );
    default:
      return platform satisfies never;
  }
}

function both(usage: JsonObject, input: readonly string[], output: readonly string[]) {
  const [read, written] = [sumIn(usage, input), sumIn(usage, output)];
  return read > 0 && written > 0 ? { input: read, output: written } : null;
}

/** Missing fields count as zero. */
function sumIn(usage: JsonObject, fields: readonly string[]): number {
  const amounts = fields.map((field) => usage[field]);
  return amounts.reduce<number>((sum, amount) => sum + (isAmount(amount) ? Math.min(amount, TOKENS_MAX) : 0), 0);
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
