/**
 * Records what a former release responds to the requests of `test/support/recorded-rest.ts`, for
 * `test/drills/upgrade.test.ts`: `npm run record:release -- COMMIT`. The commit
 * is checked out beside this one with its own packages, built and started on an empty database, which it migrates;
 * then the rows are written and everything is asked. The file is named by the last migration that the release had.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { fillRecorded, recordResponses } from '../test/support/recorded-rest.ts';
import { prepareServer, releaseServer } from '../test/support/server.mjs';
import { build } from './build.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'test', 'drills', 'releases');

const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error('which commit? scripts/record-release.mjs COMMIT');

await build({ serviceOnly: true });
const place = mkdtempSync(join(tmpdir(), 'release-'));
const checkout = join(place, 'checkout');
const run = (command, args, cwd = checkout) => execFileSync(command, args, { cwd, stdio: 'inherit' });
run('git', ['worktree', 'add', '--detach', checkout, commit], root);
try {
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
  run('npm', ['run', 'build']);
  await onDatabase(async (url) => {
    const { name, responses } = await recordedOn(url);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(responses, null, 2)}\n`);
  });
} finally {
  run('git', ['worktree', 'remove', '--force', checkout], root);
  rmSync(place, { recursive: true, force: true });
}

/** On a server of its own, or that of `DATABASE_URL`. */
async function onDatabase(work) {
  const server = await prepareServer();
  const name = `release_${process.pid}`;
  const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  try {
    await query(server.url, `create database ${name} template template0`);
    await work(url);
  } finally {
    await query(server.url, `drop database if exists ${name} with (force)`);
    await releaseServer(server);
  }
}

async function query(url, text, values) {
  const client = new pg.Client(url);
  await client.connect();
  return client
    .query(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** As a process that serves requests alone, so that no worker changes a row meanwhile. */
async function recordedOn(databaseUrl) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: databaseUrl, PORT: '0', DEMO: 'false', ROLE: 'api', LOG_LEVEL: 'warn' };
  const service = spawn(process.execPath, ['dist/main.js'], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await announced(service);
    await fillRecorded((text, values) => query(databaseUrl, text, values));
    const responses = await recordResponses(url);
    const [last] = await query(databaseUrl, 'select name from mikro_orm_migrations order by id desc limit 1');
    return { name: last.name, responses };
  } finally {
    service.kill('SIGTERM');
    if (service.exitCode === null) await once(service, 'exit');
  }
}

async function announced(service) {
  let text = '';
  for await (const chunk of service.stdout) {
    text += chunk;
    const [, url] = /^Listening on (http\S+)/m.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error(`the release ended before it listened: ${text}`);
}
