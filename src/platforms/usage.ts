import type { Platform } from '../entities/vocabulary.js';
import { isObject, type JsonObject, objectIn, objectsIn, valuesIn } from './body.js';
import type { AskingOptions } from './platform-api.js';

/** The cost of one asking: searches of the web, and millionths of a US dollar, at most `COST_MAX_MICRO_USD`. */
export interface AskBill {
  searches: number;
  costMicroUsd: number;
  /** Whether the platform reported neither its price nor what it used. */
  isEstimated: boolean;
}

/** Tokens that a reply was charged for. */
interface Tokens {
  input: number;
  output: number;
}

/**
 * The prices of a model's tokens, in US dollars a million: list prices of 2026-11-22, as all below; where sources
 * differ, the higher one.
 */
const TOKEN_PRICES: readonly { model: RegExp; input: number; output: number }[] = [
  { model: /^gpt-6(\.\d+)?-luna\b/, input: 0.1, output: 0.5 },
  { model: /^gpt-6(\.\d+)?-sol\b/, input: 2, output: 10 },
  { model: /^(perplexity\/)?sonar$/, input: 0.25, output: 2.5 },
  { model: /^claude-haiku-\d/, input: 1, output: 5 },
  { model: /^claude-sonnet-5\b/, input: 2, output: 10 },
  { model: /^claude-opus-5\b/, input: 4, output: 20 },
  { model: /^gemini-3\.5-flash-lite\b/, input: 0.3, output: 2.5 },
];

/** The prices of the dearest models of the four platforms, for any model that the table does not name. */
const DEAREST = { input: 10, output: 50 };

/**
 * The price of a search of the web, in millionths of a US dollar. Gemini's 5,000 free ones a month are not deducted.
 */
const SEARCH_MICRO_USD: Readonly<Record<Platform, number>> = {
  chatgpt: 10_000,
  perplexity: 2_500,
  claude: 10_000,
  gemini: 14_000,
};

/** What a run with a search uses, estimated high: for one that may have been paid for and reported nothing. */
const USUAL: Readonly<Record<Platform, Tokens & { searches: number }>> = {
  chatgpt: { searches: 2, input: 15_000, output: 1_500 },
  perplexity: { searches: 1, input: 5_000, output: 800 },
  claude: { searches: 1, input: 25_000, output: 1_500 },
  gemini: { searches: 6, input: 1_000, output: 1_500 },
};

/** A thousand dollars: a higher price that a body reports for one answer is cut to it. */
export const COST_MAX_MICRO_USD = 1_000_000_000;

/** The bill of an answer; where its body does not report what it used, the bill of a usual run. */
export function billOf(platform: Platform, options: AskingOptions, served: string | null, body: unknown): AskBill {
  const costMicroUsd = reportedMicroUsd(platform, served ?? options.model, body);
  const searches = usedSearches(platform, body);
  if (costMicroUsd !== null) return { searches, costMicroUsd, isEstimated: false };
  return { ...usualBill(platform, options), searches };
}

/** The likely cost of a run, estimated high: the bill of a request that may have been paid for. */
export function usualBill(platform: Platform, { model, isGrounded }: AskingOptions): AskBill {
  const usual = USUAL[platform];
  const searches = platform === 'gemini' && !isGrounded ? 0 : usual.searches;
  const costMicroUsd = bounded(priceMicroUsd(model, usual) + searches * SEARCH_MICRO_USD[platform]);
  return { searches, costMicroUsd, isEstimated: true };
}

/** UTF-8 bytes of a token: low for English, right for scripts with one token a character. */
const BYTES_A_TOKEN = 3;

/** The tokens that a text and a reply of `output` tokens are likely to use, estimated high. */
export function estimatedTokens(sent: string, output: number): Tokens {
  return { input: Math.ceil(Buffer.byteLength(sent) / BYTES_A_TOKEN), output };
}

/** The price of a model's tokens, in millionths of a US dollar, rounded up. */
export function priceMicroUsd(model: string, { input, output }: Tokens): number {
  const price = TOKEN_PRICES.find((row) => row.model.test(model)) ?? DEAREST;
  return bounded(input * price.input + output * price.output);
}

/**
 * The cost of a platform's response body, in millionths of a US dollar: the figure that it reports, else by the tokens
 * and searches that it reports; null where it reports neither. `model` is the one that was asked, for a body that names
 * none.
 */
export function reportedMicroUsd(platform: Platform, model: string, body: unknown): number | null {
  const exact = exactMicroUsd(platform, body);
  if (exact !== null) return exact;
  const tokens = usedTokens(platform, body);
  if (tokens === null) return null;
  return bounded(priceMicroUsd(model, tokens) + usedSearches(platform, body) * SEARCH_MICRO_USD[platform]);
}

/** Only Perplexity reports a price, in US dollars. */
function exactMicroUsd(platform: Platform, body: unknown): number | null {
  if (platform !== 'perplexity' || !isObject(body)) return null;
  const { total_cost: usd } = objectIn(objectIn(body, 'usage'), 'cost');
  return typeof usd === 'number' && usd >= 0 ? bounded(usd * 1_000_000) : null;
}

/** A whole number that an integer column holds; a rounding error above one, as of 0.1 + 0.2, is ignored. */
function bounded(microUsd: number): number {
  return Math.min(Math.ceil(microUsd - 1e-6), COST_MAX_MICRO_USD);
}

/** More tokens than any answer takes: a higher number that a body reports is cut to it. */
const TOKENS_MAX = 100_000_000;

/**
 * The tokens that a platform's response body reports, reasoning included; null where it reports none. The newer APIs of
 * OpenAI and Perplexity name the fields as Anthropic does, and count reasoning as output.
 */
export function usedTokens(platform: Platform, body: unknown): Tokens | null {
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

/** More searches than any answer makes: a higher number that a body reports is cut to it. */
const SEARCHES_MAX = 1_000;

/** How many charged searches of the web a platform's response body reports; 0 where it reports none. */
export function usedSearches(platform: Platform, body: unknown): number {
  return isObject(body) ? Math.min(searchesIn(platform, body), SEARCHES_MAX) : 0;
}

function searchesIn(platform: Platform, body: JsonObject): number {
  switch (platform) {
    case 'chatgpt': {
      const reported = objectIn(objectIn(body, 'tool_usage'), 'web_search').num_requests;
      return isCount(reported) ? reported : objectsIn(body, 'output').filter(isSearchCall).length;
    }
    case 'perplexity':
      return objectsIn(body, 'output').filter(({ type }) => type === 'search_results').length;
    case 'claude': {
      const reported = objectIn(objectIn(body, 'usage'), 'server_tool_use').web_search_requests;
      return isCount(reported) ? reported : 0;
    }
    case 'gemini':
      return valuesIn(objectIn(objectsIn(body, 'candidates')[0] ?? {}, 'groundingMetadata'), 'webSearchQueries').length;
    default:
      return platform satisfies never;
  }
}

/** Pages that the model opens, or looks through, are calls of the same tool and are not charged for. */
function isSearchCall(item: JsonObject): boolean {
  const { type } = objectIn(item, 'action');
  return item.type === 'web_search_call' && (type === undefined || type === 'search');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
