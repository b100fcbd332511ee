import type { JsonObject } from './body.js';
import type { ParsedBody } from './reply.js';
import type { Spelling } from './sent-body.js';

/** What differs between the platforms: what they are sent, and how their bodies are read. */
export interface PlatformApi {
  /** Reads a response body. May throw UnreadableBody, and nothing else, for any JSON object. */
  readBody(body: JsonObject): ParsedBody;
  /** How it writes the names of fields. */
  spelling: Spelling;
  /** Whether each answer to a question rests on a search; else the model decides. */
  forcesSearch: boolean;
  /** Whether a question's place is sent. */
  takesPlace: boolean;
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

/** Where a platform is to search as from; `country` is an ISO 3166 code of two capital letters. */
export interface SearchPlace {
  country: string;
  /** A region of the country by its name, `Bavaria`. */
  region: string | null;
  city: string | null;
}

/** A customer's question, word for word; `place` is null where no country is known. */
export interface PlatformQuestion {
  text: string;
  place: SearchPlace | null;
}

/** A place's fields as the platforms name them; what is unknown is left out. */
export function locationOf({ country, region, city }: SearchPlace): JsonObject {
  return { country, ...(region !== null && { region }), ...(city !== null && { city }) };
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
