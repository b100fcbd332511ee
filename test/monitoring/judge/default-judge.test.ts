import { getProjectAnalysis } from '../../../src/core/analysis-state/project-analysis.js';
import { type ChangeView, changesOfProjects } from '../../../src/core/changes/changes.js';
import { createCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { applyJudge, getJudgeHistory } from '../../../src/core/judge-history/judge-history.js';
import { toDay } from '../../../src/core/time.js';
import { rowLock, tryLock } from '../../../src/database/advisory-lock.js';
import { readWatchedNumbers } from '../../../src/monitoring/alerts/watched-numbers.js';
import { findAnalysisStatus } from '../../../src/monitoring/facts/selected-analysis.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { reanalyse, reanalyseWhereDue } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { startMaintenance } from '../../../src/monitoring/upkeep/maintenance.js';
import { queueOutdated } from '../../../src/monitoring/upkeep/reanalysis-task.js';
import { ownerOf } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { first } from '../../support/expectations.js';
import { PlatformServer } from '../../support/platform-server.js';
import { queryDatabase } from '../../support/sql.js';
import { until } from '../../support/until.js';
import { contentOf, fileOf, type MonitoredProject, openProject, plainLine } from '../monitored-project.js';
import {
  everything,
  selectedJudge,
  sentimentsOf,
  startJudging,
  startWithoutChoice,
  type TestJudging,
} from './judged-project.js';

/** A judge that nobody chose: it decides in new answers, and in earlier ones once people have it applied to them. */

let database: TestDatabase;
let server: PlatformServer;
beforeEach(async () => {
  database = await createTestDatabase();
  server = await PlatformServer.start(everything('negative'));
});
afterEach(async () => {
  await server.close();
  await database.close();
});

const OLD = ['Acme is in Ohio.', 'Acme is large.'];
const RULES = OLD.map((text) => `${text} | neutral | rules | ${text}`);
const MODEL = OLD.map((text) => `${text} | negative | model | ${text.slice(0, -1)}`);
const NEW = 'Acme is new.';
const NEW_MODEL = `${NEW} | negative | model | Acme is new`;
const JUDGE = 'claude/m-1/4';
const { signal } = new AbortController();

const byDefault = (model = 'm-1') => startJudging(database, server, model, {}, true);
const byChoice = (model: string | null) => startJudging(database, server, model);
const read = (project: MonitoredProject) => sentimentsOf(database, project);
/** What a worker does as it starts, and every ten minutes. */
const look = (judging: TestJudging) => queueOutdated(database, judging, judging.clock, signal);
const isDue = async (project: MonitoredProject, judging: TestJudging) =>
  (await findAnalysisStatus(database.db, project, judging)).isDue;

/** A project whose answers the rules alone have read. */
async function openRead(texts: readonly string[] = OLD): Promise<MonitoredProject> {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf(texts.map((answer) => plainLine({ answer }))));
  // A first import from a shell asks workers to compare their judge: that is done here.
  await queryDatabase(database, 'delete from project_task where project_id = $1', [project.projectId]);
  return project;
}

/** An answer of this instant. */
async function answerNow(project: MonitoredProject, judging: TestJudging, answer = NEW): Promise<void> {
  const line = plainLine({ answer, answered_at: new Date().toISOString() });
  await importAnswers(database.db, project, fileOf([line]), judging);
}

const asOwner = ({ ctx }: MonitoredProject) => ({ ...ctx, caller: ownerOf(ctx.caller) });
const apply = (project: MonitoredProject) => applyJudge(asOwner(project), project.projectId);
const historyOf = (project: MonitoredProject) => getJudgeHistory(asOwner(project), project.projectId);

async function judgeChanges({ ctx, projectId }: MonitoredProject): Promise<ChangeView[]> {
  const found = await changesOfProjects(ctx, [projectId], { from: '2026-01-01', to: toDay(new Date(Date.now())) });
  return (found.get(projectId) ?? []).filter(({ kind }) => ['judge_changed', 'answers_read_again'].includes(kind));
}

async function tasksOf({ projectId }: MonitoredProject): Promise<string[]> {
  const found = await queryDatabase<{ task: string }>(
    database,
    'select task from project_task where project_id = $1 and due_at is not null order by task',
    [projectId],
  );
  return found.map(({ task }) => task);
}

