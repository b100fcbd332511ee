import { type ApolloServer, HeaderMap } from '@apollo/server';
import { BREAK, type DocumentNode, type GraphQLSchema, visit } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { RESPONSE_BYTES_MAX } from '../../core/answers/answer.reads.js';
import type { ReportFailure, RunningContext } from '../graphql-context.js';
import type { ReadOperation } from '../operation/document.js';
import { Refusal } from '../operation/operation-refusal.js';
import {
  type GraphqlRequest,
  JSON_TYPE,
  type OperationReader,
  type OperationRequest,
  RESPONSE_TYPE,
} from '../operation/read-operation.js';
import { PREFLIGHT_HEADERS, startApollo } from './apollo.js';
import type { GraphqlResponse } from './failed-operations.js';

const OPERATION_MS = 10_000;

/** Media types of a response, as Apollo names them. */
const APPLICATION_JSON = `${JSON_TYPE}; charset=utf-8`;
const CONTENT_TYPES = [APPLICATION_JSON, `${RESPONSE_TYPE}; charset=utf-8`];

/**
 * Runs an operation as it was read, not as it was sent, so that no parameter can be parsed in two ways.
 * @throws Refusal OPERATION_TIMED_OUT after 10 s: reads are cancelled, and a write still ends; ANSWER_TOO_LONG,
 * although a mutation was done.
 */
type RunOperation = (
  request: GraphqlRequest,
  read: OperationRequest,
  context: RunningContext,
) => Promise<GraphqlResponse>;

/**
 * Which fast paths past a library GraphQL uses. Without them the responses are the same and take longer
 * (docs/architecture.md, "Bypasses").
 */
export interface GraphqlFastPaths {
  /** Resolvers of reads are called without type-graphql. */
  directReads: boolean;
  /** Queries that come again are run by graphql-jit. */
  compiledQueries: boolean;
  /** Apollo receives the document that was parsed and validated already. */
  gateDocuments: boolean;
}

interface ExecutionOptions {
  schema: GraphQLSchema;
  operations: OperationReader;
  report: ReportFailure;
  fastPaths: GraphqlFastPaths;
}

/** Creates the execution of operations that were read: by Apollo, and before it the queries that are compiled. */
export function createExecution({ schema, operations, report, fastPaths }: ExecutionOptions): RunOperation {
  const apollo = startApollo({
    schema,
    report,
    mayFit,
    documentOf: fastPaths.gateDocuments ? operations.documentOf : null,
  });
  const runCompiled: RunCompiled = fastPaths.compiledQueries ? compiledQueries(schema) : async () => null;
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

/**
 * The `data` of a query that was run compiled; null where Apollo has to run it. The variables were
 * checked already.
 */
type RunCompiled = (context: RunningContext, variables: Readonly<Record<string, unknown>>) => Promise<object | null>;

/**
 * Runs repeated queries compiled by graphql-jit, without Apollo, measured at 1.3 to 1.4 times the requests. A response
 * with errors is dropped and made again by Apollo, because only there are errors shaped and masked; the request's
 * loaders have the rows already. Mutations never run this way, since they would run twice. A fast path
 * (docs/architecture.md, "Bypasses").
 */
function compiledQueries(schema: GraphQLSchema): RunCompiled {
  const compile = compiler(schema);
  return async (context, variables) => {
    const { operation } = context.running;
    const compiled = operation.node.operation === 'query' ? compile(operation) : null;
    if (!compiled) return null;
    const { data, errors } = await compiled.query(undefined, context, variables);
    return errors ? null : (data ?? null);
  };
}

/**
 * Compiling costs as much as about a hundred runs, so the first run of an operation is not compiled. One with a
 * directive never is: graphql-jit (0.8.9) writes the conditions of `@skip` and `@include` onto nodes that all spreads
 * of a fragment and all operations of a document share. It then returns fields that were not asked for, and loses
 * others.
 */
function compiler(schema: GraphQLSchema): (operation: ReadOperation) => CompiledQuery | null {
  const compiled = new WeakMap<ReadOperation, CompiledQuery | null>();
  const seen = new WeakSet<ReadOperation>();
  return (operation) => {
    const known = compiled.get(operation);
    if (known !== undefined) return known;
    if (!seen.has(operation)) {
      seen.add(operation);
      return null;
    }
    const outcome = hasDirective(operation.alone) ? null : compileQuery(schema, operation.alone);
    const query = outcome && isCompiledQuery(outcome) ? outcome : null;
    compiled.set(operation, query);
    return query;
  };
}

function hasDirective(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive: () => {
      found = true;
      return BREAK;
    },
  });
  return found;
}

/** Bytes of one response: an operation may repeat what it selects thirty times over. */
const BYTES_MAX = RESPONSE_BYTES_MAX;

/** The most bytes that one unit of a string's length takes. */
const BYTES_PER_UNIT = 3;

function responseTooLong(): Refusal {
  const mib = BYTES_MAX / 1024 / 1024;
  const message = `The response would be larger than ${mib} MiB: request fewer entries or fewer fields`;
  return new Refusal(400, 'ANSWER_TOO_LONG', message);
}

/**
 * Whether a value as JSON may be within the bound, estimated without writing it; one that may fit is measured later.
 */
function mayFit(value: unknown): boolean {
  return roomAfter(value, BYTES_MAX) >= 0;
}

/** Whether a written response is beyond the bound. One that is far below it is not measured. */
function isTooLong(body: string): boolean {
  return body.length * BYTES_PER_UNIT > BYTES_MAX && Buffer.byteLength(body) > BYTES_MAX;
}

/**
 * The rest of `room` after a value was written, estimated too high: names of fields and escapes are not counted. It
 * stops once none is left.
 */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - 1;
  return Array.isArray(value) ? roomAfterItems(value, room) : roomAfterFields(value, room);
}

function roomAfterItems(items: readonly unknown[], room: number): number {
  let left = room;
  for (const item of items) {
    if (left < 0) return left;
    left = roomAfter(item, left - 1);
  }
  return left;
}

/** What execution made has no inherited fields. A list of the values takes four times as long for a nested response. */
function roomAfterFields(fields: object, room: number): number {
  let left = room;
  for (const name in fields) {
    if (left < 0) return left;
    left = roomAfter(fields[name as keyof typeof fields], left - 1);
  }
  return left;
}
