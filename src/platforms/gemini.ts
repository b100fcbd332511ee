import { type JsonObject, needObject, needObjects, needText, objectIn, objectsIn, textIn, valuesIn } from './body.js';
import { readAnnotatedChat } from './chat-completions.js';
import type {
  AskingOptions,
  PlatformApi,
  PlatformQuestion,
  PlatformRequest,
  StructuredQuestion,
} from './platform-api.js';
import { type CitedSource, joinPieces, type ParsedBody, webSource } from './reply.js';

/** Google: generateContent. */
export const GEMINI: PlatformApi = {
  forcesSearch: false,
  takesPlace: false,
  readBody,
  spelling: 'camel',
  questionRequest,
  structuredRequest,
};

/** Finish reasons by which a filter withholds the answer. */
const WITHHELD: ReadonlySet<unknown> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MODEL_ARMOR',
  'LANGUAGE',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

/** Finish reasons of a failed tool call, whose part may be missing from the body. */
const TOOL_CALLS: ReadonlySet<unknown> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
]);

/** Fields of a response without candidates: empty lists are not sent, so the list itself does not show it. */
const MARKS = ['promptFeedback', 'usageMetadata', 'modelVersion', 'responseId'];

/**
 * Reads a body of Google's generateContent, of its Interactions API, or of its endpoint for OpenAI's clients. The text
 * is that of the first candidate's parts, thoughts left out. Throws UnreadableBody.
 */
function readBody(body: JsonObject): ParsedBody {
  if (body.choices !== undefined) return readAnnotatedChat(body);
  if (body.outputs !== undefined) return readInteraction(body);
  const absent = isAbsent(body.candidates) && MARKS.some((field) => !isAbsent(body[field]));
  const candidate = absent ? {} : (needObjects(body, 'candidates')[0] ?? {});
  const parts = partsOf(candidate);
  const feedback = objectIn(body, 'promptFeedback');
  const blockReason = textIn(feedback, 'blockReason');
  const finishReason = enumOf(candidate.finishReason);
  return {
    model: textIn(body, 'modelVersion'),
    ending: blockReason === null ? endingOf(finishReason) : 'refused',
    explanation:
      textIn(feedback, 'blockReasonMessage') ??
      blockReason ??
      textIn(candidate, 'finishMessage') ??
      textIn(candidate, 'finishReason'),
    text: joinPieces(parts.map(pieceOf)),
    callsTool: TOOL_CALLS.has(finishReason) || parts.some((part) => !isAbsent(part.functionCall)),
    citations: citationsOf(candidate),
    searches: valuesIn(objectIn(candidate, 'groundingMetadata'), 'webSearchQueries'),
  };
}

/** A candidate without content, or content without parts, is an answer without text, not a broken body. */
function partsOf(candidate: JsonObject): JsonObject[] {
  if (isAbsent(candidate.content)) return [];
  const content = needObject(candidate, 'content');
  return isAbsent(content.parts) ? [] : needObjects(content, 'parts');
}

function pieceOf(part: JsonObject): string | null {
  return isAbsent(part.text) || part.thought === true ? null : needText(part, 'text');
}

/**
 * The sources that the answer is grounded on, then those of passages that it repeats word for word (AI Studio and
 * Vertex name that list differently). `searchEntryPoint` is a widget, and `urlContextMetadata` lists pages that were
 * only opened.
 */
function citationsOf(candidate: JsonObject): CitedSource[] {
  const grounding = objectIn(candidate, 'groundingMetadata');
  const attribution = objectIn(candidate, 'citationMetadata');
  return [
    ...objectsIn(grounding, 'groundingChunks').flatMap(sourceOfChunk),
    ...objectsIn(attribution, 'citationSources').flatMap(({ uri, title }) => webSource(uri, title)),
    ...objectsIn(attribution, 'citations').flatMap(({ uri, title }) => webSource(uri, title)),
  ];
}

