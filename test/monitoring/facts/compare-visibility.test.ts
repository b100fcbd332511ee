import { randomUUID } from 'node:crypto';
import { compareVisibility } from '../../../src/core/metrics/comparison.js';
import { getVisibility } from '../../../src/core/metrics/visibility.js';
import { archiveProject } from '../../../src/core/projects/project.writes.js';
import type { IncomingAnswer } from '../../../src/monitoring/facts/facts.js';
import { reanalyse } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { incoming, ingestAndRollUp, type MonitoredProject, openProject } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const BEFORE = { from: '2026-03-01', to: '2026-03-10' };
const PERIOD = { from: '2026-03-11', to: '2026-03-20' };

interface Asked {
  period: { from: string; to: string };
  questions: number;
  answers: number;
  naming: number;
  fields?: Partial<IncomingAnswer>;
}

/** Answers on the first and last day of a period to each question; the first `naming` of each name the brand. */
function answersOf({ period, questions, answers, naming, fields }: Asked): IncomingAnswer[] {
  return Array.from({ length: questions * answers }, (_, n) => {
    const place = Math.floor(n / questions);
    return incoming({
      question: `Which anvils are best, kind ${n % questions}?`,
      text: place < naming ? 'Acme makes good anvils.' : 'Nobody in particular.',
      answeredAt: new Date(
        `${place % 2 === 0 ? period.from : period.to}T${place % 2 === 0 ? '00:00:00' : '23:59:59'}Z`,
      ),
      ...fields,
    });
  });
}

async function compare(project: MonitoredProject, platforms?: IncomingAnswer['platform'][]) {
  const found = await compareVisibility(project.ctx, [project.projectId], { period: PERIOD, platforms });
  const one = found.get(project.projectId);
  if (!one) throw new Error('the project is missing');
  return one;
}

test('a brand named more often by each of eight questions has moved up, by the metric’s scores', async () => {
  const project = await openProject(database);
  await ingestAndRollUp(database, project, [
    ...answersOf({ period: BEFORE, questions: 8, answers: 10, naming: 2 }),
    ...answersOf({ period: PERIOD, questions: 8, answers: 10, naming: 7 }),
  ]);
  const found = await compare(project);
  expect(found).toMatchObject({
    current: { window: PERIOD, score: 70 },
    previous: { window: BEFORE, score: 20 },
    change: 50,
    comparison: { verdict: 'moved_up', change: 50, questions: 8, cells: 8, responses: 80, previousResponses: 80 },
  });
  for (const { window, score } of [found.current, found.previous]) {
    expect((await getVisibility(project.ctx, project.projectId, window)).score).toBe(score);
  }
  await reanalyse(database.db, project);
  expect(await compare(project)).toEqual(found);
});

test('questions that only one period asked move the score, not the verdict', async () => {
  const project = await openProject(database);
  const unasked = Array.from({ length: 80 }, (_, n) =>
    incoming({ question: `A new question, ${n % 8}?`, answeredAt: new Date('2026-03-12T10:00:00Z') }),
  );
  await ingestAndRollUp(database, project, [
    ...answersOf({ period: BEFORE, questions: 8, answers: 10, naming: 2 }),
    ...answersOf({ period: PERIOD, questions: 8, answers: 10, naming: 2 }),
    ...unasked,
  ]);
  expect(await compare(project)).toMatchObject({
    change: 40,
    comparison: { verdict: 'within_noise', change: 0, questions: 8, responses: 80 },
  });
});

test('a question is the same in other lettering, and another on another platform counts as its own cell', async () => {
  const project = await openProject(database);
  const shouted = answersOf({ period: PERIOD, questions: 6, answers: 5, naming: 5 });
  await ingestAndRollUp(database, project, [
    ...answersOf({ period: BEFORE, questions: 6, answers: 5, naming: 0 }),
    ...answersOf({ period: BEFORE, questions: 6, answers: 5, naming: 0, fields: { platform: 'claude' } }),
    ...shouted.map((answer) => ({ ...answer, question: ` ${answer.question.toUpperCase()} ` })),
    ...shouted.map((answer) => ({ ...answer, externalId: randomUUID(), platform: 'claude' as const })),
  ]);
  expect((await compare(project)).comparison).toMatchObject({ verdict: 'moved_up', questions: 6, cells: 12 });
  expect((await compare(project, ['claude'])).comparison).toMatchObject({ questions: 6, cells: 6, responses: 30 });
});

test('few questions have no verdict, and no answers have zeros', async () => {
  const [few, none] = [await openProject(database), await openProject(database)];
  await ingestAndRollUp(database, few, [
    ...answersOf({ period: BEFORE, questions: 2, answers: 50, naming: 0 }),
    ...answersOf({ period: PERIOD, questions: 2, answers: 50, naming: 50 }),
  ]);
  expect(await compare(few)).toMatchObject({ change: 100, comparison: { verdict: 'too_few_answers', interval: null } });
  expect(await compare(none)).toMatchObject({
    current: { score: 0, confidence: null },
    previous: { score: 0, confidence: null },
    change: 0,
    comparison: { verdict: 'too_few_answers', cells: 0 },
  });
});

test("another account's project is left out, an archived one of one's own is not", async () => {
  const [own, foreign] = [await openProject(database), await openProject(database)];
  await archiveProject(own.ctx, own.projectId);
  const found = await compareVisibility(own.ctx, [own.projectId, foreign.projectId], { period: PERIOD });
  expect([...found.keys()]).toEqual([own.projectId]);
});
