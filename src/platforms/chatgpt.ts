import { type JsonObject, needObjects, needText, objectIn, objectsIn, textIn, valuesIn } from './body.js';
import { readAnnotatedChat } from './chat-completions.js';
import {
  type AskingOptions,
  locationOf,
  type PlatformApi,
  type PlatformQuestion,
  type PlatformRequest,
  SEARCHES_MAX,
  type StructuredQuestion,
} from './platform-api.js';
import { type CitedSource, joinPieces, type ParsedBody, webSource } from './reply.js';

/** OpenAI: the Responses API for questions, chat.completions for structured ones. */
export const CHATGPT: PlatformApi = {
  forcesSearch: true,
  takesPlace: true,
  readBody,
  spelling: 'snake',
  questionRequest,
  structuredRequest,
};

/** Output items by which the model asks the caller to act; the platform runs the other calls (searches, MCP) itself. */
const CALLS_TO_CALLER: ReadonlySet<unknown> = new Set([
  'function_call',
  'custom_tool_call',
  'computer_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'mcp_approval_request',
]);

/**
 * Reads a body of OpenAI's Responses API or of chat.completions. Citations are the `url_citation` annotations; pages
 * that a search only opened are not cited. Throws UnreadableBody.
 */
function readBody(body: JsonObject): ParsedBody {
  return body.choices === undefined ? readResponse(body) : readAnnotatedChat(body);
}

/** Where messages are marked with a phase, commentary ("I'll check a few sources") is not part of the answer. */
function readResponse(body: JsonObject): ParsedBody {
  const items = needObjects(body, 'output');
  const messages = items.filter((item) => item.type === 'message' && item.phase !== 'commentary').map(contentOf);
  const blocks = messages.flat();
  const refusal = blocks.find((block) => block.type === 'refusal');
  return {
    model: textIn(body, 'model'),
    ending: refusal === undefined ? endingOf(body) : 'refused',
    explanation: refusal === undefined ? null : textIn(refusal, 'refusal'),
    text: joinPieces(messages.flatMap((message) => [...message.map(pieceOf), null])),
    callsTool: items.some((item) => CALLS_TO_CALLER.has(item.type)),
    citations: blocks.flatMap(citationsOf),
    searches: items.flatMap(searchesOf),
  };
}

/** A message without content says nothing; others of the same answer may. */
function contentOf(message: JsonObject): JsonObject[] {
  return message.content === null ? [] : needObjects(message, 'content');
}

function pieceOf(block: JsonObject): string | null {
  return block.type === 'output_text' ? needText(block, 'text') : null;
}

function citationsOf(block: JsonObject): CitedSource[] {
  return objectsIn(block, 'annotations')
    .filter((annotation) => annotation.type === 'url_citation')
    .flatMap(({ url, title }) => webSource(url, title));
}

/** A search has all its queries in a list and the first of them apart, or that one alone; other actions have none. */
function searchesOf(item: JsonObject): unknown[] {
  if (item.type !== 'web_search_call') return [];
  const action = objectIn(item, 'action');
  return [...valuesIn(action, 'queries'), action.query];
}

/** An unknown status counts as unfinished, as `queued` and `in_progress` do. */
function endingOf(body: JsonObject): ParsedBody['ending'] {
  switch (body.status) {
    case undefined:
    case 'completed':
      return 'finished';
    case 'incomplete':
      return objectIn(body, 'incomplete_details').reason === 'content_filter' ? 'refused' : 'cut_off';
    case 'failed':
    case 'cancelled':
      return 'failed';
    default:
      return 'unfinished';
  }
}

/** The tokens of an answer, reasoning included, at most: some ten times a long one. */
const OUTPUT_TOKENS_MAX = 8_000;

/**
 * OpenAI takes a location that is left out, or null, for the United States; one without a country is no place at all.
 */
function questionRequest({ text, place }: PlatformQuestion, { model }: AskingOptions): PlatformRequest {
  const location = { type: 'approximate', ...(place && locationOf(place)) };
  return {
    path: '/responses',
    body: {
      model,
      input: text,
      tools: [{ type: 'web_search', user_location: location }],
      tool_choice: 'required',
      max_tool_calls: SEARCHES_MAX,
      max_output_tokens: OUTPUT_TOKENS_MAX,
      store: false,
    },
  };
}

/** Chat completions, not the Responses API: proxies and compatible servers support it. */
function structuredRequest(question: StructuredQuestion): PlatformRequest {
  const { model, instructions, input, schemaName, schema, tokensMax, temperature } = question;
  return {
    path: '/chat/completions',
    body: {
      model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: input },
      ],
      ...(temperature !== null && { temperature }),
      max_completion_tokens: tokensMax,
      response_format: { type: 'json_schema', json_schema: { name: schemaName, strict: true, schema } },
    },
  };
}
