import { join } from 'node:path';
import express, { type Express, type Router } from 'express';
import type { Logger } from 'pino';
import { createSecretBox } from './core/access/secret-box.js';
import type { Core } from './core/context.js';
import { type DestinationConfig, destinationTools } from './core/destinations/destination-tools.js';
import { ServiceError } from './core/errors.js';
import { ProviderClient } from './core/people/providers/provider-client.js';
import { SetupWatch } from './core/people/set-up.js';
import { methodsOf } from './core/platforms/methods.js';
import type { PlatformTools } from './core/platforms/operated-platforms.js';
import type { GraphqlFastPaths } from './graphql/execution/run-operation.js';
import { serveGraphql } from './graphql/handler.js';
import { AdmissionControl, admitOne, IN_FLIGHT_BOUNDS, type InFlightBounds } from './http/admission-control.js';
import { BUILT_FOLDER, readBuiltPage } from './http/assets.js';
import { errorHandler } from './http/error-responses.js';
import { mountedAt, requestLog } from './http/log.js';
import { createMetrics, onlyToThisMachine, type ServiceMetrics, serveMetrics } from './http/metrics.js';
import { securityHeaders } from './http/server.js';
import { createConfirmationDelivery } from './mail/confirmation-mail.js';
import { createLinkDelivery } from './mail/link-mail.js';
import type { SendMail } from './mail/mail.js';
import { serveMcp } from './mcp/mcp.routes.js';
import { serveReference } from './rest/api-reference.js';
import { createRestRouter, respondToOptions } from './rest/router.js';
import { VERSION } from './version.js';
import { createAccountExportRouter } from './web/account-export.routes.js';
import { createExportRouter } from './web/export.routes.js';
import { createFactorRouter } from './web/factor.routes.js';
import { createFeedRouter } from './web/feed.routes.js';
import { createImportRouter, type ImportFile } from './web/import.routes.js';
import { createMailRouter } from './web/mail.routes.js';
import { serveDashboard } from './web/page.js';
import { createPlatformRouter } from './web/platform.routes.js';
import { createProviderRouter } from './web/provider.routes.js';
import { createReportRouter } from './web/report.routes.js';
import { createSessionRouter } from './web/session.routes.js';
import { createSetupRouter } from './web/setup.routes.js';
import { createVisitRouter } from './web/visit.routes.js';
import { serveVisitPage } from './web/visit-page.js';

/** Who is gone at a company's provider is out here by then. */
const PROVIDER_SESSION_HOURS = 12;

interface BaseOptions {
  log: Logger;
  metrics?: ServiceMetrics;
  /** Express's `trust proxy`. */
  trustProxy: boolean | number | string;
  hstsMaxAgeSeconds?: number | undefined;
}

export interface AppOptions extends BaseOptions {
  core: Core;
  health: HealthChecks;
  /** False in a process that only works: it serves its health and nothing else. */
  servesApi: boolean;
  /** False where `/metrics` has a port of its own; else it is served to scrapers on this machine, without a proxy. */
  servesMetrics?: boolean;
  inFlightBounds?: InFlightBounds;
  fastPaths: GraphqlFastPaths;
  /** Where people reach the service; undefined: where their requests come to. */
  publicUrl?: string | undefined;
  /** The same as links have it, which cannot go by a request. */
  linkBaseUrl: string;
  /** Encrypts the secrets of authenticator apps. */
  secondFactorKey?: Buffer | undefined;
  /** Reads them too, while the key is changed. */
  secondFactorOtherKey?: Buffer | undefined;
  /** What a session by a company's provider lasts at most; 12 where left out. */
  providerSessionHours?: number;
  sendMail?: SendMail;
  /** How destinations are checked and sealed; absent: public addresses alone, secrets in the clear. */
  destinations?: DestinationConfig;
  /** Takes in the files of answers that people upload; absent: none are taken. */
  importFile?: ImportFile;
  /** Whether the first account can be opened in a browser. */
  offersSetup?: boolean;
  /** What the operator's own account sees and changes of the platforms; absent: nothing. */
  platforms?: PlatformTools;
}

