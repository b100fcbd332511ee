import { type JsonObject, needObjects, needText, objectIn, objectsIn, textIn } from './body.js';
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
import { joinPieces, type ParsedBody, webSource } from './reply.js';

/** Anthropic: the Messages API. */
export const CLAUDE: PlatformApi = {
  forcesSearch: true,
  takesPlace: true,
  readBody,
  spelling: 'snake',
  questionRequest,
  structuredRequest,
};

/**
 * Reads a body of Anthropic's Messages API. The text is that of all text blocks: Claude's words before a search ("I'll
 * search for…") are shown to its readers as part of the answer, and nothing in the body marks them. Citations are
 * those of the text blocks with a URL; documents of the request have none, and pages that a search only found are not
 * cited. A failed search inside the answer does not make the answer fail. Bodies of its endpoint for OpenAI's clients
 * are read too. Throws UnreadableBody.
 */
function readBody(body: JsonObject): ParsedBody {
  if (body.choices !== undefined) return readAnnotatedChat(body);
  const blocks = needObjects(body, 'content');
  return {
    model: textIn(body, 'model'),
    ending: endingOf(body.stop_reason),
    explanation: textIn(objectIn(body, 'stop_details'), 'explanation'),
    text: joinPieces(blocks.map((block) => (block.type === 'text' ? needText(block, 'text') : null))),
    callsTool: blocks.some((block) => block.type === 'tool_use'),
    citations: blocks
      .filter((block) => block.type === 'text')
      .flatMap((block) => objectsIn(block, 'citations'))
      .flatMap(({ url, title }) => webSource(url, title)),
    searches: blocks
      .filter(({ type, name }) => type === 'server_tool_use' && name === 'web_search')
      .map((block) => objectIn(block, 'input').query),
  };
}

/** `null` means a message that is still being written; a body without the field is taken as finished. */
function endingOf(stopReason: unknown): ParsedBody['ending'] {
  switch (stopReason) {
    case undefined:
    case 'end_turn':
    case 'stop_sequence':
      return 'finished';
    case null:
    case 'pause_turn':
    case 'compaction':
      return 'unfinished';
    case 'refusal':
      return 'refused';
    default:
      return 'cut_off';
  }
}

/** The tokens of an answer, reasoning included, at most: some ten times a long one. */
const OUTPUT_TOKENS_MAX = 8_000;

/** The tool of 2025: later versions search from code that they run, and reply in further kinds of block. */
function questionRequest({ text, place }: PlatformQuestion, { model }: AskingOptions): PlatformRequest {
  const location = place && { user_location: { type: 'approximate', ...locationOf(place) } };
  return {
    path: '/v1/messages',
    body: {
      model,
      max_tokens: OUTPUT_TOKENS_MAX,
      messages: [{ role: 'user', content: text }],
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: SEARCHES_MAX, ...location }],
      tool_choice: { type: 'tool', name: 'web_search' },
    },
  };
}

/** Output in a format, not a forced tool: the verdict is the reply's text, as with the other three. */
function structuredRequest(question: StructuredQuestion): PlatformRequest {
  const { model, instructions, input, schema, tokensMax, temperature } = question;
  return {
    path: '/v1/messages',
    body: {
      model,
      max_tokens: tokensMax,
      system: instructions,
      messages: [{ role: 'user', content: input }],
      output_config: { format: { type: 'json_schema', schema } },
      ...(temperature !== null && { temperature }),
    },
  };
}
