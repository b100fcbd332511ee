import { randomUUID } from 'node:crypto';
import { createCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { getMentions } from '../../../src/core/metrics/mentions.js';
import { archiveProject } from '../../../src/core/projects/project.writes.js';
import { createPrompt } from '../../../src/core/prompts/prompt.writes.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { ERRORS_MAX, importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { contentOf, fileOf, openProject, plainLine, ROLLUPS } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const FACTS = ['answer_reading', 'answer_mention', 'answer_citation'];
const STORED = ['answer', 'answer_receipt', 'answer_search', ...FACTS, ...ROLLUPS];

async function everything(project: { accountId: string; projectId: string }) {
  return Promise.all(STORED.map((table) => contentOf(database, table, project)));
}

test('importing a file twice changes nothing', async () => {
  const project = await openProject(database, ['Globex']);
  const lines = Array.from({ length: 1_100 }, (_, n) =>
    plainLine({ external_id: `a-${n}`, answer: n % 2 ? 'Acme and Globex.' : 'Neither.', searches: ['best anvils'] }),
  );
  const first = await importAnswers(database.db, project, fileOf(lines));
  expect(first).toEqual({ received: 1_100, accepted: 1_100, rejected: 0, duplicates: 0, errors: [] });
  const before = await everything(project);
  const second = await importAnswers(database.db, project, fileOf(lines));
  expect(second).toEqual({ received: 1_100, accepted: 0, rejected: 0, duplicates: 1_100, errors: [] });
  expect(await everything(project)).toEqual(before);
});

test('faulty and rejected lines are reported by number and skipped, the others are ingested', async () => {
  const project = await openProject(database);
  const lines = [
    plainLine({ external_id: 'one' }),
    'no json',
    '',
    plainLine({ answer: '  ' }),
    plainLine({ external_id: 'one' }),
  ];
  expect(await importAnswers(database.db, project, fileOf(lines))).toEqual({
    received: 4,
    accepted: 1,
    rejected: 2,
    duplicates: 1,
    errors: [
      { line: 2, message: 'the line is not JSON' },
      { line: 4, message: 'not accepted: The answer holds no text.' },
    ],
  });
});

test('of two lines with one external id the first counts', async () => {
  const project = await openProject(database);
  const lines = ['first', 'second'].map((answer) => plainLine({ external_id: 'one', answer }));
  await importAnswers(database.db, project, fileOf(lines));
  expect(await contentOf(database, 'answer', project)).toMatchObject([{ text: 'first' }]);
});

test('errors are all counted, and listed up to a bound', async () => {
  const project = await openProject(database);
  const report = await importAnswers(database.db, project, fileOf(Array(ERRORS_MAX + 7).fill('{}')));
  expect(report.rejected).toBe(ERRORS_MAX + 7);
  expect(report.errors).toHaveLength(ERRORS_MAX + 1);
  expect(report.errors.at(-1)).toEqual({ line: ERRORS_MAX + 1, message: 'and 7 faulty lines from this one on' });
});

test('an answer is tied to the prompt with the text of its question', async () => {
  const project = await openProject(database);
  const prompt = await createPrompt(project.ctx, project.projectId, { promptText: 'Which anvils are best?' });
  const lines = [plainLine({ question: ' which ANVILS are best? ' }), plainLine({ question: 'Something else' })];
  await importAnswers(database.db, project, fileOf(lines));
  const answers = await contentOf(database, 'answer', project);
  expect(answers.map((answer) => 'prompt_id' in answer && answer.prompt_id).sort()).toEqual([prompt.id, null].sort());
});

test('the metrics are current when the import returns, a competitor added since the last one included', async () => {
  const project = await openProject(database);
  const period = { from: '2026-03-04', to: '2026-03-04' };
  const answer = 'Acme and Globex.';
  await importAnswers(database.db, project, fileOf([plainLine({ answer })]));
  expect((await getMentions(project.ctx, project.projectId, period)).mentions).toHaveLength(1);
  const competitor = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await importAnswers(database.db, project, fileOf([plainLine({ answer })]));
  const { mentions } = await getMentions(project.ctx, project.projectId, period);
  expect(mentions.map(({ competitorId, mentionCount }) => [competitorId, mentionCount])).toEqual([
    [null, 2],
    [competitor.id, 2],
  ]);
});

test('one external id in two projects is two answers', async () => {
  const projects = [await openProject(database), await openProject(database)];
  const line = plainLine();
  for (const project of projects) {
    expect((await importAnswers(database.db, project, fileOf([line]))).accepted).toBe(1);
  }
});

test('an unknown and an archived project are NOT_FOUND, an id that is no UUID a VALIDATION_ERROR', async () => {
  const project = await openProject(database);
  await archiveProject(project.ctx, project.projectId);
  const attempt = (projectId: string) => importAnswers(database.db, { projectId }, fileOf([plainLine()]));
  await expect(attempt(project.projectId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(attempt(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(attempt('seven')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a file that breaks off leaves nothing', async () => {
  const project = await openProject(database);
  const breakingOff = async function* () {
    for (let count = 0; count < 1_700; count += 1) yield `${plainLine()}\n`;
    throw new Error('the disk is gone');
  };
  await expect(importAnswers(database.db, project, breakingOff())).rejects.toThrow('the disk is gone');
  expect((await everything(project)).flat()).toEqual([]);
  expect((await importAnswers(database.db, project, fileOf([plainLine()]))).accepted).toBe(1);
});

test('a connection lost during an import leaves nothing, and the next import succeeds', async () => {
  const project = await openProject(database);
  const lines = Array.from({ length: 1_700 }, () => plainLine());
  const cutOff = async function* () {
    for (const [at, line] of lines.entries()) {
      if (at === 1_600) await killWriters();
      yield `${line}\n`;
    }
  };
  await expect(importAnswers(database.db, project, cutOff())).rejects.toThrow();
  expect((await everything(project)).flat()).toEqual([]);
  expect((await importAnswers(database.db, project, fileOf(lines))).accepted).toBe(1_700);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true, projects: 1 });
});

/** Ends the connections that have written something and not committed it. */
async function killWriters(): Promise<void> {
  const killed = await database.db.em.execute<object[]>(
    `select pg_terminate_backend(pid)
     from pg_stat_activity
     where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`,
  );
  expect(killed).toHaveLength(1);
}

test('of two imports of one file at once each line is accepted once', async () => {
  const project = await openProject(database, ['Globex']);
  const lines = Array.from({ length: 600 }, (_, n) => plainLine({ external_id: `a-${n}`, answer: 'Acme, Globex.' }));
  const reversed = lines.toReversed();
  const reports = await Promise.all([lines, reversed].map((file) => importAnswers(database.db, project, fileOf(file))));
  expect(reports.map(({ accepted, duplicates }) => [accepted, duplicates]).sort()).toEqual([
    [0, 600],
    [600, 0],
  ]);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});
