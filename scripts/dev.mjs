// Runs the service while its source is being changed: the compiler watches, and each compilation without an error
// restarts the service, which drains as on any SIGTERM. A share in the embedded database is held all the while, so that
// its server stays up between two runs of the service. SIGINT (Ctrl-C), SIGTERM and SIGHUP end all of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');
/** What the compiler says at the end of each compilation. */
const COMPILED = /Found (\d+) errors?\. Watching for file changes\./;
/** A little more than the service takes at most to drain. */
const STOP_MS = 11_000;

const compiler = spawn(
  process.execPath,
  [
    join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    '-p',
    'tsconfig.build.json',
    '--watch',
    '--preserveWatchOutput',
  ],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
);
let service;
let share;
let isRestartWanted = false;
let isRestarting = false;
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));
// At Ctrl-C the terminal tells the compiler too, which may be the first to end.
compiler.once('exit', (code) => void end(code ?? 0));
createInterface({ input: compiler.stdout }).on('line', (line) => {
  console.log(line);
  if (COMPILED.exec(line)?.[1] === '0') void restart();
});

/** Ends the running service, and starts it again; compilations that end meanwhile are covered by one more turn. */
async function restart() {
  isRestartWanted = true;
  if (isRestarting) return;
  isRestarting = true;
  while (isRestartWanted && !isEnding) {
    isRestartWanted = false;
    await endService();
    if (!isRestartWanted && !isEnding) await startService();
  }
  isRestarting = false;
}

async function startService() {
  try {
    share ??= await holdDatabase();
  } catch (error) {
    console.error(error.message);
    return end(1);
  }
  if (isEnding) return;
  const started = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], { cwd: root, stdio: 'inherit' });
  started.once('exit', () => {
    if (!started.killed && !isEnding) console.log('The service has ended; the next change starts it again.');
  });
  service = started;
}

/** The same server that the service joins; none where `DATABASE_URL` names one. */
async function holdDatabase() {
  const { readConfig } = await import('../dist/config.js');
  const { startEmbedded } = await import('../dist/database/embedded/embedded-server.js');
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== undefined) return { release: async () => undefined };
  return startEmbedded({ dataDir: resolve(root, dataDir) });
}

async function endService() {
  if (isRunning(service)) await ended(service);
}

async function end(exitCode) {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([service, compiler].filter(isRunning).map(ended));
  await share?.release();
  process.exit(exitCode);
}

function isRunning(child) {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Ends it by SIGTERM; one that hears no signal, because its event loop is blocked, is killed. */
async function ended(child) {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}