const FACTS = ['answer_reading', 'answer_mention', 'daily_response', 'daily_question_response', 'daily_mention'];

async function factsOf(project: MonitoredProject) {
  const facts = await Promise.all(FACTS.map((table) => contentOf(database, table, project)));
  return { id: (await findAnalysisStatus(database.db, project)).analysis?.id, facts };
}

test('as it begins nothing is read again, queued or asked, and the numbers stay', async () => {
  const project = await openRead();
  const before = await factsOf(project);
  const judging = await byDefault();
  expect(await isDue(project, judging)).toBe(false);
  await look(judging);
  expect(await factsOf(project)).toEqual(before);
  expect(await read(project)).toEqual(RULES);
  expect(await tasksOf(project)).toEqual([]);
  expect(await isDue(project, judging)).toBe(false);
  expect(server.calls).toEqual([]);
  expect(await selectedJudge(database, project)).toBe(JUDGE);
});

test('a worker that goes on for a while reads nothing again either', async () => {
  const project = await openRead();
  const before = await factsOf(project);
  const judging = await byDefault();
  const log = {
    info: judging.log.info,
    error: (details: object, message: string) => judging.log.warn(details, message),
  };
  const worker = startMaintenance({ database, log, judging, clock: judging.clock });
  await until(
    () => selectedJudge(database, project),
    (judge) => judge === JUDGE,
  );
  await worker.stop();
  expect(await factsOf(project)).toEqual(before);
  expect(await tasksOf(project)).toEqual([]);
  expect(server.calls).toEqual([]);
});

