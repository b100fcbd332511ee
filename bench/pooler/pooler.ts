import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/database/embedded/embedded-server.js';
import { findPgBouncer, startPgBouncer, versionOf } from './pgbouncer.js';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const SURFACES = 'test/(rest|graphql)/';
/** The service's start-up parameters, for a pooler that drops what it cannot keep instead of refusing it. */
const SENT = ['options', 'statement_timeout', 'idle_in_transaction_session_timeout'];

/** A start of the service that must fail, and what its one line must hold. */
interface WrongSetUp {
  name: string;
  ignored: readonly string[];
}

const WRONG_SET_UPS: readonly WrongSetUp[] = [
  { name: 'a pooler that refuses settings of the session', ignored: [] },
  { name: 'a pooler that drops them', ignored: SENT },
];

/**
 * The tests of both surfaces through PgBouncer in transaction mode, before an embedded server of their own; and that
 * without `DATABASE_POOLED` the service says what to set, instead of starting.
 * @param suites a pattern of test files; absent: those of both surfaces.
 * @returns false where a test failed.
 */
export async function testPooler(suites = SURFACES): Promise<boolean> {
  const program = findPgBouncer();
  if (!program) {
    console.log('pooler: not run, as PgBouncer is not installed (Debian: apt-get install pgbouncer)');
    return true;
  }
  console.log(`pooler: ${versionOf(program)}, transaction mode`);
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'bvm-pooler-'));
  chmodSync(folder, 0o755);
  const server = await startEmbedded({ dataDir: join(folder, 'data') });
  const stops: (() => Promise<void>)[] = [() => server.release()];
  const takeDown = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
  process.once('SIGINT', () => void takeDown().finally(() => process.exit(130)));
  const start = async (ignored: readonly string[]) => {
    const pooler = await startPgBouncer(program, folder, { socketDir: server.host, ignored });
    stops.push(pooler.stop);
    return `postgresql://postgres@127.0.0.1:${pooler.port}/${server.databaseName}`;
  };
  try {
    const direct = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(server.host)}`;
    let isGood = true;
    for (const { name, ignored } of WRONG_SET_UPS) isGood = (await isRefused(name, await start(ignored))) && isGood;
    return (await runSuites(suites, direct, await start([]))) && isGood;
  } finally {
    await takeDown();
  }
}

/** Whether the service, not told of the pooler, ends with the line that says what to set. */
async function isRefused(name: string, url: string): Promise<boolean> {
  const environment = { DATABASE_URL: url, DEMO: 'false', PORT: '0', LOG_LEVEL: 'silent' };
  const { code, stderr } = await run([join(PROJECT, 'dist', 'main.js')], environment, 'pipe');
  console.log(`  ${name}: exit ${code}, ${JSON.stringify(stderr.trim())}`);
  return code === 1 && stderr.includes('set DATABASE_POOLED=true');
}

async function runSuites(suites: string, direct: string, pooled: string): Promise<boolean> {
  const jest = join(PROJECT, 'node_modules', 'jest', 'bin', 'jest.js');
  const words = ['--experimental-vm-modules', '--no-warnings', jest, '--selectProjects', 'service'];
  const environment = { DATABASE_URL: direct, TEST_POOLER_URL: pooled };
  const { code } = await run([...words, '--testPathPatterns', suites], environment, 'inherit');
  return code === 0;
}

function run(words: readonly string[], environment: Record<string, string>, stderr: 'pipe' | 'inherit') {
  const child = spawn(process.execPath, [...words], {
    cwd: PROJECT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', stderr],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, stderr: said })),
  );
}
