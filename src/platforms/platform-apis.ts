import type { Platform } from '../entities/vocabulary.js';
import { isObject, type JsonObject, textIn, UnreadableBody } from './body.js';
import { CHATGPT } from './chatgpt.js';
import { CLAUDE } from './claude.js';
import { describeError, refusesQuestion } from './error-body.js';
import { GEMINI } from './gemini.js';
import { PERPLEXITY } from './perplexity.js';
import type {
  AskingOptions,
  PlatformApi,
  PlatformQuestion,
  PlatformRequest,
  StructuredQuestion,
} from './platform-api.js';
import { type PlatformReply, rejected, toReply } from './reply.js';
import { platformBody } from './sent-body.js';

const PLATFORM_APIS: Readonly<Record<Platform, PlatformApi>> = {
  chatgpt: CHATGPT,
  perplexity: PERPLEXITY,
  claude: CLAUDE,
  gemini: GEMINI,
};

/**
 * Reads a platform's response body, parsed from JSON, whatever its HTTP status: answers, errors, and errors inside a
 * 200, in either spelling of fields, and in what batches and streams put around a body. Returns a reply for any JSON
 * value and never throws. Unknown fields and kinds of block are ignored; a needed
 * field of another type than its platform documents makes the reply 'unreadable'. All texts can be stored in
 * PostgreSQL: they hold neither NUL nor lone surrogates.
 */
export function readReply(platform: Platform, body: unknown): PlatformReply {
  if (!isObject(body)) return rejected('unreadable', 'The response body is not a JSON object.', null);
  const { readBody, spelling } = PLATFORM_APIS[platform];
  return readObject(platformBody(body, spelling), readBody);
}

function readObject(body: JsonObject, readBody: PlatformApi['readBody']): PlatformReply {
  const model = textIn(body, 'model') ?? textIn(body, 'modelVersion');
  const error = describeError(body);
  if (error !== null) return rejected(refusesQuestion(body) ? 'refusal' : 'error', error, model);

  try {
    return toReply(readBody(body));
  } catch (cause) {
    if (!(cause instanceof UnreadableBody)) throw cause;
    return rejected('unreadable', `The response body cannot be read: ${cause.message}.`, model);
  }
}

/**
 * The version of the method: raised with every change to a platform's `questionRequest` that can change answers, so
 * that a change of a brand's numbers is not confused with a change of the method. Stored with each run. Since 2 ChatGPT
 * is told where no country is known; it had searched as from the United States.
 */
export const REQUEST_VERSION = 2;

/** Whether each answer of a platform rests on a search of the web. */
export function forcesSearch(platform: Platform): boolean {
  return PLATFORM_APIS[platform].forcesSearch;
}

/** Whether a platform is told the place to search from. */
export function takesPlace(platform: Platform): boolean {
  return PLATFORM_APIS[platform].takesPlace;
}

/**
 * The request by which a platform answers a customer's question: the text alone, one turn, with a search of the web
 * wherever the platform allows to force one. It holds nothing of the account but the text and the place.
 */
export function askRequest(platform: Platform, question: PlatformQuestion, options: AskingOptions): PlatformRequest {
  return PLATFORM_APIS[platform].questionRequest(question, options);
}

/**
 * The request by which a platform answers in a strict schema, without searching the web. The answer is the text of its
 * reply (`readReply`), which recognizes refusals and cut-off answers as in any other.
 */
export function structuredRequest(platform: Platform, question: StructuredQuestion): PlatformRequest {
  return PLATFORM_APIS[platform].structuredRequest(question);
}
