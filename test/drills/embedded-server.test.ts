import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';
import pg from 'pg';
import { z } from 'zod';
import { type EmbeddedServer, startEmbedded } from '../../src/database/embedded/embedded-server.js';
import { makeDataFolder } from '../support/data-folder.mjs';

type Address = Pick<EmbeddedServer, 'host' | 'port' | 'user' | 'databaseName'>;

const reportSchema = z.union([
  z.object({ host: z.string(), port: z.number(), user: z.string(), databaseName: z.string() }),
  z.object({ error: z.string() }),
]);

/** Starts, reports, and releases its share at the end of its input; `idle` has nothing else to do, so it ends. */
const PARTICIPANT = `
import { startEmbedded } from './embedded-server.js';
const [, , dataDir, mode] = process.argv;
if (mode === 'foreign') Object.defineProperty(process, 'platform', { value: 'sunos' });
try {
  const server = await startEmbedded({ dataDir });
  console.log(JSON.stringify(server));
  if (mode !== 'idle') process.stdin.on('end', () => server.release()).resume();
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}
`;

const project = fileURLToPath(new URL('../..', import.meta.url));
const scratch = makeDataFolder();
const compiled = join(scratch, 'compiled');
const children: ChildProcess[] = [];
const postmasters: number[] = [];

