import type { Express, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { parseToken } from '../../core/access/token.js';
import type { Admission } from '../../core/admission/admission.js';
import type { Core } from '../../core/context.js';
import { ServiceError } from '../../core/errors.js';
import { parse } from '../../core/input.js';
import { admitVisit, gone } from '../../core/shares/visits.js';
import { InFlight, turnsOfUnverified } from '../../http/admission-control.js';
import { readVisitToken } from '../../http/cookies.js';
import { jsonBody } from '../../http/json-body.js';
import { isSecure, refuseForeignPage } from '../../http/own-origin.js';
import { contextOf } from '../../http/request-context.js';
import type { GraphqlResponse } from '../execution/failed-operations.js';
import { type GraphqlRequest, JSON_TYPE, RESPONSE_TYPE } from '../operation/read-operation.js';
import { VISITOR_DOCUMENTS, VISITOR_VARIABLES, type VisitorDocument } from './visitor-documents.js';

interface VisitorOptions {
  core: Core;
  graphql: { respond: (request: GraphqlRequest, control: VisitorControl) => Promise<GraphqlResponse> };
  /** Where people reach the service; undefined: where the request came to. */
  publicUrl: string | undefined;
}

const BODY_LIMIT = '16kb';
/** Of a link, and of a network: a page asks for each of its parts at once. */
const BOUNDS = { account: { atOnce: 8, waiting: 200 }, network: { atOnce: 32, waiting: 500 } };

const variables = z.partialRecord(
  z.enum(VISITOR_VARIABLES, `must be one of ${VISITOR_VARIABLES.join(', ')}`),
  z.unknown(),
  'must be an object',
);
const names = Object.keys(VISITOR_DOCUMENTS) as [VisitorDocument, ...VisitorDocument[]];
const dataInput = z.object(
  { document: z.enum(names, `must be one of ${names.join(', ')}`), variables: variables.default({}) },
  'must be an object',
);

/**
 * `POST /shared/data {document, variables}` with the cookie of a visit: a document of {@link VISITOR_DOCUMENTS} about
 * the project of the visit's link, in GraphQL's form. `Shared-Link` names the link by its id, `Shared-Parts` what it
 * shows. 404 for whatever is wrong with the visit, 429 with `Retry-After` beyond the link's budget.
 */
export function serveVisitors(app: Express, { core, graphql, publicUrl }: VisitorOptions): void {
  const slots = new InFlight(BOUNDS);
  const turns = turnsOfUnverified();
  const readJson = jsonBody({ limit: BODY_LIMIT });
  app.post('/shared/data', async (req, res) => {
    res.setHeader('Cache-Control', 'no-store').setHeader('X-Robots-Tag', 'noindex, nofollow, noarchive');
    refuseForeignPage(req, publicUrl);
    const token = readVisitToken(req.headers.cookie, isSecure(req, publicUrl));
    const parsed = token === null ? null : parseToken('visit', token);
    if (!parsed) throw gone();
    const { network } = contextOf(res);
    const credential = parsed.hash.toString('base64url');
    await slots.waitForSlot(credential, network, res);
    const db = core.database.openForAdmission(parsed.accountId);
    const admission = await turns.run(network, () => admitVisit(db, parsed));
    const { caller } = admission;
    if (caller.kind !== 'visitor') throw new Error('a visit is of another caller');
    slots.addCredential(credential, caller.linkId);
    res.setHeader('Shared-Link', caller.linkId).setHeader('Shared-Parts', caller.shows.join(', '));
    const { document, variables: sent } = parse(dataInput, await readBody(req, res, readJson));
    const request = toRequest(res, document, { ...sent, projectId: caller.projectId });
    const { status, headers, body } = await graphql.respond(request, controlOf(admission));
    res
      .status(status)
      .setHeaders(new Map(Object.entries(headers)))
      .setHeader('Content-Length', Buffer.byteLength(body));
    res.end(body);
  });
}

/** Read only once the visit was let in. */
function readBody(req: Request, res: Response, readJson: RequestHandler): Promise<unknown> {
  if (!req.is(JSON_TYPE)) throw new ServiceError('VALIDATION_ERROR', `Content-Type must be ${JSON_TYPE}`);
  return new Promise((resolve, reject) => {
    readJson(req, res, (error: unknown) => (error === undefined ? resolve(req.body) : reject(error)));
  });
}

/** The request that a client of GraphQL would have sent. */
function toRequest(res: Response, document: VisitorDocument, sent: Record<string, unknown>): GraphqlRequest {
  const { work, id: requestId, client } = contextOf(res);
  return {
    method: 'POST',
    header: (name) => (name === 'content-type' ? JSON_TYPE : name === 'accept' ? RESPONSE_TYPE : undefined),
    search: '',
    preferredType: (types) => types.find((type) => type.startsWith(RESPONSE_TYPE)) ?? null,
    isKnown: () => true,
    bodyBytes: 0,
    readBody: async () => ({ query: VISITOR_DOCUMENTS[document], variables: sent }),
    work,
    requestId,
    client,
  };
}

type VisitorControl = ReturnType<typeof controlOf>;

/** The visit was let in and charged already, one request whatever the document costs. */
function controlOf(admission: Admission) {
  const nothing = async () => {};
  return { waitForSlot: nothing, check: nothing, admit: async () => admission, refuseWhileReadOnly: nothing };
}
