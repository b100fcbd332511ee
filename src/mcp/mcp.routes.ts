import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { type Admission, RateLimitExceeded } from '../core/admission/admission.js';
import { type Core, openContext } from '../core/context.js';
import { type ErrorCode, ServiceError } from '../core/errors.js';
import { POINTS_PER_REQUEST } from '../core/plans.js';
import type { MethodView } from '../core/platforms/methods.js';
import { toDay } from '../core/time.js';
import type { AdmissionControl } from '../http/admission-control.js';
import { faultOfBody, isClientFault, reportFailure } from '../http/error-responses.js';
import { jsonBody } from '../http/json-body.js';
import type { ServiceMetrics } from '../http/metrics.js';
import { refuseForeignOrigin } from '../http/own-origin.js';
import { contextOf } from '../http/request-context.js';
import { createMcpServer, type McpOffer } from './mcp-server.js';
import type { McpTool } from './mcp-tool.js';
import { failureOf, resultOf, type ToolResult } from './tool-result.js';
import { TOOLS } from './tools/all-tools.js';

const BODY_BYTES_MAX = 64 * 1024;

/** As GraphQL's: a longer body is read only after admission has been asked. */
const UNASKED_BODY_BYTES = 32 * 1024;

interface McpOptions {
  core: Core;
  admission: AdmissionControl;
  log: Logger;
  metrics: ServiceMetrics;
  methods: readonly MethodView[];
  /** Where people reach the service; undefined: where their requests come to. */
  publicUrl: string | undefined;
  version: string;
}

/**
 * `POST /mcp`, stateless, for programs with a key: every request stands alone, so any process of the service may serve
 * it. Admission, its headers and its budget are those of REST; beyond the budget a tool's call is answered with a
 * result, so that the model reads how long to wait.
 */
export function serveMcp(app: Express, options: McpOptions): void {
  const { log } = options;
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(offerOf(authInfo)), {
    onerror: (error) => log.debug({ err: error }, 'a request of MCP was refused'),
  });
  app.all('/mcp', async (req, res) => {
    if (req.method !== 'POST') {
      refuse(res.setHeader('Allow', 'POST'), 405, METHOD_REFUSED, 'POST alone: there are no streams and no sessions');
      return;
    }
    const asked = await admitMessage(req, res, options);
    if (asked === null) return;
    const { message, offer } = asked;
    const headers = new Headers();
    for (const name of FORWARDED) {
      const value = req.get(name);
      if (value !== undefined) headers.set(name, value);
    }
    const { signal } = contextOf(res);
    const sent = new globalThis.Request('http://localhost/mcp', { method: 'POST', headers, body: '{}', signal });
    const response = await handler.fetch(sent, { parsedBody: message, authInfo: carrying(offer) });
    const body = Buffer.from(await response.arrayBuffer());
    if (res.closed) return;
    const type = response.headers.get('content-type');
    if (type !== null) res.setHeader('Content-Type', type);
    res.status(response.status).setHeader('Cache-Control', 'no-store').setHeader('Content-Length', body.length);
    res.end(body);
  });
}

/** A budget without room refuses no key: its message is read, and admission decides about what that asks. */
function unlessExhausted(error: unknown): void {
  if (!(error instanceof RateLimitExceeded)) throw error;
}

/** Headers that the protocol reads. */
const FORWARDED = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id'];

/** Codes of JSON-RPC. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const METHOD_REFUSED = -32000;

function refuse(res: Response, status: number, code: number, message: string, id: unknown = null): null {
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  res
    .status(status)
    .setHeader('Cache-Control', 'no-store')
    .json({ jsonrpc: '2.0', id: known, error: { code, message } });
  return null;
}

/**
 * Lets a message in, charged for what it asks; null where it was answered already.
 * @throws ServiceError of admission, and FORBIDDEN for a page of another site.
 */
async function admitMessage(req: Request, res: Response, options: McpOptions) {
  const { admission, publicUrl, core, methods, version } = options;
  refuseForeignOrigin(req, publicUrl);
  await admission.waitForSlot(req, res);
  if (!admission.isKnown(res) || !(announcedBytes(req) <= UNASKED_BODY_BYTES)) {
    await admission.check(req, res).catch(unlessExhausted);
  }
  const message = await readMessage(req, res).catch((error: unknown) => new BodyFault(error));
  if (message instanceof BodyFault) {
    await admission.admit(req, res);
    return refuse(res, message.status, PARSE_ERROR, message.words);
  }
  const { method, id, params } = partsOf(message);
  const tool = method === 'tools/call' ? TOOLS.find(({ name }) => name === params?.['name']) : undefined;
  const sent = params?.['arguments'];
  const points = tool?.points(sent, toDay(core.clock.now())) ?? 0;
  const call = new MeteredCall(res, options, tool, points);
  const admitted = await call.admit(req, admission);
  if (Array.isArray(message)) return refuse(res, 400, INVALID_REQUEST, 'Send one message: batches are not served');
  // A held stream would escape the price, the bound on connections and a revoked key.
  if (method === 'subscriptions/listen') return refuse(res, 404, METHOD_NOT_FOUND, 'Nothing can be subscribed to', id);
  const caller = admitted?.caller;
  const mayWrite = caller?.kind !== 'key' || caller.access === 'full';
  const listed = TOOLS.filter(({ isWrite }) => mayWrite || !isWrite);
  if (method === 'tools/call' && !tool) options.metrics.called('other', 'NOT_FOUND');
  // A server is made for each message. It knows the tools that this is about; or one, to say that there are any.
  const tools = method === 'tools/list' ? listed : [tool ?? listed[0]].filter((one) => one !== undefined);
  const offer: McpOffer = { version, tools, methods, tier: caller?.tier, call: (_, given) => call.run(given) };
  return { message, offer };
}

