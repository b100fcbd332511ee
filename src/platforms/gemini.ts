import { type JsonObject, needObject, needObjects, needText, objectIn, objectsIn, textIn, valuesIn } from './body.js';
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
 * Reads a body of Google's generateContent. The text is that of the first candidate's parts, thoughts left out.
 * Throws UnreadableBody.
 */
function readBody(body: JsonObject): ParsedBody {
  const absent = isAbsent(body.candidates) && MARKS.some((field) => !isAbsent(body[field]));
  const candidate = absent ? {} : (needObjects(body, 'candidates')[0] ?? {});
  const parts = partsOf(candidate);
  const feedback = objectIn(body, 'promptFeedback');
  const blockReason = textIn(feedback, 'blockReason');
  return {
    model: textIn(body, 'modelVersion'),
    ending: blockReason === null ? endingOf(candidate.finishReason) : 'refused',
    explanation:
      textIn(feedback, 'blockReasonMessage') ??
      blockReason ??
      textIn(candidate, 'finishMessage') ??
      textIn(candidate, 'finishReason'),
    text: joinPieces(parts.map(pieceOf)),
    callsTool: TOOL_CALLS.has(candidate.finishReason) || parts.some((part) => !isAbsent(part.functionCall)),
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
    ...webSource(web.uri, web.title ?? web.domain),
    ...webSource(maps.uri, maps.title),
    ...webSource(stored.uri, stored.title),
  ];
}

/** `CONTINUATION`: the model stopped to continue in a further request, which an answer of one turn never does. */
function endingOf(finishReason: unknown): ParsedBody['ending'] {
  if (isAbsent(finishReason) || finishReason === 'STOP') return 'finished';
  if (finishReason === 'CONTINUATION') return 'unfinished';
  return WITHHELD.has(finishReason) ? 'refused' : 'cut_off';
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
