import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { OperationRequest } from '../gate/operation-request.js';
import { Refusal } from '../gate/refusal.js';
import { type GraphqlRequest, JSON_TYPE, RESPONSE_TYPE } from '../gate/request.js';
import { type ApolloOptions, PREFLIGHT_HEADERS, startApollo } from './apollo.js';
import { compiledQueries, type RunCompiled } from './compiled-queries.js';
import type { GraphqlResponse } from './failure-response.js';
import { isTooLong, mayFit, responseTooLong } from './response-bytes.js';
import type { RunningContext } from './running.js';

const OPERATION_MS = 10_000;

/** Media types of a response, as Apollo names them. */
const APPLICATION_JSON = `${JSON_TYPE}; charset=utf-8`;
const CONTENT_TYPES = [APPLICATION_JSON, `${RESPONSE_TYPE}; charset=utf-8`];

/**
 * Runs what the gate parsed, not what was sent, so that no parameter can be parsed in two ways.
 * @throws Refusal OPERATION_TIMED_OUT after 10 s: reads are cancelled, and a write still ends; ANSWER_TOO_LONG,
 * although a mutation was done.
 */
export type RunOperation = (
  request: GraphqlRequest,
  read: OperationRequest,
  context: RunningContext,
) => Promise<GraphqlResponse>;

/** Creates the execution behind the gate: Apollo, and before it the queries that are known compiled. */
export function createExecution(options: ApolloOptions): RunOperation {
  const apollo = startApollo(options);
  const runCompiled: RunCompiled = options.bypasses.compiledQueries
    ? compiledQueries(options.schema)
    : async () => null;
  const run: RunOperation = async (request, read, context) => {
    const data = await runCompiled(context, read.variables);
    return data ? respondWith(request, data, context) : runByApollo(apollo, request, read, context);
  };
  return (request, read, context) => withinTime(request.work, run(request, read, context));
}

/** As Apollo responds. */
function respondWith(request: GraphqlRequest, data: object, { running }: RunningContext): GraphqlResponse {
  if (!mayFit(data)) throw responseTooLong();
  const body = `${JSON.stringify({ data, extensions: { cost: running.cost } })}\n`;
  if (isTooLong(body)) throw responseTooLong();
  const type = request.preferredType(CONTENT_TYPES) ?? APPLICATION_JSON;
  return { status: 200, headers: { 'cache-control': 'no-store', 'content-type': type }, body };
}

async function runByApollo(
  apollo: ApolloServer<RunningContext>,
  request: GraphqlRequest,
  read: OperationRequest,
  context: RunningContext,
): Promise<GraphqlResponse> {
  const response = await apollo.executeHTTPGraphQLRequest({
    context: async () => context,
    httpGraphQLRequest: {
      headers: headersOf(request),
      ...(request.method === 'GET'
        ? { method: 'GET', search: searchOf(read), body: undefined }
        : { method: 'POST', search: '', body: { ...read, operationName: read.operationName ?? null } }),
    },
  });
  if (response.body.kind !== 'complete') throw new Error('an operation without @defer was answered in parts');
  const { string: body } = response.body;
  if (context.running.isTooLong || isTooLong(body)) throw responseTooLong();
  const headers = { 'cache-control': 'no-store', ...Object.fromEntries(response.headers) };
  return { status: response.status ?? 200, headers, body };
}

/** The headers that Apollo checks: accepted media types, and that no page of another site sent the request. */
function headersOf(request: GraphqlRequest): HeaderMap {
  const headers = new HeaderMap([['content-type', JSON_TYPE]]);
  for (const name of ['accept', ...PREFLIGHT_HEADERS]) {
    const value = request.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

function searchOf({ query, operationName, variables }: OperationRequest): string {
  const named = operationName === undefined ? {} : { operationName };
  return `?${new URLSearchParams({ query, variables: JSON.stringify(variables), ...named })}`;
}

async function withinTime<Result>(work: AbortController, running: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The operation took longer than ${OPERATION_MS / 1000} seconds`;
    timer = setTimeout(() => {
      reject(new Refusal(504, 'OPERATION_TIMED_OUT', message));
      work.abort(message);
    }, OPERATION_MS);
  });
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}
