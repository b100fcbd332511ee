import module from 'node:module';
import { createApp, createMetricsApp } from './app.js';
import { SYSTEM_CLOCK } from './clock.js';
import { type Config, readConfig } from './config.js';
import { isMigrated } from './database/connection.js';
import type { Database } from './database/database.js';
import { openDatabase } from './database/open.js';
import { type LoadedDemo, loadDemo } from './demo/load-demo.js';
import { exportTraces } from './export-traces.js';
import { createLog } from './http/log.js';
import { createMetrics, type ServiceMetrics } from './http/metrics.js';
import { listen, type RunningServer } from './http/server.js';
import { createMailer } from './mail/mail.js';
import { startAnalysis } from './monitoring/analysis/analyse-answers.js';
import { queueFigures } from './monitoring/engine/engine-figures.js';
import { observeQueue } from './monitoring/engine/engine-metrics.js';
import { importUpload } from './monitoring/ingest/import-answers.js';
import type { Judging } from './monitoring/judge/judging.js';
import { inviteToSetUp } from './web/setup.routes.js';
import { judgingOf, startWorker, type Worker } from './worker.js';

/** The service's process: a start that fails ends it with one line, SIGTERM and SIGINT drain it, once. */
try {
  const config = readConfig(process.env);
  const service = await serve(config, () => process.exit(1));
  // What Node compiled is kept for the next start: now, as a killed process keeps nothing. Node 20 cannot.
  module.flushCompileCache?.();
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      // Whoever sent the signal kills what is still there soon after.
      setTimeout(() => process.exit(0), config.worker.drainSeconds * 1_000);
      void service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message.split('\n', 1)[0]}\n`);
  process.exit(1);
}

interface Service {
  url: string;
  /** Finishes what is in flight, within the configuration's drain, and lets go of the database. */
  stop: () => Promise<void>;
}

/**
 * Starts what the configuration asks for, and says on standard output where it is.
 * @param onGivenUp called after the reason is logged, where the service cannot go on.
 */
async function serve(config: Readonly<Config>, onGivenUp: () => void): Promise<Service> {
  const log = createLog(config.logLevel);
  const sendSpans = config.tracesEndpoint === undefined ? undefined : await exportTraces(config.tracesEndpoint);
  const report = (message: string) => log.info(message);
  const { database, keep, close: closeDatabase } = await openDatabase(config, report);
  const analysis = startAnalysis({ threads: config.analysisThreads });
  // Last, as requests and runs that are being finished need both.
  const close = async () => {
    await analysis.stop();
    await closeDatabase();
    await sendSpans?.();
  };
  let worker: Worker | undefined;
  try {
    const demo = config.loadsDemo ? await loadDemo(database, report) : null;
    const judging = await judgingOf(config, { database, log });
    const metrics = createMetrics();
    observeQueue(metrics.registry, () => queueFigures(database, SYSTEM_CLOCK.now()));
    const servers = await listenAll(config, database, { log, metrics, judging });
    if (config.role !== 'api') worker = startWorker(config, judging, { database, log, metrics });
    keep({ log, onGivenUp: (error) => giveUp(log, error, onGivenUp) });
    const offersSetup = config.offersSetup && config.role !== 'worker';
    const invitation = offersSetup ? await inviteToSetUp({ database }, servers.url) : [];
    announce(config, servers, { demo, invitation });
    return { url: servers.url, stop: () => stopAll([servers, worker], close) };
  } catch (error) {
    await stopAll([worker], close);
    throw error;
  }
}

type Log = ReturnType<typeof createLog>;

interface Servers extends RunningServer {
  /** Of the port that `/metrics` has of its own. */
  metricsUrl: string | undefined;
}

async function listenAll(
  config: Readonly<Config>,
  database: Database,
  { log, metrics, judging }: { log: Log; metrics: ServiceMetrics; judging: Judging },
): Promise<Servers> {
  const { host, metricsPort: port, trustProxy, hstsMaxAgeSeconds, fastPaths } = config;
  const { publicUrl, linkBaseUrl, secondFactorKey, secondFactorOtherKey, offersSetup, providerSessionHours } = config;
  const base = { log, metrics, trustProxy, hstsMaxAgeSeconds };
  const app = createApp({
    ...base,
    core: { database, clock: SYSTEM_CLOCK },
    health: { isReady: () => isMigrated(database.openForAdmission('readiness')) },
    servesApi: config.role !== 'worker',
    servesMetrics: port === undefined,
    fastPaths,
    publicUrl,
    linkBaseUrl,
    secondFactorKey,
    secondFactorOtherKey,
    providerSessionHours,
    offersSetup,
    platforms: { sources: config, timer: SYSTEM_CLOCK },
    importFile: (projectId, file, signal) =>
      importUpload(database.openForJob(), { projectId }, file, judging, SYSTEM_CLOCK, signal),
    sendMail: createMailer(config),
    destinations: config,
  });
  const server = await listen(app, config);
  if (port === undefined) return { ...server, metricsUrl: undefined };
  try {
    const own = await listen(createMetricsApp(base), { host, port, portVariable: 'METRICS_PORT' });
    const stop = async () => void (await Promise.all([server.stop(), own.stop()]));
    return { url: server.url, metricsUrl: own.url, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function giveUp(log: Log, error: unknown, onGivenUp: () => void): void {
  log.fatal({ err: error }, 'the embedded PostgreSQL does not come back; the service ends');
  onGivenUp();
}

async function stopAll(
  parts: readonly ({ stop: () => Promise<void> } | undefined)[],
  close: () => Promise<void>,
): Promise<void> {
  await Promise.all(parts.map((part) => part?.stop()));
  await close();
}

interface Shown {
  demo: LoadedDemo | null;
  /** To open the first account, where there is none. */
  invitation: readonly string[];
}

/** For people: where things are, and the demo's key and password and the setup code, which are shown this once. */
function announce(config: Readonly<Config>, { url, metricsUrl }: Servers, { demo, invitation }: Shown): void {
  const lines = [`Listening on ${url}`];
  if (config.role !== 'worker') {
    lines.push(`  Dashboard      ${url}/dashboard`);
    lines.push(`  REST API       ${url}/api/v1`, `  API reference  ${url}/docs`, `  GraphQL        ${url}/graphql`);
  }
  if (metricsUrl !== undefined) lines.push(`  Metrics        ${metricsUrl}/metrics`);
  if (demo) lines.push(...demoLines(url, demo));
  lines.push(...invitation);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function demoLines(url: string, { apiKey, email, password, sharePath }: LoadedDemo): string[] {
  return [
    '',
    'Demo account loaded, with sample answers. Its API key, shown only now:',
    '',
    `  ${apiKey}`,
    '',
    `  curl -H "Authorization: Bearer ${apiKey}" ${url}/api/v1/projects`,
    '',
    'Its owner signs in with this address and password, shown only now:',
    '',
    `  ${email}  ${password}`,
    '',
    'A page of it to show to others, by an address shown only now:',
    '',
    `  ${url}${sharePath}`,
  ];
}
