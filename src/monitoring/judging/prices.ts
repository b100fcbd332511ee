/**
 * What a model's tokens cost, in US dollars a million: list prices of November 2026, the higher one where sources
 * differ.
 */
const PRICES: readonly { model: RegExp; input: number; output: number }[] = [
  { model: /^gpt-6(\.\d+)?-luna\b/, input: 0.1, output: 0.5 },
  { model: /^gpt-6(\.\d+)?-sol\b/, input: 2, output: 10 },
  { model: /^sonar$/, input: 0.25, output: 2.5 },
  { model: /^claude-haiku-\d/, input: 1, output: 5 },
  { model: /^claude-sonnet-5\b/, input: 2, output: 10 },
  { model: /^claude-opus-5\b/, input: 4, output: 20 },
  { model: /^gemini-3\.5-flash-lite\b/, input: 0.3, output: 2.5 },
];

/** What the dearest models of the four platforms cost: for any that the table does not name. */
const DEAREST = { input: 10, output: 50 };

/** UTF-8 bytes of a token, few for English and right for scripts of one token a character. */
const BYTES_A_TOKEN = 3;
/** Of a verdict, with some reasoning before it. */
const OUTPUT_TOKENS = 400;

/** Tokens that a reply was charged for. */
export interface Tokens {
  input: number;
  output: number;
}

/** What a call is likely to use, rather too much. */
export function estimatedTokens(sent: string): Tokens {
  return { input: Math.ceil(Buffer.byteLength(sent) / BYTES_A_TOKEN), output: OUTPUT_TOKENS };
}

/** What tokens of a model cost, in millionths of a US dollar, rounded up. */
export function priceMicroUsd(model: string, { input, output }: Tokens): number {
  const price = PRICES.find((row) => row.model.test(model)) ?? DEAREST;
  return Math.ceil(input * price.input + output * price.output);
}
