import { SYSTEM_CLOCK } from '../../src/clock.js';
import { importUpload, UPLOAD_LINES } from '../../src/monitoring/ingest/import-answers.js';
import { WITHOUT_JUDGE } from '../../src/monitoring/judge/judging.js';
import { FILE_MAX_BYTES } from '../../src/web/import.routes.js';
import { type Answer, sql, type TestApi, useApi } from '../support/api.js';
import { type HolderSession, openHolder, setRole } from '../support/holder-session.js';
import { createProject } from '../support/resources.js';
import { until } from '../support/until.js';

/** A file of answers, uploaded in a browser: who may, within what bounds, and what comes of it. */

const api: TestApi = useApi({
  importFile: (projectId, file, signal) =>
    importUpload(api.db, { projectId }, file, WITHOUT_JUDGE, SYSTEM_CLOCK, signal),
  serverBounds: { requestTimeout: 6_000, headersTimeout: 5_000, connectionsCheckingInterval: 100 },
});

let holder: HolderSession;
let projectId: string;
beforeEach(async () => {
  holder = await openHolder(api);
  projectId = (await createProject(holder.caller, { brand_name: 'Northwind' })).id;
});

function lineOf(id: string): string {
  const question = 'Which tea is best?';
  const answered_at = '2026-06-10T09:00:00Z';
  return JSON.stringify({ external_id: id, platform: 'chatgpt', question, answer: 'Northwind is best.', answered_at });
}

const NDJSON = { 'Content-Type': 'application/x-ndjson' };

function upload(body: string | Uint8Array<ArrayBuffer>, { to = projectId, by = holder, headers = NDJSON } = {}) {
  return api.request('POST', `/dashboard/import/${to}`, { ...by.headers, ...headers }, body);
}

async function stored(): Promise<number> {
  const [row] = await sql<{ n: number }>(api.db, 'select count(*)::int as n from answer where project_id = $1', [
    projectId,
  ]);
  return row?.n ?? -1;
}

function messageOf({ body }: Answer): string {
  return (body as { error: { message: string } }).error.message;
}

test('good lines are stored and counted, faulty ones listed, and the same file again changes nothing', async () => {
  const file = `${lineOf('a')}\n{"external_id":"b"}\n${lineOf('c')}\n`;
  const { status, body } = await upload(file);
  expect(status).toBe(200);
  expect(body).toMatchObject({ data: { received: 3, accepted: 2, rejected: 1, duplicates: 0 } });
  expect((body as { data: { errors: { line: number }[] } }).data.errors.map(({ line }) => line)).toEqual([2]);
  expect((await upload(file)).body).toMatchObject({ data: { accepted: 0, rejected: 1, duplicates: 2 } });
  expect(await stored()).toBe(2);
});

test('what is no JSON Lines is told line by line, and nothing is stored', async () => {
  const { status, body } = await upload(Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0x0a, 0x7b]));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: {
      accepted: 0,
      rejected: 2,
      errors: [
        { line: 1, message: 'the line is not UTF-8' },
        { line: 2, message: 'the line is not JSON' },
      ],
    },
  });
  expect(await stored()).toBe(0);
});

test('a file ends at its 5,000th faulty line, and nothing of it is stored', async () => {
  const faulty = (lines: number) => `${lineOf('a')}\n${'0\n'.repeat(lines)}${lineOf('b')}\n`;
  const refused = await upload(faulty(UPLOAD_LINES.refused));
  expect([refused.status, messageOf(refused)]).toEqual([
    422,
    'file: has 5000 faulty lines, so nothing of it was imported; line 2: must be a JSON object',
  ]);
  expect(await stored()).toBe(0);
  const { body } = await upload(faulty(UPLOAD_LINES.refused - 1));
  expect(body).toMatchObject({ data: { accepted: 2, rejected: UPLOAD_LINES.refused - 1 } });
});

