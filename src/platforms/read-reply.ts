import type { Platform } from '../entities/vocabulary.js';
import { isObject, type JsonObject, textIn, UnreadableBody } from './body.js';
import { readChatgptBody } from './chatgpt.js';
import { readClaudeBody } from './claude.js';
import { describeError, refusesQuestion } from './error-body.js';
import { readGeminiBody } from './gemini.js';
import { readPerplexityBody } from './perplexity.js';
import { type ParsedBody, type PlatformReply, rejected, toReply } from './reply.js';

/** One adapter a platform. Each may throw UnreadableBody, and nothing else, for any JSON object. */
const READERS: Record<Platform, (body: JsonObject) => ParsedBody> = {
  chatgpt: readChatgptBody,
  perplexity: readPerplexityBody,
  claude: readClaudeBody,
  gemini: readGeminiBody,
};

/**
 * Reads a platform's response body, parsed from JSON, whatever its HTTP status: answers, errors, and errors inside a
 * 200. Returns a reply for any JSON value and never throws. Unknown fields and kinds of block are ignored; a needed
 * field of another type than its platform documents makes the reply 'unreadable'. All texts can be stored in
 * PostgreSQL: they hold neither NUL nor lone surrogates.
 */
export function readReply(platform: Platform, body: unknown): PlatformReply {
  if (!isObject(body)) return rejected('unreadable', 'The response body is not a JSON object.', null);

  const model = textIn(body, 'model') ?? textIn(body, 'modelVersion');
  const error = describeError(body);
  if (error !== null) return rejected(refusesQuestion(body) ? 'refusal' : 'error', error, model);

  try {
    return toReply(READERS[platform](body));
  } catch (cause) {
    if (!(cause instanceof UnreadableBody)) throw cause;
    return rejected('unreadable', `The response body cannot be read: ${cause.message}.`, model);
  }
}
