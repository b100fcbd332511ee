import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { type Logger, pino } from 'pino';
import { openSpan } from '../tracing.js';
import type { ServiceMetrics } from './metrics.js';
import { contextOf, openRequest } from './request-context.js';

/**
 * Lines are written in blocks, at least this often: a write for each line took 7 % of the processor time of a small
 * read.
 */
const OUTPUT = { dest: 1, sync: false, minLength: 4_096, periodicFlush: 100 } as const;

/**
 * The service's log: JSON lines on standard output, without secrets and without tenants' data in errors. Lines not
 * written yet are written when the process exits; `kill -9` loses those of a tenth of a second.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: loggedError },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.authorization',
        '*.headers.authorization',
        '*.headers.cookie',
        'cookie',
        '*.cookie',
        '["set-cookie"]',
        '*["set-cookie"]',
        '*.headers["set-cookie"]',
        '*.token',
        '*.apiKey',
        '*.api_key',
        '*.password',
        '*.passwordHash',
        '*.keyHash',
        '*.credentialHash',
      ],
      censor: '[redacted]',
    },
  };
  return pino(options, pino.destination(OUTPUT));
}

/** How many causes of an error are followed. */
const MAX_DEPTH = 5;

/** Fields of errors of the database and the system that hold no value of a row. */
const SAFE_FIELDS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'] as const;

/** PostgreSQL quotes values in the messages of these: data that does not parse as its type, and syntax errors. */
const QUOTING_CODE = /^22...$|^42601$/;

interface LoggedError {
  type: string;
  message: string;
  /** Where it was thrown, without the message. */
  stack?: string;
  cause?: LoggedError;
  /** Of an error that combines several. */
  errors?: LoggedError[];
  [field: string]: unknown;
}

/**
 * An error in the form that the log may hold. Errors of the database carry tenants' data in `detail`, `where`,
 * statements, parameters, and in the later lines of messages that quote those. So only fields known to be safe are
 * copied, here and in all causes.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!isError(error)) return { type: typeof error, message: 'something else than an error was thrown' };
  const logged: LoggedError = { type: error.name, message: messageOf(error) };
  for (const name of SAFE_FIELDS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') logged[name] = value;
  }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  if (frames.length > 0) logged.stack = frames.join('\n');
  if (depth >= MAX_DEPTH) return logged;
  if (error.cause !== undefined) logged.cause = loggedError(error.cause, depth + 1);
  const errors: unknown = Reflect.get(error, 'errors');
  if (Array.isArray(errors)) logged.errors = errors.slice(0, MAX_DEPTH).map((each) => loggedError(each, depth + 1));
  return logged;
}

/** Not by `instanceof`, which fails for errors of another realm. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}

function messageOf(error: Error): string {
  const message = String(error.message);
  const code: unknown = Reflect.get(error, 'code');
  const isOfDatabase = 'severity' in error && typeof code === 'string';
  if (!isOfDatabase) return message;
  const [line = ''] = message.split('\n', 1);
  return QUOTING_CODE.test(code) ? line.replace(/".*/s, '"[cut]"') : line;
}

/** The methods that some route serves: a metric's label never holds a caller's own word. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);

/** Opens each request's context, and writes one line when its response is sent: without headers, query or body. */
export function requestLog(log: Logger, metrics: ServiceMetrics): RequestHandler {
  // These lines cannot hold a secret, and searching them for one would cost more than writing them.
  const lines = log.child({}, { redact: [] });
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    const { id } = openRequest(req, res);
    res.setHeader('X-Request-Id', id);
    const traced = openSpan(methodOf(req), 'request', { 'http.request.method': methodOf(req), 'request.id': id });
    res.on('close', () => {
      if (traced) endSpan(traced.span, req, res);
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      metrics.answered(methodOf(req), routeOf(req, res), res.statusCode, seconds);
      lines.info(
        {
          request_id: id,
          method: req.method,
          path: pathOf(req),
          status: res.statusCode,
          ms: Math.round(seconds * 1e4) / 10,
          ...contextOf(res).logged,
        },
        res.writableFinished ? 'answered' : 'aborted',
      );
    });
    if (traced) traced.within(next);
    else next();
  };
}

/** By the route's pattern: neither the path nor the query, which callers write. */
function endSpan(span: Span, req: Request, res: Response): void {
  const route = routeOf(req, res);
  span.updateName(`${methodOf(req)} ${route}`);
  span.setAttributes({ 'http.route': route, 'http.response.status_code': res.statusCode });
  if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : 'other';
}

/** The route's pattern, so that a metric has few labels whatever callers ask for. */
function routeOf(req: Request, res: Response): string {
  const route: unknown = req.route?.path;
  return typeof route === 'string' ? `${contextOf(res).mount}${route}` : 'none';
}

/**
 * Without its query; a key, or a token of a session, link or feed, is cut out, also where some of its characters are
 * escaped, which routes read all the same.
 */
function pathOf(req: Request): string {
  const path = req.originalUrl.split('?', 1)[0] ?? '';
  const plain = path.replace(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w-]/.test(character) ? character : escaped;
  });
  return plain.replace(/bvm_\w+|[\w-]{64,}/g, '[redacted]').slice(0, 500);
}

/** Remembers where a surface is mounted, for the metrics of its routes. */
export function mountedAt(path: string): RequestHandler {
  return (_req, res, next) => {
    contextOf(res).mount = path;
    next();
  };
}
