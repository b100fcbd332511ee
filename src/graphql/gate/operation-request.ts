import { Refusal } from './refusal.js';
import { type GraphqlRequest, JSON_TYPE, RESPONSE_TYPE, RequestFault } from './request.js';

/** The operation that a request asks for; variables are not yet coerced. */
export interface OperationRequest {
  query: string;
  operationName: string | undefined;
  variables: Readonly<Record<string, unknown>>;
}

/**
 * Reads the parameters of a request by GraphQL over HTTP: JSON of POST, the query string of GET. One operation for each
 * request: a list is not accepted as a batch. `extensions` are checked for their shape and not used.
 * @throws Refusal BAD_REQUEST with 400, 405, 406, 413 or 415.
 */
export async function readOperationRequest(request: GraphqlRequest): Promise<OperationRequest> {
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
  const body = await request.readBody().catch((fault: unknown) => {
    throw fault instanceof RequestFault ? new Refusal(fault.status, 'BAD_REQUEST', fault.message) : fault;
  });
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

/** The value, where it is one of its kind; undefined where it is absent or null. */
function optional<Value>(
  value: unknown,
  isOfKind: (value: unknown) => value is Value,
  message: string,
): Value | undefined {
  if (value === undefined || value === null) return undefined;
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
