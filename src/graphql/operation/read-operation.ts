import { hash } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.js';
import type { Client } from '../../core/people/security-events.js';
import { type ReadDocument, type ReadOperation, readDocument } from './document.js';
import { createPricer, type Price } from './operation-price.js';
import { Refusal } from './operation-refusal.js';

export const JSON_TYPE = 'application/json';
export const RESPONSE_TYPE = 'application/graphql-response+json';

/** A request to `/graphql` as the handler passes it on; nothing here knows Express. */
export interface GraphqlRequest {
  method: string;
  /** A header by its name in lower case. */
  header: (name: string) => string | undefined;
  /** The query string with its question mark; empty where there is none. */
  search: string;
  /** The first of these media types that the caller prefers; null where it accepts none of them. */
  preferredType: (types: readonly string[]) => string | null;
  /** Whether the key was let in recently: otherwise admission is asked before any body is read. */
  isKnown: () => boolean;
  /** Announced bytes of the body, 0 where none are; infinite where the head does not have the length. */
  bodyBytes: number;
  /** Reads the JSON body within its limits. @throws Refusal BAD_REQUEST, with the status of what is wrong. */
  readBody: () => Promise<unknown>;
  /** Aborted when the caller has hung up: its reads are then cancelled. */
  work: AbortController;
  requestId: string;
  /** Where it comes from. */
  client: Client;
}

/** The operation that a request asks for; variables are not yet coerced. */
export interface OperationRequest {
  query: string;
  operationName: string | undefined;
  variables: Readonly<Record<string, unknown>>;
}

/** An operation that may be charged and run. */
export interface PricedOperation {
  request: OperationRequest;
  operation: ReadOperation;
  price: Price;
  /** Called once the caller was let in: saves the document, so that unverified callers cannot fill the cache. */
  keep: () => void;
}

export interface OperationReader {
  /**
   * Reads, checks and prices the operation of a request without running it. A document that is not cached is parsed
   * only after `check`: that takes up to 60 ms at the bounds, as validation is quadratic, and is not done for callers
   * that admission would refuse.
   * @throws Refusal, and what `check` throws.
   */
  read: (request: GraphqlRequest, check: () => Promise<void>) => Promise<PricedOperation>;
  /** A cached document by the SHA-256 of its text, in hexadecimal. */
  documentOf: (hash: string) => ReadDocument | undefined;
}

/** Creates all checks of an operation that are possible without running it: its request, document, bounds and price. */
export function createOperationReader(schema: GraphQLSchema, clock: Clock): OperationReader {
  const cache = new DocumentCache();
  const priceOf = createPricer(schema, clock);
  const readAnew = async (text: string, check: () => Promise<void>) => {
    await check();
    return readDocument(schema, text);
  };
  return {
    documentOf: (key) => cache.get(key),
    read: async (http, check) => {
      const request = await readOperationRequest(http);
      const key = hash('sha256', request.query);
      const document = cache.get(key) ?? (await readAnew(request.query, check));
      const operation = selectOperation(document, request.operationName);
      refuseWritesByGet(http.method, operation);
      return {
        request,
        operation,
        price: priceOf(operation, request.variables),
        keep: () => cache.add(key, document, request.query.length),
      };
    },
  };
}

/**
 * Reads the parameters of a request by GraphQL over HTTP: JSON of POST, the query string of GET. One operation for each
 * request: a list is not accepted as a batch. `extensions` are checked for their shape and not used.
 * @throws Refusal BAD_REQUEST with 400, 405, 406, 413 or 415.
 */
async function readOperationRequest(request: GraphqlRequest): Promise<OperationRequest> {
  if (request.preferredType([JSON_TYPE, RESPONSE_TYPE]) === null) {
    throw new Refusal(406, 'BAD_REQUEST', `Accept must allow ${JSON_TYPE} or ${RESPONSE_TYPE}`);
  }
  switch (request.method) {
    case 'POST':
      return narrow(await readPosted(request));
    case 'GET':
      return narrow(readSearch(request.search));
    default:
      throw new Refusal(405, 'BAD_REQUEST', 'GraphQL accepts GET and POST only', { headers: { Allow: 'GET, POST' } });
  }
}

