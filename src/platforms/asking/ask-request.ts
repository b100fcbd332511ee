import type { Platform } from '../../entities/vocabulary.js';
import type { PlatformRequest } from '../calling/platform-caller.js';
import type { AskingOptions, PlatformQuestion } from './asking.types.js';

/**
 * Of an answer, reasoning included: some ten times a long one. Perplexity's is what its small model writes at most.
 */
const OUTPUT_TOKENS_MAX: Readonly<Record<Platform, number>> = {
  chatgpt: 8_000,
  perplexity: 4_000,
  claude: 8_000,
  gemini: 8_000,
};

/** Searches are most of an answer's price; the two that can be bounded are. */
const SEARCHES_MAX = 3;

/**
 * What is asked how: raised with every change to the requests of this file that can change answers, so that a step in
 * a brand's numbers can be told from a step in the method. Stored with each run.
 */
export const REQUEST_VERSION = 1;

const BUILDERS: Record<Platform, (question: PlatformQuestion, options: AskingOptions) => PlatformRequest> = {
  chatgpt: chatgptRequest,
  perplexity: perplexityRequest,
  claude: claudeRequest,
  gemini: geminiRequest,
};

/**
 * The request by which a platform answers a customer's question: the text alone, one turn, searching the web wherever a
 * platform can be made to. Nothing of the account is in it but the text and the country.
 */
export function askRequest(platform: Platform, question: PlatformQuestion, options: AskingOptions): PlatformRequest {
  return BUILDERS[platform](question, options);
}

/** Without a place OpenAI searches as from the United States. */
function chatgptRequest({ text, country }: PlatformQuestion, { model }: AskingOptions): PlatformRequest {
  return {
    path: '/responses',
    body: {
      model,
      input: text,
      tools: [{ type: 'web_search', ...(country !== null && { user_location: { type: 'approximate', country } }) }],
      tool_choice: 'required',
      max_tool_calls: SEARCHES_MAX,
      max_output_tokens: OUTPUT_TOKENS_MAX.chatgpt,
      store: false,
    },
  };
}

/** Without `tools` nothing is searched, and without `tool_choice` the model decides. */
function perplexityRequest({ text, country }: PlatformQuestion, { model }: AskingOptions): PlatformRequest {
  return {
    path: '/v1/agent',
    body: {
      model,
      input: text,
      tools: [{ type: 'web_search', ...(country !== null && { user_location: { country } }) }],
      tool_choice: { type: 'web_search' },
      max_output_tokens: OUTPUT_TOKENS_MAX.perplexity,
      store: false,
    },
  };
}

/** The tool of 2025: the later ones search from within code that they run, in further kinds of block. */
function claudeRequest({ text, country }: PlatformQuestion, { model }: AskingOptions): PlatformRequest {
  const location = country !== null && { user_location: { type: 'approximate', country } };
  return {
    path: '/v1/messages',
    body: {
      model,
      max_tokens: OUTPUT_TOKENS_MAX.claude,
      messages: [{ role: 'user', content: text }],
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: SEARCHES_MAX, ...location }],
      tool_choice: { type: 'tool', name: 'web_search' },
    },
  };
}

/** Can neither be made to search nor told a country. */
function geminiRequest({ text }: PlatformQuestion, { model, isGrounded }: AskingOptions): PlatformRequest {
  return {
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: {
      contents: [{ role: 'user', parts: [{ text }] }],
      ...(isGrounded && { tools: [{ google_search: {} }] }),
      generationConfig: { maxOutputTokens: OUTPUT_TOKENS_MAX.gemini },
    },
  };
}
