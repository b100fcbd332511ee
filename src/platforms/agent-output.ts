import { type JsonObject, needObjects, needText, objectIn, objectsIn, textIn } from './body.js';
import { webSource } from './cited-source.js';
import type { CitedSource, ParsedBody } from './reply.js';
import { joinPieces } from './visible-text.js';

/** The mark by which a text cites the source with an id: `[3]`, also written `[web:3]`. */
const MARK = /\[(?:web:)?(\d{1,6})\]/g;

/**
 * Reads a body of Perplexity's Agent API. Each search adds a list of sources. Citations are those whose mark is in the
 * text, in the order of their first marks, and those that an annotation names. A text without marks cites nothing,
 * however much was searched: a page that was only found is no citation. Throws UnreadableBody.
 */
export function readAgentBody(body: JsonObject): ParsedBody {
  const items = needObjects(body, 'output');
  const messages = items.filter(({ type }) => type === 'message').map((message) => needObjects(message, 'content'));
  const blocks = messages.flat();
  const refusal = blocks.find(({ type }) => type === 'refusal');
  const text = joinPieces(messages.flatMap((message) => [...message.map(pieceOf), null]));
  return {
    model: textIn(body, 'model'),
    ending: refusal === undefined ? endingOf(body) : 'refused',
    explanation: refusal === undefined ? null : textIn(refusal, 'refusal'),
    text,
    callsTool: items.some(({ type }) => type === 'function_call') || body.status === 'requires_action',
    citations: citationsOf(text, items, blocks),
  };
}

function pieceOf(block: JsonObject): string | null {
  return block.type === 'output_text' ? needText(block, 'text') : null;
}

/** An id names one source over all searches of an answer. */
function citationsOf(text: string, items: readonly JsonObject[], blocks: readonly JsonObject[]): CitedSource[] {
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
