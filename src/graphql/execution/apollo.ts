import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { GraphqlBypasses } from '../bypasses.js';
import type { Gate } from '../gate/gate.js';
import { isInternal, toPublicError } from './public-error.js';
import { mayFit } from './response-bytes.js';
import type { ReportFailure, RunningContext } from './running.js';

/** Requests by GET must carry one of these; a page of another site cannot send them without a preflight request. */
export const PREFLIGHT_HEADERS = ['authorization', 'x-apollo-operation-name', 'apollo-require-preflight'];

export interface ApolloOptions {
  schema: GraphQLSchema;
  gate: Gate;
  report: ReportFailure;
  bypasses: GraphqlBypasses;
}

/**
 * Apollo as the executor behind the gate: it runs the same text that was checked and priced. It parses and validates
 * that text once more where it does not receive the gate's document.
 */
export function startApollo({ schema, gate, report, bypasses }: ApolloOptions): ApolloServer<RunningContext> {
  const apollo = new ApolloServer<RunningContext>({
    schema,
    // A second handler of SIGTERM would wait for ever for the first.
    stopOnTerminationSignals: false,
    introspection: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: { requestHeaders: PREFLIGHT_HEADERS },
    ...(bypasses.gateDocuments && { documentStore: documentsOf(gate) }),
    formatError: toPublicError,
    logger: loggerOf(report),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      costAndFailures(report),
    ],
  });
  apollo.startInBackgroundHandlingStartupErrorsByLoggingAndFailingAllRequests();
  return apollo;
}

/** A bypass (docs/architecture.md). Apollo asks for a document by a prefix of its own and the SHA-256 of the text. */
function documentsOf(gate: Gate) {
  return {
    get: async (key: string) => gate.documentOf(key.slice(-64))?.document,
    set: async () => {},
    delete: async () => {},
  };
}

function costAndFailures(report: ReportFailure): ApolloServerPlugin<RunningContext> {
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
