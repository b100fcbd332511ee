import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { ServiceMetrics } from './metrics.js';
import { requestId } from './request-id.js';

/** The methods that some route serves: a metric's label never holds a caller's own word. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);

const mounts = new WeakMap<Response, string>();

/**
 * Remembers where the surface is mounted. Express no longer knows it when a failed request is answered, and knows it as
 * the caller wrote it, in any letter case.
 */
export function mountedAt(path: string): RequestHandler {
  return (_req, res, next) => {
    mounts.set(res, path);
    next();
  };
}

/** Sets each request's id, and writes one line when its response is sent: without headers, query or body. */
export function requestLog(log: Logger, metrics: ServiceMetrics): RequestHandler {
  // These lines cannot hold a secret, and searching them for one would cost more than writing them.
  const lines = log.child({}, { redact: [] });
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    const id = requestId(req.get('X-Request-Id'));
    res.setHeader('X-Request-Id', id);
    res.on('close', () => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      metrics.answered(methodOf(req), routeOf(req, res), res.statusCode, seconds);
      lines.info(
        {
          request_id: id,
          method: req.method,
          path: pathOf(req),
          status: res.statusCode,
          ms: Math.round(seconds * 1e4) / 10,
        },
        res.writableFinished ? 'answered' : 'aborted',
      );
    });
    next();
  };
}

function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : 'other';
}

/** The route's pattern, so that a metric has few labels whatever callers ask for. */
function routeOf(req: Request, res: Response): string {
  const route: unknown = req.route?.path;
  return typeof route === 'string' ? `${mounts.get(res) ?? ''}${route}` : 'none';
}

/** Without its query; a key, or a token of a session or link, that was put into the path by mistake is cut out. */
function pathOf(req: Request): string {
  const path = req.originalUrl.split('?', 1)[0] ?? '';
  return path.slice(0, 500).replace(/bvm_\w+|[\w-]{64,}/g, '[redacted]');
}
