import { listCompetitors } from '../../../src/core/competitors/competitor.reads.js';
import { createCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { updateProject } from '../../../src/core/projects/project.writes.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { startMaintenance } from '../../../src/monitoring/upkeep/maintenance.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { PlatformServer } from '../../support/platform-server.js';
import { HURRIED_CLOCK } from '../../support/test-clock.js';
import { until } from '../../support/until.js';
import { fileOf, openProject, plainLine } from '../monitored-project.js';
import { everything, selectedJudge, sentimentsOf, startJudging } from './judged-project.js';

let database: TestDatabase;
let server: PlatformServer;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  server = await PlatformServer.start(everything('mixed'));
});
afterEach(() => server.close());
afterAll(() => database.close());

const LINES = ['Acme is large.', 'Acme is in Ohio.'].map((answer) => plainLine({ answer }));

async function startWorker(model: string | null) {
  const judging = await startJudging(database, server, model);
  const messages: string[] = [];
  const note = (_details: object, message: string) => void messages.push(message);
  return {
    messages,
    ...startMaintenance({ database, log: { info: note, error: note }, judging, clock: HURRIED_CLOCK }),
  };
}

const reAnalysed = (messages: readonly string[]) => messages.filter((message) => message === 're-analysed').length;

test('of workers that are configured differently the one that started last decides, and none undoes it', async () => {
  const [project, other] = [await openProject(database), await openProject(database)];
  await importAnswers(database.db, project, fileOf(LINES));
  const judgeNow = () => selectedJudge(database, project);

  const on = await startWorker('m-1');
  await until(judgeNow, (judge) => judge === 'claude/m-1/4');
  expect(await sentimentsOf(database, project)).toEqual([
    'Acme is in Ohio. | mixed | model | Acme is in Ohio',
    'Acme is large. | mixed | model | Acme is large',
  ]);
  const off = await startWorker(null);
  await until(judgeNow, (judge) => judge === null);
  expect(await sentimentsOf(database, project)).toEqual([
    'Acme is in Ohio. | neutral | rules | Acme is in Ohio.',
    'Acme is large. | neutral | rules | Acme is large.',
  ]);
  const last = await startWorker('m-1');
  await importAnswers(database.db, other, fileOf(LINES));
  for (const each of [project, other]) {
    await until(
      () => selectedJudge(database, each),
      (judge) => judge === 'claude/m-1/4',
    );
  }
  await Promise.all([on, off, last].map((worker) => worker.stop()));
  expect(await judgeNow()).toBe('claude/m-1/4');
  // Each worker changes each of the two projects once at most, so their changes end; each text is paid for once.
  for (const { messages } of [on, off, last]) expect(reAnalysed(messages)).toBeLessThanOrEqual(2);
  expect(server.calls).toHaveLength(4);
});

test('a competitor added to one project is counted while the judge is asked about another', async () => {
  const [judged, other] = [await openProject(database), await openProject(database)];
  await importAnswers(database.db, judged, fileOf([plainLine({ answer: 'Acme takes its time.' })]));
  await importAnswers(database.db, other, fileOf([plainLine({ answer: 'Globex alone.' })]));
  let goOn = () => {};
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  server.answer = async (call) => {
    await waiting;
    return everything('mixed')(call);
  };
  const worker = await startWorker('m-1');
  await until(
    async () => server.underWay,
    (calls) => calls > 0,
  );
  await createCompetitor(other.ctx, other.projectId, { name: 'Globex' });
  await until(
    () => listCompetitors(other.ctx, other.projectId),
    ([globex]) => globex?.totalMentionsCount === 1,
  );
  expect(await selectedJudge(database, judged)).toBeNull();
  goOn();
  await until(
    () => selectedJudge(database, judged),
    (judge) => judge === 'claude/m-1/4',
  );
  await worker.stop();
});

test('a competitor added to one project is counted while another, whose brand has a new name, is judged', async () => {
  const [renamed, other] = [await openProject(database), await openProject(database)];
  await importAnswers(database.db, renamed, fileOf([plainLine({ answer: 'Acme, late Initech, is large.' })]));
  await importAnswers(database.db, other, fileOf([plainLine({ answer: 'Globex alone.' })]));
  const released = Promise.withResolvers<void>();
  const worker = await startWorker('m-1');
  for (const each of [renamed, other]) {
    await until(
      () => selectedJudge(database, each),
      (judge) => judge === 'claude/m-1/4',
    );
  }
  server.answer = async (call) => {
    await released.promise;
    return everything('mixed')(call);
  };
  await updateProject(renamed.ctx, renamed.projectId, { brandName: 'Initech' });
  await until(
    async () => server.underWay,
    (calls) => calls > 0,
  );
  await createCompetitor(other.ctx, other.projectId, { name: 'Globex' });
  await until(
    () => listCompetitors(other.ctx, other.projectId),
    ([globex]) => globex?.totalMentionsCount === 1,
  );
  released.resolve();
  await worker.stop();
});

test('stopping ends the calls under way, leaves the former analysis, and is no failure', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(LINES));
  server.answer = () => ({ ends: 'hang' });
  const worker = await startWorker('m-1');
  await until(
    async () => server.calls.length,
    (calls) => calls > 0,
  );
  await worker.stop();
  expect(worker.messages).toEqual([]);
  expect(await selectedJudge(database, project)).toBeNull();
  expect(await sentimentsOf(database, project)).toHaveLength(2);
});