test('a file of more lines than any has is refused, also where they are blank', async () => {
  const refused = await upload(`${lineOf('a')}\n${'\n'.repeat(UPLOAD_LINES.most)}${lineOf('b')}\n`);
  expect([refused.status, messageOf(refused)]).toEqual([422, 'file: must have at most 500000 lines']);
  expect(await stored()).toBe(0);
});

test('a file is paid for by its bytes', async () => {
  const remaining = ({ headers }: Answer) => Number(headers.get('X-RateLimit-Remaining'));
  const before = remaining(await upload(lineOf('a')));
  const long = Buffer.alloc(9 * 1024 * 1024, 0x20);
  long.write(`${lineOf('b')}\n`);
  expect(before - remaining(await upload(long))).toBe(3);
});

test('a file whose sender has gone is not read on, and leaves nothing', async () => {
  const gone = new AbortController();
  const read: string[] = [];
  const file = async function* () {
    for (const id of ['a', 'b', 'c']) {
      read.push(id);
      yield Buffer.from(`${lineOf(id)}\n`);
    }
    gone.abort('the caller is gone');
  };
  const imported = importUpload(api.db, { projectId }, file(), WITHOUT_JUDGE, SYSTEM_CLOCK, gone.signal);
  await expect(imported).rejects.toBe('the caller is gone');
  expect(read).toEqual(['a', 'b', 'c']);
  expect(await stored()).toBe(0);
});

test('another type of content is refused', async () => {
  const refused = await upload(lineOf('a'), { headers: { 'Content-Type': 'text/csv' } });
  expect([refused.status, messageOf(refused)]).toEqual([422, expect.stringContaining('application/x-ndjson')]);
});

test('51 MiB are refused with the bound, whether or not the length is told, and nothing is stored', async () => {
  const big = Buffer.alloc(FILE_MAX_BYTES + 1024 * 1024, 0x20);
  big.write(`${lineOf('a')}\n`);
  const told = await upload(big);
  expect([told.status, messageOf(told)]).toEqual([422, 'file: must be at most 50 MiB']);
  const untold = await fetch(`${api.url}/dashboard/import/${projectId}`, {
    method: 'POST',
    headers: { ...holder.headers, ...NDJSON },
    body: new Blob([big]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(untold.status).toBe(422);
  expect(await stored()).toBe(0);
});

test('a file that stalls is cut, leaves nothing, and the next one is taken', async () => {
  let isFirst = true;
  const stalled = new ReadableStream({
    pull: (sink) => {
      if (isFirst) sink.enqueue(Buffer.from(`${lineOf('a')}\n`));
      isFirst = false;
      return isFirst ? undefined : new Promise(() => {});
    },
  });
  const headers = { ...holder.headers, ...NDJSON };
  const init = { method: 'POST', headers, body: stalled, duplex: 'half' } as RequestInit;
  const outcome = await fetch(`${api.url}/dashboard/import/${projectId}`, init).then(
    ({ status }) => status,
    () => 'cut',
  );
  expect([408, 'cut']).toContain(outcome);
  expect(await stored()).toBe(0);
  // The service ends the turn of a request that it cut a moment after the client has noticed.
  const taken = await until(
    async () => (await upload(lineOf('b'))).status,
    (status) => status !== 409,
  );
  expect(taken).toBe(200);
  expect(await stored()).toBe(1);
});

test('what is no id, a viewer, a key and a page of another site are refused', async () => {
  expect((await upload(lineOf('a'), { to: 'no-id' })).status).toBe(422);
  const { Authorization } = { Authorization: `Bearer ${holder.caller.key}` };
  const byKey = { ...holder, headers: { Authorization } };
  expect((await upload(lineOf('a'), { by: byKey })).status).toBe(403);
  const elsewhere = { ...holder, headers: { ...holder.headers, 'Sec-Fetch-Site': 'cross-site' } };
  expect((await upload(lineOf('a'), { by: elsewhere })).status).toBe(403);
  await setRole(holder, 'viewer');
  expect((await upload(lineOf('a'))).status).toBe(403);
  expect(await stored()).toBe(0);
});
