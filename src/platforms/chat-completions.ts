import {
  isObject,
  type JsonObject,
  needObject,
  needObjects,
  needText,
  objectIn,
  objectsIn,
  textIn,
  UnreadableBody,
  valuesIn,
} from './body.js';
import { joinPieces, type ParsedBody, webSource } from './reply.js';

/**
 * The parsed form that ChatGPT's older API and Perplexity share; the place of citations differs.
 */
interface ParsedChat extends ParsedBody {
  /** The message of the first choice, for a platform's own additions. */
  message: JsonObject;
}

/** Reads the first choice of a chat.completions body, without citations and searches. Throws UnreadableBody. */
export function readChatBody(body: JsonObject): ParsedChat {
  const model = textIn(body, 'model');
  const [choice] = needObjects(body, 'choices');
  if (choice === undefined) {
    const nothing = { explanation: null, text: '', callsTool: false, citations: [], searches: [], message: {} };
    return { model, ending: 'finished', ...nothing };
  }
  const message = needObject(choice, 'message');
  const refusal = textIn(message, 'refusal');
  return {
    model,
    ending: refusal === null ? endingOf(choice.finish_reason) : 'refused',
    explanation: refusal,
    text: textOf(message),
    callsTool: valuesIn(message, 'tool_calls').length > 0 || isObject(message.function_call),
    citations: [],
    searches: [],
    message,
  };
}

/** As {@link readChatBody}, with the pages that `url_citation` annotations of the message name. */
export function readAnnotatedChat(body: JsonObject): ParsedBody {
  const { message, ...reading } = readChatBody(body);
  const annotations = objectsIn(message, 'annotations').map((one) => objectIn(one, 'url_citation'));
  return { ...reading, citations: annotations.flatMap(({ url, title }) => webSource(url, title)) };
}

/** `null` means a turn that is still being written; a body without the field is taken as finished. */
function endingOf(finishReason: unknown): ParsedBody['ending'] {
  switch (finishReason) {
    case undefined:
    case 'stop':
      return 'finished';
    case null:
      return 'unfinished';
    case 'content_filter':
      return 'refused';
    default:
      return 'cut_off';
  }
}

/** Both platforms send a text; Perplexity documents a list of typed parts as well. */
function textOf(message: JsonObject): string {
  const { content } = message;
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw new UnreadableBody('"content" is neither a text nor a list');
  return joinPieces(
    needObjects(message, 'content').map((part) => (part.type === 'text' ? needText(part, 'text') : null)),
  );
}
