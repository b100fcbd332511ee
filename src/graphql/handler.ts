import { join } from 'node:path';
import type { Express, Request, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Admission } from '../core/admission/admission.js';
import { type Core, openContext } from '../core/context.js';
import type { DestinationTools } from '../core/destinations/destination-tools.js';
import type { DeliverLink } from '../core/people/links.js';
import { POINTS_PER_REQUEST } from '../core/plans.js';
import type { MethodView } from '../core/platforms/methods.js';
import type { DeliverConfirmation } from '../core/reports/mail-addresses.js';
import { refuseWhileReadOnly } from '../core/writes.js';
import type { AdmissionControl } from '../http/admission-control.js';
import { BUILT_FOLDER, readBuiltPage, serveAsset, serveFolder, textAsset } from '../http/assets.js';
import { faultOfBody, isClientFault, reportFailure } from '../http/error-responses.js';
import { jsonBody } from '../http/json-body.js';
import { contextOf } from '../http/request-context.js';
import { failureResponse, type GraphqlResponse } from './execution/failed-operations.js';
import { createExecution, type GraphqlFastPaths } from './execution/run-operation.js';
import type { CostReport, ReportFailure } from './graphql-context.js';
import { createLoaders } from './loaders/loaders.js';
import { Refusal } from './operation/operation-refusal.js';
import {
  createOperationReader,
  type GraphqlRequest,
  JSON_TYPE,
  type PricedOperation,
  RESPONSE_TYPE,
} from './operation/read-operation.js';
import { buildGraphqlSchema } from './schema.js';
import { serveVisitors } from './visitors/serve-visitors.js';
import { refuseVisitorUnless } from './visitors/visitor-fields.js';

const BODY_LIMIT = '1mb';

const readJson = jsonBody({ limit: BODY_LIMIT, isAnyType: true });

interface GraphqlOptions {
  core: Core;
  admission: AdmissionControl;
  log: Logger;
  deliverLink: DeliverLink;
  /** What links begin with, which cannot go by a request. */
  linkBaseUrl: string;
  /** Where people reach the service; undefined: where their requests come to. */
  publicUrl: string | undefined;
  deliverConfirmation: DeliverConfirmation | null;
  destinations: DestinationTools;
  methods: readonly MethodView[];
  fastPaths: GraphqlFastPaths;
}

/** `/graphql` behind admission; a browser that asks for HTML gets GraphiQL, which is public and costs nothing. */
export function serveGraphql(app: Express, options: GraphqlOptions): void {
  const {
    core,
    admission,
    log,
    deliverLink,
    deliverConfirmation,
    destinations,
    linkBaseUrl,
    publicUrl,
    methods,
    fastPaths,
  } = options;
  const graphql = createGraphqlServer({
    core,
    schema: buildGraphqlSchema(fastPaths),
    report: (error, requestId) => reportFailure(log, error, requestId),
    deliverLink,
    linkBaseUrl,
    deliverConfirmation,
    destinations,
    methods,
    fastPaths,
  });
  serveVisitors(app, { core, graphql, publicUrl });
  serveExplorer(app);
  app.options('/graphql', (_req, res) => {
    res.status(204).setHeader('Allow', 'GET, POST, OPTIONS').end();
  });
  app.all('/graphql', async (req, res) => {
    const { status, headers, body } = await graphql.respond(
      asGraphqlRequest(req, res, () => admission.isKnown(res)),
      {
        waitForSlot: () => admission.waitForSlot(req, res, 'operations'),
        check: () => admission.check(req, res),
        admit: (requests) => admission.admit(req, res, requests),
        refuseWhileReadOnly: ({ caller }) => refuseWhileReadOnly(openContext(core, caller).db),
      },
    );
    res
      .status(status)
      .setHeaders(new Map(Object.entries(headers)))
      .setHeader('Content-Length', Buffer.byteLength(body));
    res.end(body);
  });
}

function asGraphqlRequest(req: Request, res: Response, isKnown: () => boolean): GraphqlRequest {
  const context = contextOf(res);
  const at = req.originalUrl.indexOf('?');
  return {
    method: req.method,
    header: (name) => req.get(name),
    search: at < 0 ? '' : req.originalUrl.slice(at),
    preferredType: (types) => req.accepts([...types]) || null,
    isKnown,
    bodyBytes: announcedBytes(req),
    readBody: () => readBody(req, res),
    work: context.work,
    requestId: context.id,
    client: context.client,
  };
}