/** A chunk is of the web, of a map or of a document store; all three count where they have a web address. */
function sourceOfChunk(chunk: JsonObject): CitedSource[] {
  const web = objectIn(chunk, 'web');
  const maps = objectIn(chunk, 'maps');
  const stored = objectIn(chunk, 'retrievedContext');
  return [
    ...webSource(web.uri, isRedirect(web.uri) ? (textIn(web, 'domain') ?? web.title) : (web.title ?? web.domain)),
    ...webSource(maps.uri, maps.title),
    ...webSource(stored.uri, stored.title),
  ];
}

/** An address of Google's that says nothing of the source: its `domain` does, and else its title where that is one. */
function isRedirect(uri: unknown): boolean {
  return typeof uri === 'string' && /^https?:\/\/vertexaisearch\.cloud\.google\.com\//i.test(uri);
}

/** Kinds of output by which the model asks the caller to act. */
const CALLS_TO_CALLER: ReadonlySet<unknown> = new Set(['function_call', 'computer_call']);

/**
 * Reads a body of the Interactions API: a list of outputs, of which the texts are the answer. Citations are the
 * annotations of the texts; pages that a search only found are not cited.
 */
function readInteraction(body: JsonObject): ParsedBody {
  const outputs = needObjects(body, 'outputs');
  const calls = outputs.filter(({ type }) => type === 'google_search_call');
  return {
    model: textIn(body, 'model') ?? textIn(body, 'agent'),
    ending: endingOfInteraction(body.status),
    explanation: null,
    text: joinPieces(outputs.map((output) => (output.type === 'text' ? needText(output, 'text') : null))),
    callsTool: body.status === 'requires_action' || outputs.some(({ type }) => CALLS_TO_CALLER.has(type)),
    citations: outputs
      .filter(({ type }) => type === 'text')
      .flatMap((output) => objectsIn(output, 'annotations'))
      .flatMap(({ source, url, uri, title }) => webSource(source ?? url ?? uri, title)),
    searches: calls.flatMap((call) => valuesIn(objectIn(call, 'arguments'), 'queries')),
  };
}

function endingOfInteraction(status: unknown): ParsedBody['ending'] {
  switch (status) {
    case undefined:
    case 'completed':
    case 'requires_action':
      return 'finished';
    case 'incomplete':
      return 'cut_off';
    case 'failed':
    case 'cancelled':
      return 'failed';
    default:
      return 'unfinished';
  }
}

/** `CONTINUATION`: the model stopped to continue in a further request, which an answer of one turn never does. */
function endingOf(finishReason: unknown): ParsedBody['ending'] {
  if (isAbsent(finishReason) || finishReason === 'STOP') return 'finished';
  if (finishReason === 'CONTINUATION') return 'unfinished';
  return WITHHELD.has(finishReason) ? 'refused' : 'cut_off';
}

/** Python writes `FinishReason.SAFETY` where JSON has `SAFETY`. */
function enumOf(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^\w+\./, '') : value;
}

/** In Google's JSON null means a field that is left out. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The tokens of an answer, reasoning included, at most: some ten times a long one. */
const OUTPUT_TOKENS_MAX = 8_000;

/** Gemini takes neither a forced search nor a place. */
function questionRequest({ text }: PlatformQuestion, { model, isGrounded }: AskingOptions): PlatformRequest {
  return {
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: {
      contents: [{ role: 'user', parts: [{ text }] }],
      ...(isGrounded && { tools: [{ google_search: {} }] }),
      generationConfig: { maxOutputTokens: OUTPUT_TOKENS_MAX },
    },
  };
}

function structuredRequest(question: StructuredQuestion): PlatformRequest {
  const { model, instructions, input, schema, tokensMax, temperature } = question;
  return {
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: {
      systemInstruction: { parts: [{ text: instructions }] },
      contents: [{ role: 'user', parts: [{ text: input }] }],
      generationConfig: {
        maxOutputTokens: tokensMax,
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
        ...(temperature !== null && { temperature }),
      },
    },
  };
}
