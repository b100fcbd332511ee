import type { Platform } from '../../entities/vocabulary.js';
import type { PlatformRequest } from '../calling/platform-caller.js';
import type { AskingOptions, PlatformQuestion } from './asking.types.js';

/**
 * Tokens of an answer, reasoning included: some ten times a long one. Perplexity's is the maximum of its small model.
 */
const OUTPUT_TOKENS_MAX: Readonly<Record<Platform, number>> = {
  chatgpt: 8_000,
  perplexity: 4_000,
  claude: 8_000,
  gemini: 8_000,
};

/** Searches are most of an answer's price; the two platforms that can be bounded are. */
const SEARCHES_MAX = 3;

/**
 * The version of the method: raised with every change to the requests of this file that can change answers, so that a
 * change of a brand's numbers is not confused with a change of the method. Stored with each run.
 */
export const REQUEST_VERSION = 1;

const BUILDERS: Record<Platform, (question: PlatformQuestion, options: AskingOptions) => PlatformRequest> = {
  chatgpt: chatgptRequest,
  perplexity: perplexityRequest,
  claude: claudeRequest,
  gemini: geminiRequest,
};

/**
 * The request by which a platform answers a customer's question: the text alone, one turn, with a search of the web
 * wherever the platform allows to force one. It holds nothing of the account but the text and the country.
 */
export function askRequest(platform: Platform, question: PlatformQuestion, options: AskingOptions): PlatformRequest {
  return BUILDERS[platform](question, options);
}

/** Without a location OpenAI searches as from the United States. */
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

/** The tool of 2025: later versions search from code that they run, and reply in further kinds of block. */
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

/** Gemini takes neither a forced search nor a country. */
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
