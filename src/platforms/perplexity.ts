import { readAgentBody } from './agent-output.js';
import { type JsonObject, objectsIn, valuesIn } from './body.js';
import { readChatBody } from './chat-completions.js';
import { webSource } from './cited-source.js';
import type { CitedSource, ParsedBody } from './reply.js';

/** Reads a body of Perplexity's Agent API or of the older Sonar API. Throws UnreadableBody. */
export function readPerplexityBody(body: JsonObject): ParsedBody {
  if (body.choices === undefined && body.output !== undefined) {
    const reading = readAgentBody(body);
    return { ...reading, text: withoutReasoning(reading.text) };
  }
  return readSonarBody(body);
}

/** The Sonar API has the shape of chat.completions. */
function readSonarBody(body: JsonObject): ParsedBody {
  const reading = readChatBody(body);
  return { ...reading, text: withoutReasoning(reading.text), citations: citationsOf(body) };
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
