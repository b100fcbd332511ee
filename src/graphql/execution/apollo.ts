import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { ReportFailure, RunningContext } from '../graphql-context.js';
import type { OperationReader } from '../operation/read-operation.js';
import { isInternal, toPublicError } from './failed-operations.js';

/** Requests by GET must carry one of these; a page of another site cannot send them without a preflight request. */
export const PREFLIGHT_HEADERS = ['authorization', 'x-apollo-operation-name', 'apollo-require-preflight'];

interface ApolloOptions {
  schema: GraphQLSchema;
  report: ReportFailure;
  /** Whether the data of a response may be within its bound. */
  mayFit: (data: unknown) => boolean;
  /** Documents that are parsed and validated already; null: Apollo does both once more, of the same text. */
  documentOf: OperationReader['documentOf'] | null;
}

/** Apollo as the executor of operations that were read: it runs the same text that was checked and priced. */
export function startApollo({ schema, report, mayFit, documentOf }: ApolloOptions): ApolloServer<RunningContext> {
  const apollo = new ApolloServer<RunningContext>({
    schema,
    // A second handler of SIGTERM would wait for ever for the first.
    stopOnTerminationSignals: false,
    introspection: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: { requestHeaders: PREFLIGHT_HEADERS },
    ...(documentOf && { documentStore: documentsBy(documentOf) }),
    formatError: toPublicError,
    logger: loggerOf(report),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      costAndFailures(report, mayFit),
    ],
  });
  apollo.startInBackgroundHandlingStartupErrorsByLoggingAndFailingAllRequests();
  return apollo;
}

/**
 * A fast path (docs/architecture.md, "Bypasses"). Apollo asks for a document by a prefix of its own and the SHA-256 of
 * the text.
 */
function documentsBy(documentOf: OperationReader['documentOf']) {
  return {
    get: async (key: string) => documentOf(key.slice(-64))?.document,
    set: async () => {},
    delete: async () => {},
  };
}

function costAndFailures(report: ReportFailure, mayFit: ApolloOptions['mayFit']): ApolloServerPlugin<RunningContext> {
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        const failed = errors.filter((error) => isInternal(error, error.extensions['code']));
        // One failed statement may fail many fields.
        const causes = new Set(failed.map((error) => error.originalError ?? error));
        for (const cause of causes) report(cause, contextValue.running.requestId);
      },
      willSendResponse: async ({ response, contextValue }) => {
        if (response.body.kind !== 'single') return;
        const { singleResult } = response.body;
        if (!mayFit(singleResult.data)) {
          contextValue.running.isTooLong = true;
          singleResult.data = null;
        }
        singleResult.extensions = { ...singleResult.extensions, cost: contextValue.running.cost };
      },
    }),
  };
}

/** Apollo's own log: only its errors are reported. */
function loggerOf(report: ReportFailure) {
  const silent = () => {};
  return { debug: silent, info: silent, warn: silent, error: (message: unknown) => report(message, undefined) };
}
