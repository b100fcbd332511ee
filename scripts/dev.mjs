/**
 * Runs the service while its source is being changed. Each change that can be built restarts the service, which drains
 * as on any SIGTERM; one that cannot leaves it running. Types are not checked (`npm run check`). This process holds a
 * lease of the embedded database, so that its server stays up between two runs. The dashboard has a server of its own,
 * which changes open pages at once and passes their requests on to the service. SIGINT (Ctrl-C), SIGTERM and SIGHUP end
 * all of it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
/** Between two checks of the source, each of which takes 3 ms. */
const LOOK_MS = 500;
/** The dashboard's first choice of a port. */
const DASHBOARD_PORT = 4001;
/** What the service answers; the Host stays as it is, so that these pages count as its own. */
const PASSED_ON = ['^/graphql', '^/dashboard/(session|links|export)'];
/** A little longer than the service's drain may take. */
const STOP_MS = 11_000;

let builder;
let service;
let share;
let dashboard;
let dashboardAsks;
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));

let known = '';
while (!isEnding) {
  const source = describeSource();
  if (source !== known && (await build())) await restart();
  known = source;
  await delay(LOOK_MS);
}

/**
 * Every file with its time and size. Polled instead of watched: `tsc --watch` (7.0.2) misses files directly in a folder
 * of the root, such as /app/src, and `fs.watch` (24.21) on Linux misses a file from its second replacement by an editor
 * on.
 */
function describeSource() {
  const source = join(root, 'src');
  const files = readdirSync(source, { recursive: true }).map((name) => {
    const { mtimeMs, size } = statSync(join(source, name), { throwIfNoEntry: false }) ?? {};
    return `${name} ${mtimeMs} ${size}`;
  });
  return files.join('\n');
}

/** True where there is no error; the builder prints errors itself. */
async function build() {
  builder = spawn(process.execPath, ['scripts/build.mjs', '--service'], { cwd: root, stdio: 'inherit' });
  const [exitCode] = await once(builder, 'exit');
  return exitCode === 0;
}

async function restart() {
  if (isRunning(service)) await ended(service);
  try {
    share ??= await holdDatabase();
  } catch (error) {
    console.error(error.message);
    return end(1);
  }
  if (isEnding) return;
  const stdio = ['inherit', 'pipe', 'inherit'];
  const started = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], { cwd: root, stdio });
  started.stdout.pipe(process.stdout, { end: false });
  createInterface({ input: started.stdout }).on('line', (line) => {
    const [, url] = /^Listening on (\S+)/.exec(line) ?? [];
    if (url && !isEnding) void serveDashboard(url);
  });
  started.once('exit', () => {
    if (!started.killed && !isEnding) console.log('The service has ended; the next change starts it again.');
  });
  service = started;
}

/** Serves the dashboard with hot reload, asking the service at that address. */
async function serveDashboard(url) {
  if (url === dashboardAsks) return;
  dashboardAsks = url;
  const { createServer } = await import('vite');
  await dashboard?.close();
  dashboard = await createServer({
    configFile: join(root, 'dashboard', 'vite.config.ts'),
    cacheDir: join(root, 'node_modules', '.cache', 'vite'),
    server: {
      host: '127.0.0.1',
      port: DASHBOARD_PORT,
      proxy: Object.fromEntries(PASSED_ON.map((path) => [path, { target: url }])),
    },
  });
  await dashboard.listen();
  console.log(`Dashboard with hot reload on ${dashboard.resolvedUrls.local[0]}`);
}

/** The server that the service joins; none where `DATABASE_URL` names one. */
async function holdDatabase() {
  const { readConfig } = await import('../dist/config.js');
  const { startEmbedded } = await import('../dist/database/embedded/embedded-server.js');
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== undefined) return { release: async () => undefined };
  return startEmbedded({ dataDir: resolve(root, dataDir) });
}

async function end(exitCode) {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([dashboard?.close(), ...[service, builder].filter(isRunning).map(ended)]);
  await share?.release();
  process.exit(exitCode);
}

function isRunning(child) {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Ends it by SIGTERM; one that does not react, because its event loop is blocked, is killed. */
async function ended(child) {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}