/** The HTTP part of the service. Open paths cost nothing; the API comes first, as Express tries paths in order. */
export function createApp({
  core,
  health,
  servesApi,
  servesMetrics = true,
  offersSetup = false,
  ...options
}: AppOptions): Express {
  const { log, fastPaths, metrics = createMetrics(), inFlightBounds = IN_FLIGHT_BOUNDS } = options;
  const { publicUrl, linkBaseUrl, sendMail = null } = options;
  const app = createBase({ ...options, metrics });
  if (servesApi) {
    const admission = new AdmissionControl({ database: core.database, metrics, bounds: inFlightBounds, publicUrl });
    app.use('/api/v1', createApi(core, admission));
    const links = { linkBaseUrl, sendMail, log };
    const methods = methodsOf(options.platforms?.sources.platformSettings);
    app.use('/mail', mountedAt('/mail'), createMailRouter({ core }));
    const deliver = { deliverLink: createLinkDelivery(links), deliverConfirmation: createConfirmationDelivery(links) };
    const parts = { ...deliver, destinations: destinationTools(options.destinations), linkBaseUrl, publicUrl };
    serveGraphql(app, { core, admission, log, fastPaths, methods, ...parts });
    serveMcp(app, { core, admission, log, metrics, methods, publicUrl, version: VERSION });
    const exports = { core, log, admission };
    app.use('/dashboard/export', mountedAt('/dashboard/export'), createExportRouter(exports));
    app.use('/dashboard/export', mountedAt('/dashboard/export'), createAccountExportRouter(exports));
    app.use('/dashboard/export', mountedAt('/dashboard/export'), createReportRouter(exports));
    const { importFile, platforms } = options;
    if (importFile) {
      const imports = createImportRouter({ core, admission, importFile });
      app.use('/dashboard/import', mountedAt('/dashboard/import'), imports);
    }
    const sessions = { ...links, core, publicUrl, admission };
    app.use('/dashboard', createSessionRouter(sessions));
    app.use('/shared', mountedAt('/shared'), createVisitRouter(sessions));
    app.use('/feeds', mountedAt('/feeds'), createFeedRouter(exports));
    if (offersSetup) app.use('/dashboard', createSetupRouter(sessions));
    if (platforms) {
      const path = '/dashboard/operator/platforms';
      app.use(path, mountedAt(path), createPlatformRouter({ ...sessions, platforms }));
    }
    const secrets = createSecretBox(options.secondFactorKey, options.secondFactorOtherKey);
    const { providerSessionHours: sessionHours = PROVIDER_SESSION_HOURS } = options;
    app.use('/dashboard', createFactorRouter({ ...sessions, secrets, sessionHours }));
    const tools = { providers: new ProviderClient(), secrets, clock: core.clock, sessionHours };
    app.use('/dashboard', createProviderRouter({ ...sessions, tools }));
    const dashboard = readBuiltPage(join(BUILT_FOLDER, 'dashboard'));
    const setup = offersSetup ? new SetupWatch(core.database) : null;
    if (dashboard) serveDashboard(app, dashboard, { publicUrl, setup, version: VERSION });
    else log.warn('the dashboard is not served, as it is not built: npm run build');
    serveVisitPage(app, readBuiltPage(join(BUILT_FOLDER, 'visitors')));
    serveReference(app);
  }
  serveHealth(app, health);
  const isBehindProxy = Boolean(options.trustProxy) || publicUrl?.startsWith('https:') === true;
  if (servesMetrics && !isBehindProxy) app.get('/metrics', onlyToThisMachine, serveMetrics(metrics));
  return withEnd(app, log);
}

/** One router, so that Express takes the prefix off a path once. */
function createApi(core: Core, admission: AdmissionControl): Router {
  return express.Router().use(mountedAt('/api/v1'), respondToOptions(), admitOne(admission), createRestRouter(core));
}

/** `/metrics` alone, for a port of its own: everybody who reaches that port may read them. */
export function createMetricsApp(options: BaseOptions & { metrics: ServiceMetrics }): Express {
  const app = createBase(options);
  app.get('/metrics', serveMetrics(options.metrics));
  return withEnd(app, options.log);
}

function createBase({ log, metrics, trustProxy, hstsMaxAgeSeconds }: BaseOptions & { metrics: ServiceMetrics }) {
  const app = express();
  const headers = new Map(Object.entries(securityHeaders(hstsMaxAgeSeconds)));
  app.disable('x-powered-by').disable('etag').set('trust proxy', trustProxy).set('query parser', 'simple');
  app.use(requestLog(log, metrics));
  app.use((_req, res, next) => {
    res.setHeaders(headers);
    next();
  });
  return app;
}

/** A path that nothing served gets 404; the one error handler answers every failure. */
function withEnd(app: Express, log: Logger): Express {
  app.use((req) => {
    throw new ServiceError('NOT_FOUND', `No such path: ${req.method} ${req.path}`);
  });
  return app.use(errorHandler(log));
}

interface HealthChecks {
  /** True when the database answers and its migrations are in. */
  isReady: () => Promise<boolean>;
}

/**
 * `/healthz` is 200 as long as the process lives, and names its release; `/readyz` is 503 while the database is away or
 * not migrated. Neither needs a key, so requests that arrive during a check share its result.
 */
export function serveHealth(app: Express, { isReady }: HealthChecks): void {
  let underWay: Promise<boolean> | undefined;
  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok', version: VERSION });
  });
  app.get('/readyz', async (_req, res) => {
    underWay ??= isReady()
      .catch(() => false)
      .finally(() => {
        underWay = undefined;
      });
    const ready = await underWay;
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable' });
  });
}
