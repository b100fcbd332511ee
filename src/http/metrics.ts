import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The process's metrics for Prometheus: its own state and its responses. No label names an account. */
export interface ServiceMetrics {
  registry: Registry;
  answered: (method: string, route: string, status: number, seconds: number) => void;
  refusedAtDoor: (code: string) => void;
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
    help: 'Requests refused at the door, by error code',
    labelNames: ['code'],
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
    refusedAtDoor: (code) => refusals.inc({ code }),
  };
}

/** `GET /metrics` in Prometheus text. */
export function serveMetrics({ registry }: ServiceMetrics): RequestHandler {
  return async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics());
  };
}

/**
 * Lets only connections from this machine pass. A header of a proxy refuses one: behind a proxy on the same machine all
 * connections come from there.
 */
export const onlyToThisMachine: RequestHandler = (req, _res, next) => {
  const isForwarded = ['forwarded', 'x-forwarded-for'].some((name) => name in req.headers);
  const isLocal = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(req.socket.remoteAddress ?? '');
  next(isLocal && !isForwarded ? undefined : 'route');
};
