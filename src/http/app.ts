import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { ServiceError } from '../core/errors.js';
import type { Core } from '../core/service.js';
import { createRestRouter } from '../rest/router.js';
import { serveReference } from './api-reference.js';
import { admissionOf, behindDoor, createDoor } from './door.js';
import { errorHandler } from './errors.js';
import { serveGraphql } from './graphql.js';
import { type HealthChecks, serveHealth } from './health.js';
import { IN_FLIGHT_BOUNDS, type InFlightBounds } from './in-flight.js';
import { createMetrics, serveMetrics } from './metrics.js';
import { rememberMount, requestLog } from './request-log.js';

export interface AppOptions {
  core: Core;
  log: Logger;
  health: HealthChecks;
  /** Express's `trust proxy`. */
  trustProxy: boolean | number | string;
  /** False in a process that only works: it tells its health and nothing else. */
  servesApi: boolean;
  inFlightBounds?: InFlightBounds;
}

/** The HTTP face of the service. Open paths cost nothing; the API's stand first, as Express tries them in order. */
export function createApp({ core, log, health, trustProxy, servesApi, ...options }: AppOptions): Express {
  const { inFlightBounds = IN_FLIGHT_BOUNDS } = options;
  const app = express();
  const metrics = createMetrics();
  app.disable('x-powered-by').disable('etag').set('trust proxy', trustProxy).set('query parser', 'simple');
  app.use(requestLog(log, metrics));
  app.use((_req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  });
  if (servesApi) {
    const door = createDoor(core.database, metrics, inFlightBounds);
    app.use('/api/v1', rememberMount, behindDoor(door), createRestRouter(core, admissionOf));
    serveGraphql(app, { core, door, log });
    serveReference(app);
  }
  serveHealth(app, health);
  app.get('/metrics', serveMetrics(metrics));
  app.use((req) => {
    throw new ServiceError('NOT_FOUND', `No such path: ${req.method} ${req.path}`);
  });
  app.use(errorHandler(log));
  return app;
}
