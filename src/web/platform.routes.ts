import express, { type RequestHandler, type Router } from 'express';
import { type Context, openContext } from '../core/context.js';
import type { Client } from '../core/people/security-events.js';
import {
  listOperatedPlatforms,
  type PlatformTools,
  pauseOperatedPlatform,
  removeOperatedKey,
  resumeOperatedPlatform,
  setOperatedKey,
  tryOperatedPlatform,
} from '../core/platforms/operated-platforms.js';
import { jsonBody } from '../http/json-body.js';
import { contextOf } from '../http/request-context.js';
import { BODY_LIMIT, guard, type SessionOptions, toInput, toWire } from './session.routes.js';

interface PlatformOptions extends SessionOptions {
  platforms: PlatformTools;
}

/** The request that a verb about a platform carries out. */
interface PlatformRequest {
  ctx: Context;
  /** Of the path. */
  name: unknown;
  body: unknown;
  client: Client;
  tools: PlatformTools;
}

/** What the verb returns is the response, 204 where that is nothing. */
type Verb = (asking: PlatformRequest) => Promise<unknown>;

const VERBS: readonly [path: string, verb: Verb][] = [
  ['/:platform/try', async ({ ctx, name, tools }) => toWire(await tryOperatedPlatform(ctx, name, tools))],
  ['/:platform/key', ({ ctx, name, body, client, tools }) => setOperatedKey(ctx, name, body, client, tools)],
  ['/:platform/key/remove', ({ ctx, name, client, tools }) => removeOperatedKey(ctx, name, client, tools)],
  ['/:platform/pause', ({ ctx, name, body, client }) => pauseOperatedPlatform(ctx, name, body, client)],
  ['/:platform/resume', ({ ctx, name, client }) => resumeOperatedPlatform(ctx, name, client)],
];

/**
 * Below `/dashboard/operator/platforms`: the platforms of the service, for owners of the operator's own account who are
 * signed in (docs/operating.md, "Keys of platforms"). No GraphQL: a key that is sent must be in no document that is
 * kept, and a trial takes longer than an operation may. A key that was sent is in no response.
 */
export function createPlatformRouter(options: PlatformOptions): Router {
  const router = express.Router();
  router.use(guard(options), jsonBody({ limit: BODY_LIMIT }));
  router.get('/', serveVerb(options, listAll, 'downloads'));
  for (const [path, verb] of VERBS) router.post(path, serveVerb(options, verb, 'operations'));
  return router;
}

function serveVerb(options: PlatformOptions, verb: Verb, sessions: 'downloads' | 'operations'): RequestHandler {
  return async (req, res) => {
    const { caller } = await options.admission.waitAndAdmit(req, res, sessions);
    // Without the request's signal: what a trial cost is counted though its sender has gone.
    const ctx = openContext(options.core, caller);
    const asked = { name: req.params['platform'], body: toInput(req.body), client: contextOf(res).client };
    const data = await verb({ ctx, ...asked, tools: options.platforms });
    if (data === undefined) res.status(204).end();
    else res.status(200).json({ success: true, data });
  };
}

async function listAll({ ctx, tools }: PlatformRequest): Promise<unknown> {
  const { platforms, ...more } = await listOperatedPlatforms(ctx, tools);
  return toWire({ ...more, platforms: platforms.map(toWire) });
}
