import { setKillSwitch } from '../../src/core/writes.js';
import { deleteExpiredChanges } from '../../src/monitoring/upkeep/retention.js';
import { type ApiCaller, sql, TODAY, useApi } from '../support/api.js';
import { UUID_V4 } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createProject } from '../support/resources.js';
import { queryDatabase } from '../support/sql.js';

/** What people did, told among the changes of their project. */

const api = useApi();

let caller: ApiCaller;
let projectId: string;
beforeEach(async () => {
  caller = await api.open();
  ({ id: projectId } = await createProject(caller));
});

const ADD = `mutation ($id: ID!, $input: AddNoteInput!) { addNote(projectId: $id, input: $input) { id at kind text } }`;
const REMOVE = 'mutation ($id: ID!) { removeNote(id: $id) { deleted } }';
const AT = `${TODAY}T00:00:00.000Z`;

async function add(text: string, at = AT, asking = caller) {
  const { body } = await askGraphql(asking, ADD, { id: projectId, input: { at, text } });
  // Shaped by the fields above.
  const note = body.data?.['addNote'] as { id: string; at: string; kind: string; text: string } | null;
  return { note, error: body.errors?.[0] };
}

async function remove(id: string | undefined, asking = caller) {
  const { body } = await askGraphql(asking, REMOVE, { id });
  return body.errors?.[0]?.extensions['code'] ?? body.data;
}

async function changesOf(args = '') {
  const { body } = await askGraphql(caller, `{ project(id: "${projectId}") { changes${args} { id at kind text } } }`);
  expect(body.errors).toBeUndefined();
  // Shaped by the fields above.
  const project = body.data?.['project'] as { changes: { id: string | null; kind: string; text: string }[] };
  return project.changes;
}

/** Straight into the table, `count` a minute apart, from the instant on. */
async function fill(kind: string, count: number, from: string): Promise<void> {
  await sql(
    api.db,
    `insert into project_change (account_id, project_id, at, id, kind, text)
     select $1, $2, $3::timestamptz + n * interval '1 minute', gen_random_uuid(), $4, n::text
     from generate_series(1, $5::int) n`,
    [caller.account.accountId, projectId, from, kind, count],
  );
}

test('a note is told among the changes by its id, and removed by it for good', async () => {
  const { note } = await add('  New pricing page \n');
  expect(note).toEqual({ id: expect.stringMatching(UUID_V4), at: AT, kind: 'NOTE', text: 'New pricing page' });
  await fill('prompt_added', 1, `${TODAY}T01:00Z`);
  expect(await changesOf()).toEqual([
    { id: null, at: `${TODAY}T01:01:00.000Z`, kind: 'PROMPT_ADDED', text: '1' },
    note,
  ]);
  expect(await remove(note?.id)).toEqual({ removeNote: { deleted: true } });
  expect(await remove(note?.id)).toBe('NOT_FOUND');
  expect(await changesOf()).toHaveLength(1);
});

test('an instant of another zone is told in UTC', async () => {
  const { note } = await add('Campaign', '2026-06-01T01:30:00+02:00');
  expect(note?.at).toBe('2026-05-31T23:30:00.000Z');
});

test('500 characters may be written, also where each takes two units', async () => {
  expect((await add('😀'.repeat(500))).note?.text).toBe('😀'.repeat(500));
});

test.each([
  ['😀'.repeat(501), AT, 'text', 'must be at most 500 characters'],
  [' \n ', AT, 'text', 'must not be empty'],
  ['a\0b', AT, 'text', 'must not contain a NUL character'],
  ['a', 'yesterday', 'at', 'must be an instant like 2026-11-02T09:30:00Z'],
  ['a', '2026-02-30T00:00:00Z', 'at', 'must be an instant like 2026-11-02T09:30:00Z'],
  ['a', '1969-12-31T23:59:59Z', 'at', 'must be from 1970-01-01 on'],
  ['a', '9998-01-01T00:00:00Z', 'at', 'must not be in the future'],
])('%.8j at %s is refused: %s %s', async (text, at, field, message) => {
  const { note, error } = await add(text, at);
  expect([note, error?.extensions]).toEqual([null, { code: 'VALIDATION_ERROR', issues: [{ path: [field], message }] }]);
  expect(await changesOf()).toEqual([]);
});

test('a project has 500 notes at most, also where several are added at once', async () => {
  await fill('note', 498, '2026-01-01T00:00Z');
  const all = await Promise.all([1, 2, 3, 4].map((n) => add(`${n}`)));
  const refused = all.filter(({ note }) => note === null);
  expect(refused.map(({ error }) => [error?.extensions['code'], error?.message])).toEqual(
    [1, 2].map(() => ['VALIDATION_ERROR', 'a project has at most 500 notes: remove one first']),
  );
});

test('neither many changes of the same days nor age hides or ends a note', async () => {
  const [old, note] = [await add('Launch', '2024-01-01T00:00:00Z'), await add('New pricing page', AT)];
  await fill('prompt_added', 150, `${TODAY}T01:00Z`);
  const told = await changesOf(`(from: "${TODAY}", to: "${TODAY}")`);
  expect(told).toHaveLength(100);
  expect(told.at(-1)).toEqual(note.note);
  expect(told.slice(0, 99).map(({ text }) => Number(text))).toEqual(Array.from({ length: 99 }, (_, at) => 150 - at));
  await deleteExpiredChanges(api.db, '2030-01-01');
  expect(await changesOf('(window: D90)')).toEqual([note.note]);
  expect(await changesOf('(from: "2024-01-01", to: "2024-01-02")')).toEqual([old.note]);
});

test('projects that are archived take no notes, and theirs are gone, whoever asks', async () => {
  const { note } = await add('New pricing page');
  await caller.delete(`/projects/${projectId}`);
  expect((await add('Late')).error?.extensions['code']).toBe('NOT_FOUND');
  expect([await remove(note?.id), await remove(note?.id, await api.open())]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
});

test('only notes can be removed', async () => {
  await fill('prompt_added', 1, `${TODAY}T01:00Z`);
  const query = 'select id from project_change where project_id = $1';
  // Shaped by the query.
  const [row] = (await queryDatabase(api.database, query, [projectId])) as { id: string }[];
  expect(await remove(row?.id)).toBe('NOT_FOUND');
  expect(await changesOf()).toHaveLength(1);
});

test('both writes are refused while the kill switch is on', async () => {
  const { note } = await add('New pricing page');
  await setKillSwitch(api.db, true);
  try {
    expect((await add('Another')).error?.extensions['code']).toBe('SERVICE_KILL_SWITCH_ACTIVE');
    expect(await remove(note?.id)).toBe('SERVICE_KILL_SWITCH_ACTIVE');
  } finally {
    await setKillSwitch(api.db, false);
  }
  expect(await changesOf()).toEqual([note]);
});
