import type { Platform } from '../../entities/vocabulary.js';
import { isObject, objectIn } from '../body.js';
import { usedSearches } from '../used-searches.js';
import { usedTokens } from '../used-tokens.js';
import type { AskBill, AskingOptions } from './asking.types.js';

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

/** UTF-8 bytes of a token: low for English, right for scripts with one token a character. */
const BYTES_A_TOKEN = 3;

/** Tokens that a reply was charged for. */
export interface Tokens {
  input: number;
  output: number;
}

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