/** A call of a tool, or a message that is none: admitted, run, counted and told in the request's line of the log. */
class MeteredCall {
  #admission: Admission | undefined;
  /** The budget has no room for it. */
  #refusal: RateLimitExceeded | undefined;

  constructor(
    private readonly res: Response,
    private readonly options: McpOptions,
    private readonly tool: McpTool | undefined,
    private readonly points: number,
  ) {}

  /** Charges one request at least. Of a tool's call that the budget has no room for, nothing: the result says so. */
  async admit(req: Request, admission: AdmissionControl): Promise<Admission | undefined> {
    const requests = Math.max(1, Math.ceil(this.points / POINTS_PER_REQUEST));
    try {
      this.#admission = await admission.admit(req, this.res, requests);
    } catch (error) {
      if (!(error instanceof RateLimitExceeded) || !this.tool) throw error;
      this.#refusal = error;
    }
    return this.#admission;
  }

  /** Never rejects. */
  async run(sent: unknown): Promise<ToolResult> {
    const { tool } = this;
    if (!tool) throw new Error('a call without a tool is run');
    try {
      const result = resultOf(await this.#ask(tool, sent));
      this.#record(tool.name, 'ok');
      return result;
    } catch (error) {
      const { id } = contextOf(this.res);
      const failure = failureOf(error, tool, id);
      if (failure.isOurs) reportFailure(this.options.log, error, id);
      this.#record(tool.name, failure.code);
      return failure.result;
    }
  }

  #ask(tool: McpTool, sent: unknown): Promise<object> {
    if (this.#refusal) throw this.#refusal;
    if (!this.#admission) throw new Error('a call is run before it was admitted');
    const { caller, ceiling, isOverCeiling } = this.#admission;
    if (isOverCeiling) {
      const most = ceiling * POINTS_PER_REQUEST;
      throw new ServiceError('VALIDATION_ERROR', `The call costs ${this.points} points; one may cost ${most} at most`);
    }
    return tool.call(openContext(this.options.core, caller, contextOf(this.res).signal), sent);
  }

  #record(tool: string, outcome: 'ok' | ErrorCode): void {
    this.options.metrics.called(tool, outcome);
    contextOf(this.res).logged = { tool, points: this.points, outcome };
  }
}

/** Infinite for a body of no announced length, and for a compressed one. */
function announcedBytes(req: Request): number {
  const isPacked = (req.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity';
  if (isPacked || req.get('transfer-encoding') !== undefined) return Number.POSITIVE_INFINITY;
  return Number(req.get('content-length') ?? 0);
}

const readJson = jsonBody({ limit: BODY_BYTES_MAX, isAnyType: true });

function readMessage(req: Request, res: Response): Promise<unknown> {
  return new Promise((resolve, reject) => {
    readJson(req, res, (error: unknown) => (error === undefined ? resolve(req.body) : reject(error)));
  });
}

/** A body that is no JSON, or too long. */
class BodyFault {
  readonly status: number;
  readonly words: string;

  constructor(error: unknown) {
    if (!isClientFault(error)) throw error;
    this.status = error.status;
    this.words = faultOfBody(error);
  }
}

/** Of a message: what it asks for, in a shape that is not trusted any further. */
function partsOf(message: unknown): { method: unknown; id: unknown; params: Record<string, unknown> | undefined } {
  if (!isRecord(message)) return { method: undefined, id: undefined, params: undefined };
  const { method, id, params } = message;
  return { method, id, params: isRecord(params) ? params : undefined };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The protocol's own way to hand a request's caller to its factory: it holds no credential. */
function carrying(offer: McpOffer): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { offer: new Carried(offer) } };
}

class Carried {
  constructor(readonly offer: McpOffer) {}
}

function offerOf(authInfo: AuthInfo | undefined): McpOffer {
  const carried = authInfo?.extra?.['offer'];
  if (!(carried instanceof Carried)) throw new Error('a request of MCP is served before admission');
  return carried.offer;
}
