import { join } from 'node:path';
import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { type Core, openContext } from '../core/core.js';
import { refuseWhileReadOnly } from '../core/limits/kill-switch.js';
import type { DeliverLink } from '../core/people/links.js';
import { toVisitor } from '../core/people/security-events.js';
import { BUILT_FOLDER, readBuiltPage, serveAsset, serveFolder, textAsset } from '../http/assets.js';
import type { Door } from '../http/door.js';
import { faultOfBody, isClientFault } from '../http/errors.js';
import { networkOf } from '../http/network.js';
import type { GraphqlBypasses } from './bypasses.js';
import { type GraphqlRequest, JSON_TYPE, RESPONSE_TYPE, RequestFault } from './gate/request.js';
import { buildGraphqlSchema } from './schema.js';
import { createGraphqlServer } from './server.js';

const BODY_LIMIT = '1mb';
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

const readJson = express.json({ limit: BODY_LIMIT, strict: false, type: () => true });

export interface GraphqlOptions {
  core: Core;
  door: Door;
  log: Logger;
  deliverLink: DeliverLink;
  bypasses: GraphqlBypasses;
}

/** `/graphql` behind the door; a browser that asks for HTML gets GraphiQL, which is public and costs nothing. */
export function serveGraphql(app: Express, { core, door, log, deliverLink, bypasses }: GraphqlOptions): void {
  const graphql = createGraphqlServer({
    core,
    schema: buildGraphqlSchema(bypasses),
    report: (error, requestId) => log.error({ err: error, request_id: requestId }, 'request failed'),
    deliverLink,
    bypasses,
  });
  serveExplorer(app);
  app.options('/graphql', (_req, res) => {
    res.status(204).setHeader('Allow', 'GET, POST, OPTIONS').end();
  });
  app.all('/graphql', async (req, res) => {
    const { status, headers, body } = await graphql.respond(
      asGraphqlRequest(req, res, () => door.knows(req)),
      {
        enter: () => door.enterWithSession(req, res),
        preview: () => door.preview(req, res),
        admit: (requests) => door.admit(req, res, requests),
        refuseWhileReadOnly: ({ caller }) => refuseWhileReadOnly(openContext(core, caller).em),
      },
    );
    res
      .status(status)
      .setHeaders(new Map(Object.entries(headers)))
      .setHeader('Content-Length', Buffer.byteLength(body));
    res.end(body);
  });
}

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

function asGraphqlRequest(req: Request, res: Response, isKnown: () => boolean): GraphqlRequest {
  const at = req.originalUrl.indexOf('?');
  return {
    method: req.method,
    header: (name) => req.get(name),
    search: at < 0 ? '' : req.originalUrl.slice(at),
    preferredType: (types) => req.accepts([...types]) || null,
    isKnown,
    bodyBytes: announcedBytes(req),
    readBody: () => readBody(req, res),
    work: workUntilClosed(res),
    requestId: String(res.getHeader('X-Request-Id')),
    visitor: toVisitor(networkOf(req.ip ?? 'unknown'), req.get('user-agent')),
  };
}

function workUntilClosed(res: Response): AbortController {
  const work = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) work.abort('the caller is gone');
  });
  return work;
}

/** Infinite for a body of no announced length, and for a compressed one. */
function announcedBytes(req: Request): number {
  const isPacked = (req.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';
  if (isPacked || req.get('transfer-encoding') !== undefined) return Number.POSITIVE_INFINITY;
  return Number(req.get('content-length') ?? 0);
}

/** The parsed body; undefined where none was sent. @throws RequestFault */
function readBody(req: Request, res: Response): Promise<unknown> {
  return new Promise((resolve, reject) => {
    readJson(req, res, (error: unknown) => {
      if (isClientFault(error)) return reject(new RequestFault(error.status, faultOfBody(error)));
      if (error !== undefined) return reject(error);
      resolve(req.body);
    });
  });
}
