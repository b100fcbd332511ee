import {
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { Admission } from '../../src/core/admission/admission.js';
import { destinationTools } from '../../src/core/destinations/destination-tools.js';
import { ServiceError } from '../../src/core/errors.js';
import { pageOfCalls } from '../../src/core/field-prices.js';
import type { Database } from '../../src/database/database.js';
import type { RunningContext } from '../../src/graphql/graphql-context.js';
import { createGraphqlServer, type GraphqlAdmission } from '../../src/graphql/handler.js';
import type { GraphqlRequest } from '../../src/graphql/operation/read-operation.js';
import { FAST_PATHS } from '../support/fast-paths.js';

/** What a small schema's resolvers do, and how often they did it. */
export interface Resolvers {
  boom?: (context?: RunningContext, info?: GraphQLResolveInfo) => unknown;
  slow?: () => Promise<unknown>;
  store?: () => unknown;
}

export interface SmallResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: {
    data?: Record<string, unknown> | null;
    errors?: { message: string; path?: unknown; extensions: Record<string, unknown> }[];
    extensions?: { cost: Record<string, unknown> };
  };
}

/** A request as the HTTP side would hand it over; `accept` is a list of media types without weights. */
export function requestOf(body: unknown, sent: Partial<GraphqlRequest> & { accept?: string } = {}): GraphqlRequest {
  const accepted = (sent.accept ?? '*/*').split(', ');
  return {
    method: 'POST',
    header: (name) => ({ 'content-type': 'application/json', accept: accepted.join(', '), authorization: 'x' })[name],
    search: '',
    preferredType: (types) =>
      types.find((type) => accepted.some((one) => type.startsWith(one) || one === '*/*')) ?? null,
    isKnown: () => true,
    bodyBytes: 0,
    readBody: async () => body,
    work: new AbortController(),
    requestId: 'request-1',
    client: { network: '127.0.0.1', userAgent: '' },
    ...sent,
  };
}

export const BUDGET = { limit: 60, remaining: 59, reset: 1_800_000_000 };

/** The GraphQL server over a schema of the tests' own, behind an admission that lets every caller in. */
export function smallServer(resolvers: Resolvers = {}) {
  const reports: { error: unknown; requestId: string | undefined }[] = [];
  const admitted: number[] = [];
  const admission: Admission = {
    caller: { kind: 'key', accountId: 'a', keyId: 'k', access: 'full', tier: 'professional' },
    budget: BUDGET,
    ceiling: 60,
    isOverCeiling: false,
  };
  const server = createGraphqlServer({
    // Nothing in the small schema asks the database.
    core: { database: { openForRequest() {} } as unknown as Database, clock: { now: () => new Date(0) } },
    schema: smallSchema(resolvers),
    report: (error, requestId) => reports.push({ error, requestId }),
    linkBaseUrl: 'http://localhost',
    deliverLink: async () => ({ isMailed: false, url: null }),
    deliverConfirmation: null,
    destinations: destinationTools(),
    methods: [],
    fastPaths: FAST_PATHS,
  });
  const control: GraphqlAdmission = {
    waitForSlot: async () => {},
    check: async () => {},
    admit: async (requests) => {
      admitted.push(requests);
      return admission;
    },
    refuseWhileReadOnly: async () => {},
  };
  const answer = async (request: GraphqlRequest): Promise<SmallResponse> => {
    const { status, headers, body } = await server.respond(request, control);
    return { status, headers, body: JSON.parse(body) };
  };
  const ask = (query: string, variables: object = {}, sent: Partial<GraphqlRequest> & { accept?: string } = {}) =>
    answer(requestOf({ query, variables }, sent));
  return { answer, ask, reports, admitted, admission, control };
}

export function smallSchema(resolvers: Resolvers = {}): GraphQLSchema {
  const item: GraphQLObjectType = new GraphQLObjectType({
    name: 'Item',
    fields: () => ({
      name: { type: GraphQLString, resolve: () => 'item' },
      boom: { type: GraphQLString, resolve: () => resolvers.boom?.() },
      items: listOf(item),
    }),
  });
  const query = new GraphQLObjectType<object, RunningContext>({
    name: 'Query',
    fields: {
      hello: {
        type: GraphQLString,
        args: { name: { type: GraphQLString } },
        resolve: (_, { name }) => `hello ${name}`,
      },
      boom: { type: GraphQLString, resolve: (_, __, context, info) => resolvers.boom?.(context, info) },
      mustBoom: { type: new GraphQLNonNull(GraphQLString), resolve: () => resolvers.boom?.() },
      slow: { type: GraphQLString, resolve: () => resolvers.slow?.() },
      foreign: {
        type: GraphQLString,
        resolve: () => {
          throw new ServiceError('FORBIDDEN', 'No access');
        },
      },
      items: listOf(item),
    },
  });
  const mutation = new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      store: { type: GraphQLString, resolve: () => resolvers.store?.() },
      createApiKey: { type: GraphQLString, resolve: () => 'made' },
    },
  });
  return new GraphQLSchema({ query, mutation });
}

function listOf(item: GraphQLObjectType) {
  return {
    type: new GraphQLList(item),
    args: { first: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 20 } },
    resolve: (_: unknown, { first }: { first: number }) => Array.from({ length: Math.min(first, 3) }, () => ({})),
    extensions: { complexity: pageOfCalls },
  };
}
