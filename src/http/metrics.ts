import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The process's metrics for Prometheus: its own state and its responses. No label names an account. */
export interface ServiceMetrics {
  registry: Registry;
  answered: (method: string, route: string, status: number, seconds: number) => void;
  refused: (code: string) => void;
  /** A call of a tool by MCP; of one that there is none, `other`. */
  called: (tool: string, outcome: string) => void;
}

export function createMetrics(): ServiceMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'door_refusals_total',
    help: 'Requests refused at admission, by error code',
    labelNames: ['code'],
    registers: [registry],
  });
  const calls = new Counter({
    name: 'mcp_calls_total',
    help: 'Calls of tools by MCP, by tool and by what came of them: ok, or an error code',
    labelNames: ['tool', 'outcome'],
    registers: [registry],
  });
  // By their labels, which the library would hash for each response.
  const series = new Map<string, { observe: (seconds: number) => void }>();
  const seriesOf = (method: string, route: string, status: number) => {
    const name = `${method} ${route} ${status}`;
    const known = series.get(name) ?? durations.labels({ method, route, status });
    series.set(name, known);
    return known;
  };
  return {
    registry,
    answered: (method, route, status, seconds) => seriesOf(method, route, status).observe(seconds),
    refused: (code) => refusals.inc({ code }),
    called: (tool, outcome) => calls.inc({ tool, outcome }),
  };
}

/** `GET /metrics` in Prometheus text. */
export function serveMetrics({ registry }: ServiceMetrics): RequestHandler {
  return async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics());
  };
}

/** What proxies add to a request; a scraper on this machine sends none of it. */
const PROXY_HEADER =
  /^(forwarded|via|cdn-loop|max-forwards|(.+-)?client-ip|cf-.+|x-(forwarded|original|real|envoy).*)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * Lets only scrapers on this machine pass. Behind a proxy on the same machine all connections come from here, so what
 * shows a proxy refuses a request: a header of one, a `Host` that is not of this machine, HTTP/1.0, and `Connection:
 * close`. The last two and its own name as `Host` are all that nginx sends by a plain `proxy_pass`; of nginx from
 * 1.29.7 on only the name is left, which a scraper sends too.
 */
export const onlyToThisMachine: RequestHandler = (req, _res, next) => {
  const { httpVersion, headers, socket } = req;
  const isLocal = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '');
  const isForwarded =
    Object.keys(headers).some((name) => PROXY_HEADER.test(name)) ||
    !LOOPBACK_HOST.test(headers.host ?? '') ||
    httpVersion === '1.0' ||
    headers.connection?.toLowerCase() === 'close';
  next(isLocal && !isForwarded ? undefined : 'route');
};