/** Infinite for a body of no announced length, and for a compressed one. */
function announcedBytes(req: Request): number {
  const isPacked = (req.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';
  if (isPacked || req.get('transfer-encoding') !== undefined) return Number.POSITIVE_INFINITY;
  return Number(req.get('content-length') ?? 0);
}

/** The parsed body; undefined where none was sent. @throws Refusal BAD_REQUEST */
function readBody(req: Request, res: Response): Promise<unknown> {
  return new Promise((resolve, reject) => {
    readJson(req, res, (error: unknown) => {
      if (isClientFault(error)) return reject(new Refusal(error.status, 'BAD_REQUEST', faultOfBody(error)));
      if (error !== undefined) return reject(error);
      resolve(req.body);
    });
  });
}

/** Whether the caller of one request is let in; each refusal is a ServiceError. */
export interface GraphqlAdmission {
  /** Waits until the request may start; called first. */
  waitForSlot: () => Promise<void>;
  /** Charges an operation so many requests of the tier. */
  admit: (requests: number) => Promise<Admission>;
  /** Refuses the callers that `admit` would refuse now, and charges nothing. */
  check: () => Promise<void>;
  /** Refuses writes while the operator has switched them off. */
  refuseWhileReadOnly: (admission: Admission) => Promise<void>;
}

interface GraphqlServer {
  /** Responds to one request; never rejects. Admission charges once, before anything runs. */
  respond: (request: GraphqlRequest, admission: GraphqlAdmission) => Promise<GraphqlResponse>;
}

interface GraphqlServerOptions {
  core: Core;
  schema: GraphQLSchema;
  report: ReportFailure;
  deliverLink: DeliverLink;
  linkBaseUrl: string;
  deliverConfirmation: DeliverConfirmation | null;
  destinations: DestinationTools;
  methods: readonly MethodView[];
  fastPaths: GraphqlFastPaths;
}

/**
 * A longer body is read only after admission has been asked, however recently it let the key in. Long enough for a
 * document at its bound with variables; reading so much takes a fraction of a millisecond.
 */
const UNASKED_BODY_BYTES = 32 * 1024;

/** Mutations that write no project, prompt or competitor, and so run while the kill switch is on. */
const UNSWITCHED_MUTATIONS: ReadonlySet<string> = new Set([
  '__typename',
  'createApiKey',
  'createFeed',
  'createShareLink',
  'createReportSchedule',
  'deleteReportSchedule',
  'createDestination',
  'deleteDestination',
  'disableHolder',
  'enableDestination',
  'endOtherSessions',
  'endSession',
  'inviteHolder',
  'leaveAccount',
  'acknowledgeAlert',
  'resolveAlert',
  'reopenAlert',
  'updateAlertSettings',
  'updateNotifications',
  'makeReport',
  'removeHolderIdentity',
  'renewHolderLink',
  'replayDeliveries',
  'replayDelivery',
  'revokeApiKey',
  'revokeFeed',
  'revokeShareLink',
  'rotateDestinationSecret',
  'testDestination',
  'updateDestination',
  'updateAccount',
  'requestAccountDeletion',
  'takeAccountBack',
  'updateBranding',
  'updateHolder',
  'updateIdentityProvider',
  'updateShareLink',
  'updateReportSchedule',
  'updateViewer',
]);

/**
 * The GraphQL surface. An operation is read, checked and priced without running it; admission charges it in one
 * statement; only then is it run, 10 s at most. Admission checks the caller before a long body is read and before a
 * document is parsed that is not cached. A refusal of the operation costs one request and is sent only to callers
 * that were let in (docs/graphql.md).
 */
export function createGraphqlServer({
  core,
  schema,
  report,
  deliverLink,
  linkBaseUrl,
  deliverConfirmation,
  destinations,
  methods,
  fastPaths,
}: GraphqlServerOptions): GraphqlServer {
  const operations = createOperationReader(schema, core.clock);
  const run = createExecution({ schema, operations, report, fastPaths });

  const serve = async (request: GraphqlRequest, control: GraphqlAdmission): Promise<GraphqlResponse> => {
    await control.waitForSlot();
    const check = once(control.check);
    if (!request.isKnown() || request.bodyBytes > UNASKED_BODY_BYTES) await check();
    const read = await operations.read(request, check).catch(asRefusal);
    const admission = await control.admit(read instanceof Refusal ? 1 : read.price.requests);
    const cost = costOf(read, admission);
    try {
      const allowed = refuseUnlessAllowed(read, admission);
      if (admission.caller.kind === 'visitor') refuseVisitorUnless(schema, allowed, admission.caller);
      if (writesMonitored(allowed)) await control.refuseWhileReadOnly(admission);
      allowed.keep();
      const context = openContext(core, admission.caller, request.work.signal);
      return await run(request, allowed.request, {
        core: context,
        client: request.client,
        deliverLink,
        linkBaseUrl,
        deliverConfirmation,
        destinations,
        methods,
        loaders: createLoaders(context),
        budget: admission.budget,
        cost: allowed.price,
        running: { operation: allowed.operation, requestId: request.requestId, cost },
      });
    } catch (error) {
      return failureResponse(request, error, report, cost);
    }
  };
  return {
    respond: (request, control) => serve(request, control).catch((error) => failureResponse(request, error, report)),
  };
}

/** Calls `check` only the first time. */
function once(check: () => Promise<void>): () => Promise<void> {
  let checked: Promise<void> | undefined;
  return () => (checked ??= check());
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

const HTML_TYPE = 'text/html';

/** The page loads nothing from another host and sends nothing to one. */
const EXPLORER_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** GraphiQL, built of `explorer`; without a build the service has no explorer. */
function serveExplorer(app: Express): void {
  const built = readBuiltPage(join(BUILT_FOLDER, 'explorer'));
  if (built === null) return;
  const page = serveAsset(textAsset(built.page, HTML_TYPE));
  app.get('/graphql', (req, res, next) => {
    if (req.accepts([JSON_TYPE, RESPONSE_TYPE, HTML_TYPE]) !== HTML_TYPE) return next();
    res.setHeader('Content-Security-Policy', EXPLORER_CONTENT_SECURITY_POLICY);
    res.vary('Accept');
    return page(req, res, next);
  });
  app.get('/graphql/assets/:file', serveFolder(built.assets));
}