beforeAll(() => {
  const sources = join(project, 'src', 'database', 'embedded');
  fs.mkdirSync(compiled);
  fs.symlinkSync(join(project, 'node_modules'), join(compiled, 'node_modules'));
  fs.writeFileSync(join(compiled, 'package.json'), '{"type":"module"}');
  fs.writeFileSync(join(compiled, 'participant.js'), PARTICIPANT);
  for (const name of fs.readdirSync(sources)) {
    const { code } = transformFileSync(join(sources, name), {
      jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    fs.writeFileSync(join(compiled, name.replace(/ts$/, 'js')), code);
  }
});

afterEach(async () => {
  for (const child of children.splice(0)) killGroup(child);
  for (const pid of postmasters.splice(0)) await until(() => !isAlive(pid));
});

afterAll(() => {
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
});

test('a first start makes a UTF-8 database with checksums, sorted by code point, on a private socket', async () => {
  const server = await ready(participate('shared'));
  expect(
    await rows(
      server,
      `select current_database() as name, datlocprovider, datlocale, current_setting('server_encoding') as encoding,
         current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
         current_setting('fsync') as fsync from pg_database where datname = current_database()`,
    ),
  ).toEqual([
    {
      name: 'brandvisibility',
      datlocprovider: 'b',
      datlocale: 'C.UTF-8',
      encoding: 'UTF8',
      checksums: 'on',
      addresses: '',
      fsync: 'on',
    },
  ]);
  expect(fs.statSync(server.host).mode & 0o777).toBe(0o700);
});

test('processes that start at once on an empty folder share one server', async () => {
  const [first, second] = await Promise.all([participate('at-once'), participate('at-once')].map(ready));
  expect(first).toEqual(second);
});

test('the server outlives the process that started it, and stops with the last participant', async () => {
  const starter = participate('shared');
  await ready(starter);
  const joined = participate('shared');
  const server = await ready(joined);
  const postmaster = await postmasterOf(server);
  killGroup(starter);
  await once(starter, 'exit');
  expect(await rows(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  joined.stdin?.end();
  await until(() => !isAlive(postmaster) && !fs.existsSync(server.host));
});

test('kill -9 of every participant stops the server', async () => {
  const participants = [participate('shared'), participate('shared')];
  const [server] = await Promise.all(participants.map(ready));
  if (!server) throw new Error('two participants have two reports');
  const postmaster = await postmasterOf(server);
  participants.forEach(killGroup);
  await until(() => !isAlive(postmaster));
});

test('whoever comes while the server is stopping gets a running one', async () => {
  for (let round = 0; round < 5; round++) {
    const server = await startEmbedded({ dataDir: join(scratch, 'shared') });
    await postmasterOf(server);
    expect(await rows(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.release();
    await server.release();
  }
});

test('a share does not keep its process from ending', async () => {
  const [exitCode] = await once(participate('shared', 'idle'), 'exit');
  expect(exitCode).toBe(0);
});

test('what was committed survives kill -9 of the postmaster', async () => {
  const server = await ready(participate('shared'));
  await rows(server, 'create table kept as select 42 as answer');
  const postmaster = await postmasterOf(server);
  process.kill(postmaster, 'SIGKILL');
  const next = await ready(participate('shared'));
  expect(await postmasterOf(next)).not.toBe(postmaster);
  expect(await rows(next, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a stale lock file does not prevent a start when another process has its number', async () => {
  const postmaster = await postmasterOf(await ready(participate('shared')));
  const lock = join(scratch, 'shared', 'postgres', 'cluster', 'postmaster.pid');
  process.kill(postmaster, 'SIGKILL');
  await until(() => !isAlive(postmaster));
  const { uid, gid } = fs.statSync(lock);
  const stranger = spawn('sleep', ['60'], { detached: true, ...(process.getuid?.() === 0 && { uid, gid }) });
  children.push(stranger);
  await once(stranger, 'spawn');
  fs.writeFileSync(lock, fs.readFileSync(lock, 'utf8').replace(String(postmaster), String(stranger.pid)));
  const server = await ready(participate('shared'));
  expect(await rows(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('kill -9 in the middle of making the cluster leaves nothing half-made', async () => {
  const home = join(scratch, 'torn', 'postgres');
  const drafts = () => (fs.existsSync(home) ? fs.readdirSync(home).filter((name) => name.startsWith('init.')) : []);
  const torn = participate('torn');
  await until(() => drafts().some((name) => fs.existsSync(join(home, name, 'PG_VERSION'))));
  killGroup(torn);
  expect(fs.readdirSync(home)).toEqual(drafts());
  const server = await ready(participate('torn'));
  expect(await rows(server, 'select current_database() as name')).toEqual([{ name: 'brandvisibility' }]);
  expect(drafts()).toEqual([]);
});

test('a start that fails says so with the end of the log', async () => {
  await stopped('at-once');
  fs.rmSync(join(clusterOf('at-once'), 'global', 'pg_control'));
  expect(await report(participate('at-once'))).toEqual({
    error: expect.stringMatching(/did not start.*could not find the database system/s),
  });
});

test('the data of another major version is refused in one line that says how to go on', async () => {
  fs.writeFileSync(join(clusterOf('at-once'), 'PG_VERSION'), '17\n');
  expect(await report(participate('at-once'))).toEqual({
    error: expect.stringMatching(/^The data in .* is of PostgreSQL 17, and this build runs \d+: back up [^\n]*$/),
  });
});

describe('who may connect', () => {
  /** Greets the server as `postgres`, and prints the kind of its first answer: R is an authentication, E a refusal. */
  const GREETING = `
    const parameters = Buffer.from('user\\0postgres\\0database\\0postgres\\0\\0');
    const head = Buffer.alloc(8);
    head.writeInt32BE(8 + parameters.length, 0);
    head.writeInt32BE(196608, 4);
    const socket = require('node:net').connect(process.argv[1] + '/.s.PGSQL.5432');
    socket.on('error', ({ code }) => console.log(code));
    socket.once('data', (answer) => { console.log(answer.toString('latin1', 0, 1)); socket.destroy(); });
    socket.once('connect', () => socket.write(Buffer.concat([head, parameters])));
  `;

  function greetAs(uid: number, { host }: Address): string {
    return spawnSync(process.execPath, ['-e', GREETING, host], {
      uid,
      gid: uid,
      encoding: 'utf8',
      cwd: '/',
    }).stdout.trim();
  }

  test('only the owner and root, as named by the kernel, also in a cluster that trusted everybody before', async () => {
    await stopped('shared');
    fs.writeFileSync(join(clusterOf('shared'), 'pg_hba.conf'), 'local all all trust\n');
    fs.appendFileSync(join(clusterOf('shared'), 'postgresql.auto.conf'), `hba_file = '/tmp/none'\n`);
    const server = await ready(participate('shared'));
    expect(await rows(server, 'select type, user_name, auth_method, options from pg_hba_file_rules')).toEqual([
      { type: 'local', user_name: ['postgres'], auth_method: 'peer', options: ['map=owner'] },
    ]);
  });

  // Taking on another user is root's alone.
  (process.getuid?.() === 0 ? test : test.skip)('no other user, not even one that reaches the socket', async () => {
    const server = await ready(participate('shared'));
    const stranger = 65_534;
    expect(greetAs(stranger, server)).toBe('EACCES');
    fs.chmodSync(server.host, 0o755);
    fs.chmodSync(join(server.host, '.s.PGSQL.5432'), 0o777);
    expect(greetAs(stranger, server)).toBe('E');
    expect(greetAs(0, server)).toBe('R');
  });
});

test('owner and mode of the data are mended', async () => {
  await stopped('shared');
  const cluster = clusterOf('shared');
  const home = join(cluster, '..');
  const { uid } = fs.statSync(cluster);
  for (const folder of [home, cluster]) fs.chmodSync(folder, 0o755);
  if (process.getuid?.() === 0) {
    for (const path of [cluster, join(cluster, 'base'), join(cluster, 'postgresql.conf')]) fs.chownSync(path, 0, 0);
  }
  await ready(participate('shared'));
  for (const folder of [home, cluster]) expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of ['.', 'base', 'postgresql.conf']) expect(fs.statSync(join(cluster, name)).uid).toBe(uid);
});

test('a platform without binaries is refused with a hint at DATABASE_URL, before anything is written', async () => {
  const refused = await report(participate('foreign', 'foreign'));
  expect(refused).toEqual({ error: expect.stringContaining('DATABASE_URL') });
  expect(fs.existsSync(join(scratch, 'foreign'))).toBe(false);
});

/** A process of its own, in a process group of its own, so that kill -9 takes what it is running with it. */
function participate(dataDir: string, mode = 'stay'): ChildProcess {
  const args = [join(compiled, 'participant.js'), join(scratch, dataDir), mode];
  const child = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function report({ stdout }: ChildProcess) {
  if (!stdout) throw new Error('participants have a piped output');
  const [line] = await once(createInterface(stdout), 'line');
  return reportSchema.parse(JSON.parse(String(line)));
}

/** Where the participant's server is; the test does not end before that server has. */
async function ready(child: ChildProcess): Promise<Address> {
  const reported = await report(child);
  if ('error' in reported) throw new Error(reported.error);
  await postmasterOf(reported);
  return reported;
}

/** The folder's server was started once, and has stopped. */
async function stopped(dataDir: string): Promise<void> {
  const child = participate(dataDir);
  const postmaster = await postmasterOf(await ready(child));
  killGroup(child);
  await until(() => !isAlive(postmaster));
}

function clusterOf(dataDir: string): string {
  return join(scratch, dataDir, 'postgres', 'cluster');
}

async function postmasterOf(server: Address): Promise<number> {
  const [row] = await rows(server, `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`);
  const { pid } = z.object({ pid: z.number() }).parse(row);
  if (!postmasters.includes(pid)) postmasters.push(pid);
  return pid;
}

async function rows({ host, port, user, databaseName }: Address, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ host, port, user, database: databaseName });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // ended already
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Other processes act in their own time; one that needs longer than 100 s has failed. */
async function until(condition: () => boolean): Promise<void> {
  const startedAt = performance.now();
  while (!condition()) {
    if (performance.now() - startedAt > 100_000) throw new Error(`still waiting for ${condition}`);
    await delay(5);
  }
}
