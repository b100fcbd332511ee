import type { JsonObject } from './body.js';
import type { ParsedBody } from './reply.js';

/** What differs between the platforms: what they are sent, and how their bodies are read. */
export interface PlatformApi {
  /** Reads a response body. May throw UnreadableBody, and nothing else, for any JSON object. */
  readBody(body: JsonObject): ParsedBody;
  /** Asks a customer's question, with a search of the web. */
  questionRequest(question: PlatformQuestion, options: AskingOptions): PlatformRequest;
  /** Asks for one JSON value of a schema, without a search. */
  structuredRequest(question: StructuredQuestion): PlatformRequest;
}

/** A request to a platform: a path below its address, and a body that is sent as JSON. */
export interface PlatformRequest {
  path: string;
  body: JsonObject;
}

/** A customer's question, word for word; `country` is an ISO 3166 code of two capital letters. */
export interface PlatformQuestion {
  text: string;
  country: string | null;
}

export interface AskingOptions {
  model: string;
  /** Whether Gemini searches the web; the other platforms always do. */
  isGrounded: boolean;
}

/** A question to be answered by one JSON value of a schema. */
export interface StructuredQuestion {
  model: string;
  instructions: string;
  input: string;
  /** A word of letters, digits and `_`. */
  schemaName: string;
  /** JSON Schema, of what all four accept: objects with every field required and none added, strings, enums. */
  schema: object;
  /** Tokens of the answer, reasoning included. */
  tokensMax: number;
  /** Null where the model takes none; Perplexity is sent none. */
  temperature: number | null;
}

/** Searches are most of an answer's price; the two platforms that can be bounded are. */
export const SEARCHES_MAX = 3;
