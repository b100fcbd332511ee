import { type JsonObject, needObjects, needText, objectIn, objectsIn, textIn, valuesIn } from './body.js';
import { readAnnotatedChat } from './chat-completions.js';
import {
  type AskingOptions,
  locationOf,
  type PlatformApi,
  type PlatformQuestion,
  type PlatformRequest,
  type StructuredQuestion,
} from './platform-api.js';
import { type CitedSource, joinPieces, type ParsedBody, webSource } from './reply.js';

/** Perplexity: the Agent API; bodies of the older Sonar API are read too. */
export const PERPLEXITY: PlatformApi = {
  forcesSearch: true,
  takesPlace: true,
  readBody,
  spelling: 'snake',
  questionRequest,
  structuredRequest,
};

/** Reads a body of Perplexity's Agent API or of the older Sonar API. Throws UnreadableBody. */
function readBody(body: JsonObject): ParsedBody {
  if (body.choices === undefined && body.output !== undefined) {
    const reading = readAgentBody(body);
    return { ...reading, text: withoutReasoning(reading.text) };
  }
  return readSonarBody(body);
}

/** The Sonar API has the shape of chat.completions; routers put its citations into annotations. */
function readSonarBody(body: JsonObject): ParsedBody {
  const reading = readAnnotatedChat(body);
  const listed = citationsOf(body);
  const citations = listed.length > 0 ? listed : reading.citations;
  return { ...reading, text: withoutReasoning(reading.text), citations };
}

/**
 * The URLs of `citations`, each at its place, so that `[1]` in the text is the first of them; a URL listed twice stays
 * twice. Their titles come from `search_results`, the newer list of the same pages; pages of that list alone follow,
 * each URL once.
 */
function citationsOf(body: JsonObject): CitedSource[] {
  const results = new Map<string, CitedSource>();
  for (const { url, title } of objectsIn(body, 'search_results')) {
    for (const source of webSource(url, title)) {
      if (!results.get(source.url)?.title) results.set(source.url, source);
    }
  }
  const cited = valuesIn(body, 'citations')
    .flatMap((url) => webSource(url, null))
    .map((source) => results.get(source.url) ?? source);
  const urls = new Set(cited.map((source) => source.url));
  return [...cited, ...[...results.values()].filter((source) => !urls.has(source.url))];
}

/**
 * Reasoning models write their reasoning before the answer. Reasoning that is never closed was cut off, and no answer
 * follows it. Tags further down belong to the answer. A loop, because a pattern would need a stack as deep as there are
 * tags.
 */
function withoutReasoning(text: string): string {
  const [opening, closing] = ['<think>', '</think>'];
  if (!text.trimStart().startsWith(opening)) return text;
  let answer = text.trimStart();
  while (answer.startsWith(opening)) {
    const end = answer.indexOf(closing);
    answer = end === -1 ? '' : answer.slice(end + closing.length).trimStart();
  }
  return answer;
}

/** The mark by which a text cites the source with an id: `[3]`, also written `[web:3]`. */
const MARK = /\[(?:web:)?(\d{1,6})\]/g;

/**
 * Reads a body of Perplexity's Agent API. Each search adds a list of sources. Citations are those whose mark is in the
 * text, in the order of their first marks, and those that an annotation names. A text without marks cites nothing,
 * however much was searched: a page that was only found is no citation. Throws UnreadableBody.
 */
function readAgentBody(body: JsonObject): ParsedBody {
  const items = needObjects(body, 'output');
  const messages = items
    .filter(({ type, content }) => type === 'message' && content !== null)
    .map((message) => needObjects(message, 'content'));
  const blocks = messages.flat();
  const refusal = blocks.find(({ type }) => type === 'refusal');
  const text = joinPieces(messages.flatMap((message) => [...message.map(pieceOf), null]));
  return {
    model: textIn(body, 'model'),
    ending: refusal === undefined ? endingOf(body) : 'refused',
    explanation: refusal === undefined ? null : textIn(refusal, 'refusal'),
    text,
    callsTool: items.some(({ type }) => type === 'function_call') || body.status === 'requires_action',
    citations: agentCitations(text, items, blocks),
    searches: items.filter(({ type }) => type === 'search_results').flatMap((item) => valuesIn(item, 'queries')),
  };
}

function pieceOf(block: JsonObject): string | null {
  return block.type === 'output_text' ? needText(block, 'text') : null;
}

/** An id names one source over all searches of an answer. */
function agentCitations(text: string, items: readonly JsonObject[], blocks: readonly JsonObject[]): CitedSource[] {
  const sources = new Map<string, CitedSource>();
  const results = items.filter(({ type }) => type === 'search_results').flatMap((item) => objectsIn(item, 'results'));
  for (const { id, url, title } of results) {
    const [source] = webSource(url, title);
    if (source && !sources.has(String(id))) sources.set(String(id), source);
  }
  const ids = new Set([...text.matchAll(MARK)].map(([, id = '']) => String(Number(id))));
  const marked = [...ids].flatMap((id) => sources.get(id) ?? []);
  const urls = new Set(marked.map(({ url }) => url));
  const annotated = blocks
    .flatMap((block) => objectsIn(block, 'annotations'))
    .flatMap(({ url, title }) => webSource(url, title));
  return [...marked, ...annotated.filter(({ url }) => !urls.has(url))];
}

/** An unknown status counts as unfinished, as `in_progress` does. */
function endingOf(body: JsonObject): ParsedBody['ending'] {
  switch (body.status) {
    case undefined:
    case 'completed':
    case 'requires_action':
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

/** The tokens of an answer, reasoning included, at most: the maximum of its small model. */
const OUTPUT_TOKENS_MAX = 4_000;

/** Without `tools` nothing is searched, and without `tool_choice` the model decides. */
function questionRequest({ text, place }: PlatformQuestion, { model }: AskingOptions): PlatformRequest {
  return {
    path: '/v1/agent',
    body: {
      model,
      input: text,
      tools: [{ type: 'web_search', ...(place && { user_location: locationOf(place) }) }],
      tool_choice: { type: 'web_search' },
      max_output_tokens: OUTPUT_TOKENS_MAX,
      store: false,
    },
  };
}

/** The agent API takes no temperature and refuses fields that it does not know; without tools it searches nothing. */
function structuredRequest(question: StructuredQuestion): PlatformRequest {
  const { model, instructions, input, schemaName, schema, tokensMax } = question;
  return {
    path: '/v1/agent',
    body: {
      model,
      input,
      instructions,
      max_output_tokens: tokensMax,
      response_format: { type: 'json_schema', json_schema: { name: schemaName, schema } },
    },
  };
}
