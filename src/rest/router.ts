import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { refuseUnlessMayWrite } from '../core/access/access.js';
import type { Admission } from '../core/admission/admission.js';
import { type Context, type Core, openContext } from '../core/context.js';
import { invalid, ServiceError, toWireName } from '../core/errors.js';
import { respondOnce, type StoredResponse } from '../core/idempotency.js';
import { parse, uuid } from '../core/input.js';
import { refuseWhileReadOnly } from '../core/writes.js';
import { etagOf, namesTag } from '../http/assets.js';
import { errorBody } from '../http/error-responses.js';
import { jsonBody } from '../http/json-body.js';
import { contextOf } from '../http/request-context.js';
import { paramsOf, ROUTES, type Route, type RouteInput } from './routes.js';
import { compileEncoder, fromWire, namedParameters, toWireSchema } from './wire.js';

const BODY_LIMIT = '1mb';
const IDEMPOTENCY_KEY_MAX = 255;

/** The routes of `/api/v1`, behind admission: the context of a request has who was let in. */
export function createRestRouter(core: Core): Router {
  const router = express.Router();
  const readBody = jsonBody({ limit: BODY_LIMIT, isAnyType: true, refusesEmpty: true });
  for (const route of ROUTES) {
    router[route.method](
      route.path,
      ...refuseIfReadOnly(route, core),
      ...(route.body ? [readBody] : []),
      server(route, core),
    );
  }
  router.use((req: Request) => {
    throw noSuchEndpoint(req);
  });
  return router;
}

/** `OPTIONS` of each path of the table, open to all: it asks no database and shows what is published anyway. */
export function respondToOptions(): RequestHandler {
  const router = express.Router();
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const methods = ROUTES.filter((route) => route.path === path).map(({ method }) => method.toUpperCase());
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    router.options(path, (_req, res) => {
      res.status(204).setHeader('Allow', allowed).end();
    });
  }
  router.use((req: Request) => {
    throw noSuchEndpoint(req);
  });
  // For other methods, no path is looked at or decoded before admission.
  return (req, res, next) => (req.method === 'OPTIONS' ? router(req, res, next) : next());
}

function noSuchEndpoint(req: Request): ServiceError {
  return new ServiceError('NOT_FOUND', `No such endpoint: ${req.method} ${req.baseUrl}${req.path}`);
}

/** Before the body of a write is read: a key that only reads and the kill switch are reported before its faults. */
function refuseIfReadOnly(route: Route, core: Core): RequestHandler[] {
  if (route.method === 'get') return [];
  const handler: RequestHandler = async (_req, res, next) => {
    const { admission, signal } = contextOf(res);
    refuseUnlessMayWrite(admission.caller);
    await refuseWhileReadOnly(openContext(core, admission.caller, signal).db);
    next();
  };
  return [handler];
}

function server(route: Route, core: Core) {
  const narrow = inputReader(route);
  const encode = compileEncoder(route.response);
  return async (req: Request, res: Response): Promise<void> => {
    const { admission, signal } = contextOf(res);
    const ctx = openContext(core, admission.caller, signal);
    const input = narrow(req);
    const work = async (tx: Context): Promise<StoredResponse> => ({
      status: route.status,
      body: JSON.stringify(encode(await route.run(tx, input))),
    });
    const key = route.method === 'post' ? idempotencyKey(req) : null;
    if (key === null) return send(req, res, route, await work(ctx), admission);
    const request = { method: req.method, path: scopeOf(route, input), key, body: input.body };
    const response = await respondOnce(ctx, request, work, (refusal) => ({
      status: refusal.status,
      body: JSON.stringify(errorBody(refusal)),
    }));
    if (response.isReplayed) res.setHeader('Idempotent-Replayed', 'true');
    send(req, res, route, response, admission);
  };
}

/** The path as the table writes it, with the parsed ids: one route can be spelled in many ways. */
function scopeOf(route: Route, { params }: RouteInput): string {
  return `/api/v1${route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))}`;
}

/** Narrows path, query and body by the wire form of the core's rules, so that faults are reported before any work. */
function inputReader(route: Route): (req: Request) => RouteInput {
  const names = paramsOf(route.path);
  const query = route.query && toWireSchema(route.query);
  const documented = Object.keys(route.query?.shape ?? {}).map(toWireName);
  const body = route.body && toWireSchema(route.body);
  return (req) => ({
    params: Object.fromEntries(names.map((name) => [name, parse(uuid, req.params[name], name)])),
    query:
      route.query && query ? fromWire(route.query, parse(query, namedParameters(req.query, documented))) : undefined,
    body: route.body && body ? fromWire(route.body, parse(body, jsonObject(req))) : undefined,
  });
}

function jsonObject(req: Request): object {
  const sent: unknown = req.body;
  if (sent !== undefined && !req.is('application/json')) {
    throw invalid([], 'Content-Type must be application/json');
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalid([], 'The request body must be a JSON object');
  }
  return sent;
}

/** Node joins headers of one name by commas; two keys would be read as a third. */
function idempotencyKey(req: Request): string | null {
  const [key, another] = req.headersDistinct['idempotency-key'] ?? [];
  if (key === undefined) return null;
  if (another !== undefined) throw invalid([], 'Idempotency-Key must be sent once');
  if (key.length < 1 || key.length > IDEMPOTENCY_KEY_MAX) {
    throw invalid([], `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_MAX} characters`);
  }
  return key;
}

/** The tag covers the body without `rate_limit`, which differs each time and is added afterwards. */
function send(req: Request, res: Response, route: Route, response: StoredResponse, admission: Admission): void {
  if (route.method === 'get') {
    const etag = etagOf(response.body);
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', 'private, no-cache');
    if (namesTag(req.get('If-None-Match'), etag)) {
      res.status(304).end();
      return;
    }
  }
  const body = route.includesBudget ? withBudget(response.body, admission) : response.body;
  res.status(response.status).setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}

function withBudget(body: string, { budget }: Admission): string {
  return `${body.slice(0, -1)},"rate_limit":${JSON.stringify(budget)}}`;
}
