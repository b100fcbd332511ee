import type { Platform } from '../entities/vocabulary.js';
import { isObject, type JsonObject, objectIn, objectsIn, valuesIn } from './body.js';

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