test('answers from then on are judged, earlier ones are not, whenever they arrive', async () => {
  const project = await openRead();
  const judging = await byDefault();
  await look(judging);
  await answerNow(project, judging);
  expect(await read(project)).toEqual([...RULES, NEW_MODEL]);
  const late = plainLine({ answer: 'Acme is late.', answered_at: '2026-03-09T00:00:00Z' });
  await importAnswers(database.db, project, fileOf([late]), judging);
  expect((await read(project))[2]).toBe('Acme is late. | neutral | rules | Acme is late.');
  expect(server.calls).toHaveLength(1);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('a change says since when, once', async () => {
  const project = await openRead();
  const judging = await byDefault();
  await look(judging);
  await look(judging);
  await look(await byDefault());
  const { judgedFrom, sentimentJudge } = await getProjectAnalysis(project.ctx, project.projectId);
  expect(sentimentJudge).toBe(JUDGE);
  expect(await judgeChanges(project)).toEqual([
    {
      id: null,
      at: judgedFrom,
      kind: 'judge_changed',
      text: `New answers are judged by ${JUDGE} from here on, earlier ones stay as the rules alone read them`,
    },
  ]);
  expect(judging.said).toContainEqual({
    details: { project_id: project.projectId, judge: JUDGE, former_judge: 'the rules alone' },
    message: 'new answers have another judge; earlier ones stay as they were read',
  });
});

test('a re-analysis for other names keeps who judged each answer, and asks nothing', async () => {
  const project = await openRead();
  const judging = await byDefault();
  await look(judging);
  await answerNow(project, judging);
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  expect(await reanalyseWhereDue(database.db, project, judging)).toMatchObject({ answers: 3 });
  expect(await read(project)).toEqual([...RULES, NEW_MODEL]);
  expect(await reanalyse(database.db, project, judging)).toMatchObject({ answers: 3 });
  expect(await read(project)).toEqual([...RULES, NEW_MODEL]);
  expect(server.calls).toHaveLength(1);
  expect((await historyOf(project))?.answers).toBe(3);
  const told = (await judgeChanges(project)).map(({ text }) => text);
  expect(told).toContain('Every answer was read again for the names as they are now: the numbers are new');
  expect(told).toContain('Every answer was read again by the same judge: the numbers are new');
});

test('a project without answers has the judge for all of them, and no change says so', async () => {
  const project = await openProject(database);
  const judging = await byDefault();
  await look(judging);
  await importAnswers(database.db, project, fileOf(OLD.map((answer) => plainLine({ answer }))), judging);
  expect(await read(project)).toEqual(MODEL);
  await look(judging);
  expect(await judgeChanges(project)).toEqual([]);
  expect(await historyOf(project)).toBeNull();
});

test('a project that is being read again, or written to, gets the judge with a later look', async () => {
  const project = await openRead();
  const judging = await byDefault();
  await database.db.apart().transaction(async (tx) => {
    expect(await tryLock(tx, rowLock('reanalysis', project.projectId))).toBe(true);
    await look(judging);
  });
  expect(await selectedJudge(database, project)).toBeNull();
  await database.db.apart().transaction(async (tx) => {
    await tx.em.execute('select from analysis_selection where project_id = ? for share', [project.projectId]);
    await look(judging);
  });
  expect(await selectedJudge(database, project)).toBeNull();
  await look(judging);
  expect(await selectedJudge(database, project)).toBe(JUDGE);
});

test('an answer that arrives while the judge changes is read with the new one', async () => {
  const project = await openRead();
  const judging = await byDefault();
  const blocked = (text: string) =>
    until(
      () =>
        queryDatabase(
          database,
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
          [`%${text}%`],
        ),
      (waiting) => waiting.length > 0,
    );
  const under = await database.db.apart().transaction(async (tx) => {
    await tx.em.execute('lock table project_change in share mode');
    const looking = look(judging);
    await blocked('insert into project_change');
    const answering = answerNow(project, judging);
    await blocked('for share');
    return [looking, answering];
  });
  await Promise.all(under);
  expect(await read(project)).toEqual([...RULES, `${NEW} | neutral | rules_fallback | ${NEW}`]);
});

test('a process of an earlier release that makes an analysis has nothing judged that was not', async () => {
  const project = await openRead();
  const judging = await byDefault();
  await look(judging);
  await answerNow(project, judging);
  await reanalyse(database.db, project, judging);
  // It knows nothing of former judges, and leaves what it does not know.
  await queryDatabase(database, 'update analysis set former_judges = null where project_id = $1', [project.projectId]);
  expect(await historyOf(project)).toMatchObject({ judge: JUDGE });
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await reanalyseWhereDue(database.db, project, judging);
  expect(await read(project)).toEqual([...RULES, NEW_MODEL]);
  expect(server.calls).toHaveLength(1);
});

describe('a project for which it fails', () => {
  /** Writes about one project fail until the test ends, as they do where its rows are damaged. */
  async function refuse(table: string, condition: string): Promise<void> {
    await queryDatabase(
      database,
      `create function refuse_write() returns trigger language plpgsql as
         $$ begin if ${condition} then raise exception 'damaged'; end if; return new; end $$`,
    );
    await queryDatabase(
      database,
      `create trigger refuse_write before insert or update on ${table} for each row execute function refuse_write()`,
    );
  }

  test('is reported, and holds up none of those after it', async () => {
    const projects = [await openRead(), await openRead(), await openRead()].sort((one, other) =>
      one.accountId < other.accountId ? -1 : 1,
    );
    const damaged = first(projects);
    await refuse('analysis', `new.project_id = '${damaged.projectId}'`);
    const judging = await byDefault();
    await look(judging);
    const judges = await Promise.all(projects.map((project) => selectedJudge(database, project)));
    expect(judges).toEqual([null, JUDGE, JUDGE]);
    const failures = judging.said.filter(({ message }) => message.endsWith('failed'));
    expect(failures).toEqual([
      {
        details: { project_id: damaged.projectId, err: expect.objectContaining({ message: expect.any(String) }) },
        message: 'having new answers judged failed',
      },
    ]);
    await queryDatabase(database, 'drop trigger refuse_write on analysis');
    await look(judging);
    expect(await selectedJudge(database, damaged)).toBe(JUDGE);
  });

  test('whose task cannot be queued holds up no other account', async () => {
    const projects = [await openRead(), await openRead()].sort((one, other) =>
      one.accountId < other.accountId ? -1 : 1,
    );
    const damaged = first(projects);
    await refuse('project_task', `new.project_id = '${damaged.projectId}'`);
    const judging = await byChoice('m-1');
    await look(judging);
    expect(await Promise.all(projects.map(tasksOf))).toEqual([[], ['judge']]);
    expect(judging.said).toMatchObject([
      { details: { account_id: damaged.accountId }, message: 'queueing outdated analyses failed' },
    ]);
  });
});

describe('applied to history', () => {
  const worked = async (judging: TestJudging, project: MonitoredProject) => {
    const log = {
      info: judging.log.info,
      error: (details: object, message: string) => judging.log.warn(details, message),
    };
    const worker = startMaintenance({ database, log, judging, clock: judging.clock });
    await until(
      () => historyOf(project),
      (left) => left === null,
    ).finally(() => worker.stop());
    // The worker's look for what is outdated may queue the task once more while it is done; it then waits in vain.
    await queryDatabase(database, 'delete from project_task where project_id = $1', [project.projectId]);
  };

  test('all answers are judged once, by a worker, and a change says so', async () => {
    const project = await openRead([...OLD, 'Nobody is named.']);
    const judging = await byDefault();
    await look(judging);
    await answerNow(project, judging);
    expect(await historyOf(project)).toMatchObject({ judge: JUDGE, isApplied: false });
    await apply(project);
    expect(await historyOf(project)).toMatchObject({ judge: JUDGE, isApplied: true });
    expect(await tasksOf(project)).toEqual(['judge']);
    expect(await read(project)).toContain(RULES[0]);
    await worked(judging, project);
    expect(await read(project)).toEqual([...MODEL, NEW_MODEL, 'Nobody is named. | rules'].toSorted());
    expect(server.calls).toHaveLength(3);
    expect(await isDue(project, judging)).toBe(false);
    expect(await getProjectAnalysis(project.ctx, project.projectId)).toMatchObject({
      sentimentJudge: JUDGE,
      judgedFrom: null,
    });
    expect((await judgeChanges(project)).map(({ text }) => text)).toEqual([
      `Every answer was read again with the judge ${JUDGE}: the numbers are new`,
      expect.stringContaining('New answers are judged by'),
    ]);
    expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
  });

  test('chosen twice it is done once, and where one judge decides in all answers nothing happens', async () => {
    const project = await openRead();
    const judging = await byDefault();
    await apply(project);
    expect(await tasksOf(project)).toEqual([]);
    await look(judging);
    expect(await isDue(project, judging)).toBe(false);
    await apply(project);
    const fence = () => queryDatabase(database, 'select task, fence from project_task order by task');
    const queued = await fence();
    await apply(project);
    expect(await fence()).toEqual(queued);
    await worked(judging, project);
    const { id } = await factsOf(project);
    await apply(project);
    expect(await tasksOf(project)).toEqual([]);
    expect(await isDue(project, judging)).toBe(false);
    expect((await factsOf(project)).id).toBe(id);
    expect(server.calls).toHaveLength(2);
  });

  test('a worker that cannot ask this judge leaves it to others', async () => {
    const project = await openRead();
    const [older, judging] = [await byDefault('m-0'), await byDefault()];
    await look(judging);
    await apply(project);
    expect(await isDue(project, older)).toBe(false);
    await look(older);
    expect(await selectedJudge(database, project)).toBe(JUDGE);
    await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
    await reanalyseWhereDue(database.db, project, older);
    expect(await read(project)).toEqual(RULES);
    expect(await isDue(project, judging)).toBe(true);
    await reanalyseWhereDue(database.db, project, judging);
    expect(await read(project)).toEqual(MODEL);
    expect(await isDue(project, judging)).toBe(false);
  });

  test('what the bound of a day leaves out is judged on the next, and a change says so each time', async () => {
    const project = await openRead();
    const judging = await startJudging(database, server, 'm-1', { callsPerDay: 1 }, true);
    await look(judging);
    await apply(project);
    await reanalyseWhereDue(database.db, project, judging);
    const sources = (await read(project)).map((line) => line.split(' | ')[2]);
    expect(sources.toSorted()).toEqual(['model', 'rules_fallback']);
    expect(await getProjectAnalysis(project.ctx, project.projectId)).toMatchObject({ unjudgedAnswers: 1 });
    expect(await isDue(project, judging)).toBe(false);
    await queryDatabase(database, 'update judge_use set day = day - 1');
    await queryDatabase(database, 'update analysis set judge_withheld_on = judge_withheld_on - 1');
    await reanalyseWhereDue(database.db, project, judging);
    expect(await read(project)).toEqual(MODEL);
    expect(server.calls).toHaveLength(2);
    expect((await judgeChanges(project)).map(({ text }) => text)).toEqual([
      `Answers that had waited for the judge ${JUDGE} were read again with it: the numbers are new`,
      `Every answer was read again with the judge ${JUDGE}: the numbers are new`,
      expect.stringContaining('New answers are judged by'),
    ]);
  });

  test('with names that changed meanwhile, it is one re-analysis, which says both', async () => {
    const project = await openRead();
    const judging = await byDefault();
    await look(judging);
    await apply(project);
    await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
    await reanalyseWhereDue(database.db, project, judging);
    expect(await read(project)).toEqual(MODEL);
    expect(await isDue(project, judging)).toBe(false);
    expect(first(await judgeChanges(project)).text).toBe(
      `Every answer was read again for the names as they are now and with the judge ${JUDGE}: the numbers are new`,
    );
  });

  test('chosen while the answers are read again for another reason, it is not lost', async () => {
    const project = await openRead();
    const judging = await byDefault();
    await look(judging);
    await answerNow(project, judging);
    await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
    await queryDatabase(database, 'delete from sentiment_verdict');
    let isChosen = false;
    server.answer = async (call) => {
      if (!isChosen) {
        isChosen = true;
        await apply(project);
      }
      return everything('negative')(call);
    };
    await reanalyseWhereDue(database.db, project, judging);
    expect(isChosen).toBe(true);
    expect(await isDue(project, judging)).toBe(true);
    await reanalyseWhereDue(database.db, project, judging);
    expect(await read(project)).toEqual([...MODEL, NEW_MODEL]);
    expect(await isDue(project, judging)).toBe(false);
  });

  test('what it costs is estimated from answers that name the brand, the model and how often it is asked', async () => {
    const named = Array.from({ length: 30 }, (_, n) => `Acme is number ${n}.`);
    const project = await openRead([...named, 'Nobody is named.']);
    await look(await byDefault('claude-haiku-5-5'));
    // 38 of 100 are unsure; 1,700 tokens at $1 a million and 90 at $5 each, in cents.
    const expected = { answers: 30, questions: 12, costUsd: 0.03, isApplied: false };
    expect(await historyOf(project)).toMatchObject({ judge: 'claude/claude-haiku-5-5/4', ...expected });
  });
});

describe('beside other judges', () => {
  test('another one by default begins with new answers too; those between keep the verdicts of the first', async () => {
    const project = await openRead();
    const one = await byDefault('m-1');
    await look(one);
    await answerNow(project, one);
    const other = await byDefault('m-2');
    await look(other);
    server.answer = everything('mixed');
    await answerNow(project, other, 'Acme is newer.');
    const all = [...RULES, NEW_MODEL, 'Acme is newer. | mixed | model | Acme is newer'];
    expect(await read(project)).toEqual(all);
    await look(one);
    expect(await selectedJudge(database, project)).toBe('claude/m-2/4');
    await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
    await reanalyseWhereDue(database.db, project, other);
    expect(await read(project)).toEqual(all);
    expect(server.calls).toHaveLength(2);
    const changes = (await judgeChanges(project)).filter(({ kind }) => kind === 'judge_changed');
    expect(changes.map(({ text }) => text)).toEqual([
      `New answers are judged by claude/m-2/4 from here on, earlier ones stay as ${JUDGE} read them`,
      `New answers are judged by ${JUDGE} from here on, earlier ones stay as the rules alone read them`,
    ]);
  });

  test('what people chose for one judge is not done by the next, whose price they did not see', async () => {
    const project = await openRead();
    await look(await byDefault('m-1'));
    await apply(project);
    await queryDatabase(database, 'delete from project_task');
    const other = await byDefault('m-2');
    await look(other);
    await look(other);
    expect(await historyOf(project)).toMatchObject({ judge: 'claude/m-2/4', isApplied: false });
    expect(await tasksOf(project)).toEqual([]);
    expect(await isDue(project, other)).toBe(false);
  });

  test('one that is chosen reads all answers again, as ever, the same model too', async () => {
    const project = await openRead();
    await look(await byDefault());
    const chosen = await byChoice('m-1');
    expect(await isDue(project, chosen)).toBe(true);
    await look(chosen);
    expect(await tasksOf(project)).toEqual(['judge']);
    await reanalyseWhereDue(database.db, project, chosen);
    expect(await read(project)).toEqual(MODEL);
    expect(await historyOf(project)).toBeNull();
    expect(await isDue(project, chosen)).toBe(false);
  });

  test('turned off, the rules read all answers again, for nothing, and a change says so', async () => {
    const project = await openRead();
    const judging = await byDefault();
    await look(judging);
    await answerNow(project, judging);
    const off = await byChoice(null);
    expect(await isDue(project, off)).toBe(true);
    await reanalyseWhereDue(database.db, project, off);
    expect(await read(project)).toEqual([...RULES, `${NEW} | neutral | rules | ${NEW}`]);
    expect(await historyOf(project)).toBeNull();
    expect(first(await judgeChanges(project)).text).toBe(
      'Every answer was read again by the rules alone: the numbers are new',
    );
    expect(server.calls).toHaveLength(1);
    await look(judging);
    expect(await selectedJudge(database, project)).toBeNull();
  });

  test.each([
    ['by default', byDefault],
    ['by choice', byChoice],
  ])('a process without keys and without a choice changes nothing of one %s', async (_how, start) => {
    const project = await openRead();
    const judging = await start('m-1');
    await look(judging);
    await reanalyseWhereDue(database.db, project, judging);
    await answerNow(project, judging);
    await queryDatabase(database, 'delete from project_task');
    const before = await factsOf(project);
    const keyless = await startWithoutChoice(database);
    await look(keyless);
    expect(await isDue(project, keyless)).toBe(false);
    expect(await tasksOf(project)).toEqual([]);
    expect(await factsOf(project)).toEqual(before);
    const sentiments = await read(project);
    await reanalyse(database.db, project, keyless);
    expect(await read(project)).toEqual(sentiments);
    expect(await selectedJudge(database, project)).toBe(JUDGE);
    await look(judging);
    expect(await isDue(project, judging)).toBe(false);
    expect(await tasksOf(project)).toEqual([]);
  });

  test('a process without keys and without a choice leaves the rules where the judge was turned off', async () => {
    const project = await openRead();
    const off = await byChoice(null);
    await reanalyse(database.db, project, off);
    await reanalyse(database.db, project, await startWithoutChoice(database));
    await look(off);
    expect(await isDue(project, off)).toBe(false);
    expect(await tasksOf(project)).toEqual([]);
    expect(await read(project)).toEqual(RULES);
  });

  test('the first answers of a project, read where nothing is chosen, are those of before for a default', async () => {
    const project = await openProject(database);
    const lines = OLD.map((answer) => plainLine({ answer }));
    await importAnswers(database.db, project, fileOf(lines), await startWithoutChoice(database));
    expect(await tasksOf(project)).toEqual(['judge']);
    const judging = await byDefault();
    await look(judging);
    expect(await selectedJudge(database, project)).toBe(JUDGE);
    expect(await read(project)).toEqual(RULES);
  });

  test('by default after a chosen one, answers keep its verdicts', async () => {
    const project = await openProject(database);
    const lines = OLD.map((answer) => plainLine({ answer }));
    await importAnswers(database.db, project, fileOf(lines), await byChoice('m-1'));
    await look(await byChoice('m-1'));
    const before = await factsOf(project);
    const other = await byDefault('m-2');
    await look(other);
    expect(await factsOf(project)).toEqual(before);
    await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
    await reanalyseWhereDue(database.db, project, other);
    expect(await read(project)).toEqual(MODEL);
    expect(server.calls).toHaveLength(2);
  });

  test('no more than twenty former ones are remembered', async () => {
    const project = await openRead();
    for (let at = 0; at < 23; at += 1) await look(await byDefault(`m-${at}`));
    const [analysis] = await queryDatabase<{ former: object[] }>(
      database,
      'select former_judges as former from analysis_selection where project_id = $1',
      [project.projectId],
    );
    expect(analysis?.former).toHaveLength(20);
  });
});

test('alerts compare the tone of answers that one judge has read', async () => {
  const project = await openRead();
  const judging = await byDefault();
  const today = toDay(new Date(Date.now()));
  const toneOf = async () => {
    const { tone } = await readWatchedNumbers(database.db, project, today, null);
    return tone.reduce((sum, { answers }) => sum + answers.reduce((of, count) => of + count, 0), 0);
  };
  await answerNow(project, judging, 'Acme was here.');
  expect(await toneOf()).toBe(1);
  await look(judging);
  expect(await toneOf()).toBe(0);
  await answerNow(project, judging);
  expect(await toneOf()).toBe(1);
  await apply(project);
  await reanalyseWhereDue(database.db, project, judging);
  expect(await toneOf()).toBe(2);
});