async function readPosted(request: GraphqlRequest): Promise<object> {
  const type = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== JSON_TYPE) throw new Refusal(415, 'BAD_REQUEST', `Content-Type must be ${JSON_TYPE}`);
  const body = await request.readBody();
  if (Array.isArray(body)) throw malformed('Batches are not supported: send one operation per request');
  if (typeof body !== 'object' || body === null) throw malformed('The request body must be a JSON object');
  return body;
}

function readSearch(search: string): object {
  const sent = new URLSearchParams(search);
  const once = (name: string) => {
    if (sent.getAll(name).length > 1) throw malformed(`${name} must be sent once`);
    return sent.get(name) ?? undefined;
  };
  return {
    query: once('query'),
    operationName: once('operationName'),
    variables: parameterObject('variables', once('variables')),
    extensions: parameterObject('extensions', once('extensions')),
  };
}

function parameterObject(name: string, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(`${name} must be a JSON object`);
  }
}

function narrow(sent: object): OperationRequest {
  const given: Record<string, unknown> = { ...sent };
  const { query } = given;
  if (typeof query !== 'string' || query === '') throw malformed('query must be a GraphQL document');
  const operationName = optional(given['operationName'], isString, 'operationName must be a string');
  const variables = optional(given['variables'], isRecord, 'variables must be an object');
  const extensions = optional(given['extensions'], isRecord, 'extensions must be an object');
  if (extensions && 'persistedQuery' in extensions) throw malformed('Persisted queries are not supported');
  return { query, operationName, variables: variables ?? {} };
}

/** The value, where it is one of its kind; undefined where it is absent, null or, as some clients write it, `""`. */
function optional<Value>(
  value: unknown,
  isOfKind: (value: unknown) => value is Value,
  message: string,
): Value | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (!isOfKind(value)) throw malformed(message);
  return value;
}

function malformed(message: string): Refusal {
  return new Refusal(400, 'BAD_REQUEST', message);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A document takes about 85 times its text, and compiled half as much again: 40 MB at most. */
const CHARACTERS_MAX = 300_000;
const DOCUMENTS_MAX = 1_000;

/** Recently used documents by the hash of their text; their number and total length are bounded. */
class DocumentCache {
  readonly #kept = new LRUCache<string, ReadDocument>({ max: DOCUMENTS_MAX, maxSize: CHARACTERS_MAX });

  get(hash: string): ReadDocument | undefined {
    return this.#kept.get(hash);
  }

  /** Saves a document; the least recently used ones make room. The first of two for the same text stays. */
  add(hash: string, document: ReadDocument, characters: number): void {
    if (!this.#kept.has(hash)) this.#kept.set(hash, document, { size: characters });
  }
}

/**
 * The operation to run, by GraphQL's own rule: the one of that name, or the only one.
 * @throws Refusal OPERATION_RESOLUTION_FAILURE.
 */
function selectOperation({ operations }: ReadDocument, name: string | undefined): ReadOperation {
  const found =
    name === undefined
      ? operations.length === 1 && operations[0]
      : operations.find(({ node }) => node.name?.value === name);
  if (found) return found;
  const message =
    name === undefined
      ? 'operationName must be sent with a document of several operations'
      : `The document has no operation ${JSON.stringify(name.slice(0, 100))}`;
  throw new Refusal(400, 'OPERATION_RESOLUTION_FAILURE', message, { isOfDocument: true });
}

function refuseWritesByGet(method: string, { node }: ReadOperation): void {
  if (method !== 'GET' || node.operation === 'query') return;
  throw new Refusal(405, 'BAD_REQUEST', 'GET serves queries only: send mutations by POST', {
    headers: { Allow: 'POST' },
  });
}
