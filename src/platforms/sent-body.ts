import { isObject, type JsonObject } from './body.js';

/** How a platform writes the names of fields on the wire; its SDKs may write them the other way. */
export type Spelling = 'camel' | 'snake';

/** Levels of a body in which names are looked at: an answer's deepest field is on the ninth. */
const DEPTH_MAX = 16;

/**
 * The platform's own body of what was kept of it: without what batches and streams put around it, and with the names of
 * fields as the platform writes them, as SDKs of Python and JavaScript store bodies in their own spelling.
 */
export function platformBody(kept: JsonObject, spelling: Spelling): JsonObject {
  const body = unwrapped(kept);
  // Chat completions, whichever platform serves them, have OpenAI's names.
  return spelled(body, body.choices === undefined ? spelling : 'snake');
}

/**
 * What is inside of: a line of a batch's results (OpenAI: `response.body`; Anthropic: `result.message`, or
 * `result.error` in a further object; Google: `response` beside a `key`), or the last event of a stream (`response` of
 * `response.completed`). Anything else as it is.
 */
function unwrapped(kept: JsonObject): JsonObject {
  return insideResponse(kept) ?? insideResult(kept) ?? kept;
}

function insideResponse({ response, type, key }: JsonObject): JsonObject | null {
  if (!isObject(response)) return null;
  if (isObject(response.body)) return response.body;
  const isEvent = typeof type === 'string' && type.startsWith('response.');
  return isEvent || key !== undefined ? response : null;
}

function insideResult({ result, custom_id: line }: JsonObject): JsonObject | null {
  if (!isObject(result) || line === undefined) return null;
  if (isObject(result.message)) return result.message;
  if (!isObject(result.error)) return null;
  return isObject(result.error.error) ? result.error : result;
}

function spelled(body: JsonObject, spelling: Spelling): JsonObject {
  const rename = spelling === 'camel' ? toCamel : toSnake;
  const walk = (value: unknown, depth: number): unknown => {
    if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1));
    const fields = Object.entries(value);
    const own = new Set(fields.map(([name]) => name));
    // A body with both spellings keeps the platform's own.
    const kept = fields.filter(([name]) => rename(name) === name || !own.has(rename(name)));
    return Object.fromEntries(kept.map(([name, held]) => [rename(name), walk(held, depth + 1)]));
  };
  // An object stays an object.
  return walk(body, 0) as JsonObject;
}

function toCamel(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function toSnake(name: string): string {
  return name.replace(/(?<=[a-z0-9])([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
}
