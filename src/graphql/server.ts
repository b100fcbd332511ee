import type { GraphQLSchema } from 'graphql';
import { type Core, openContext } from '../core/core.js';
import type { Admission } from '../core/limits/admission.js';
import { POINTS_PER_REQUEST } from '../core/limits/points.js';
import type { DeliverLink } from '../core/people/links.js';
import type { GraphqlBypasses } from './bypasses.js';
import { failureResponse, type GraphqlResponse } from './execution/failures.js';
import { createExecution } from './execution/run-operation.js';
import type { GraphqlDoor, GraphqlRequest } from './gate/request.js';
import { type CostReport, createGraphqlContext, type ReportFailure } from './graphql-context.js';
import { Refusal } from './operation/operation-refusal.js';
import { createOperationReader, type PricedOperation } from './operation/read-operation.js';

export interface GraphqlServer {
  /** Responds to one request; never rejects. The door charges once, before anything runs. */
  respond: (request: GraphqlRequest, door: GraphqlDoor) => Promise<GraphqlResponse>;
}

export interface GraphqlServerOptions {
  core: Core;
  schema: GraphQLSchema;
  report: ReportFailure;
  deliverLink: DeliverLink;
  bypasses: GraphqlBypasses;
}

/**
 * A longer body is read only after the door has been asked, however recently it let the key in. Long enough for a
 * document at its bound with variables; reading so much takes a fraction of a millisecond.
 */
const UNASKED_BODY_BYTES = 32 * 1024;

/** Mutations that write no project, prompt or competitor, and so run while the kill switch is on. */
const UNSWITCHED_MUTATIONS: ReadonlySet<string> = new Set([
  '__typename',
  'createApiKey',
  'disableHolder',
  'endOtherSessions',
  'endSession',
  'inviteHolder',
  'renewHolderLink',
  'revokeApiKey',
  'updateAccount',
  'updateHolder',
  'updateViewer',
]);

/**
 * The GraphQL surface. An operation is read, checked and priced without running it; admission charges it in one
 * statement; only then is it run, 10 s at most. Admission is asked for a preview before a long body is read and before
 * a document is parsed that is not cached. A refusal of the operation costs one request and is sent only to callers
 * that were let in (docs/graphql.md).
 */
export function createGraphqlServer({
  core,
  schema,
  report,
  deliverLink,
  bypasses,
}: GraphqlServerOptions): GraphqlServer {
  const operations = createOperationReader(schema, core.clock);
  const run = createExecution({ schema, operations, report, bypasses });

  const serve = async (request: GraphqlRequest, door: GraphqlDoor): Promise<GraphqlResponse> => {
    await door.enter();
    const preview = once(door.preview);
    if (!request.isKnown() || request.bodyBytes > UNASKED_BODY_BYTES) await preview();
    const read = await operations.read(request, preview).catch(asRefusal);
    const admission = await door.admit(read instanceof Refusal ? 1 : read.price.requests);
    const cost = costOf(read, admission);
    try {
      const allowed = refuseUnlessAllowed(read, admission);
      if (writesMonitored(allowed)) await door.refuseWhileReadOnly(admission);
      allowed.keep();
      const context = createGraphqlContext(
        openContext(core, admission.caller, request.work.signal),
        admission.budget,
        allowed.price,
        { visitor: request.visitor, deliverLink },
      );
      const running = { operation: allowed.operation, requestId: request.requestId, cost };
      return await run(request, allowed.request, { ...context, running });
    } catch (error) {
      return failureResponse(request, error, report, cost);
    }
  };
  return { respond: (request, door) => serve(request, door).catch((error) => failureResponse(request, error, report)) };
}

/** Asks only at the first call. */
function once(ask: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return () => (asked ??= ask());
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** The charge for an operation that is not run: one request, whatever it would have cost. */
function costOf(read: PricedOperation | Refusal, { budget, isOverCeiling }: Admission): CostReport {
  const { complexity, requests } = read instanceof Refusal ? { complexity: 0, requests: 1 } : read.price;
  return { complexity, requests: isOverCeiling ? 1 : requests, ...budget };
}

/** @throws Refusal of what was read, or QUERY_TOO_COMPLEX. */
function refuseUnlessAllowed(read: PricedOperation | Refusal, admission: Admission): PricedOperation {
  if (read instanceof Refusal) throw read;
  if (admission.isOverCeiling) {
    const ceiling = admission.ceiling * POINTS_PER_REQUEST;
    const message = `The operation costs ${read.price.complexity} points; one operation may cost ${ceiling} at most`;
    throw new Refusal(400, 'QUERY_TOO_COMPLEX', message);
  }
  return read;
}

function writesMonitored({ operation: { node, rootFields } }: PricedOperation): boolean {
  return node.operation === 'mutation' && rootFields.some((field) => !UNSWITCHED_MUTATIONS.has(field));
}
