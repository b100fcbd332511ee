import { randomUUID } from 'node:crypto';
import { answersAt } from '../../../src/core/answers/answer.reads.js';
import { ANSWER_PARTS, type AnswerView } from '../../../src/core/answers/answer.schema.js';
import { changesOfProjects } from '../../../src/core/changes/changes.js';
import { createCompetitor, removeCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import type { Context } from '../../../src/core/context.js';
import { CORRECTIONS_PER_DAY, correctAnswer, undoCorrection } from '../../../src/core/corrections/correct-answer.js';
import { AGREEMENT_FROM, toneAgreementOfProjects } from '../../../src/core/corrections/tone-agreement.js';
import { openExport } from '../../../src/core/exports/open-export.js';
import { getSentiment } from '../../../src/core/metrics/sentiment.js';
import { archiveProject, updateProject } from '../../../src/core/projects/project.writes.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { reanalyse } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { fileOf, type MonitoredProject, openProject, plainLine } from '../../monitoring/monitored-project.js';
import { finished, holdReanalysis, retainAnswers } from '../../monitoring/reanalysis/held-reanalysis.js';
import { ownerOf } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { first } from '../../support/expectations.js';
import { queryDatabase } from '../../support/sql.js';

/** What people correct in answers: counted at once, kept over re-analysis, taken back whole. */

let database: TestDatabase;
let project: MonitoredProject;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  project = await openProject(database, ['Bolt']);
  ctx = { ...project.ctx, caller: ownerOf(project.ctx.caller) };
  await importAnswers(database.db, project, fileOf(TEXTS.map((answer) => plainLine({ answer }))));
});

const TEXTS = ['Acme is in Ohio.', 'Bolt is reliable and Acme is excellent.', 'The A.C.M.E. anvils break easily.'];
const DAY = '2026-03-04';
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

const query = (text: string, values: unknown[] = []) => queryDatabase<Record<string, unknown>>(database, text, values);

async function placeOf(text: string, of = project) {
  const [found] = await query('select id from answer where project_id = $1 and text = $2', [of.projectId, text]);
  return { projectId: of.projectId, bucketDate: DAY, id: String(first([found])?.['id']) };
}

async function readAt(text: string): Promise<AnswerView> {
  const place = await placeOf(text);
  return first([...(await answersAt(ctx, [place], ANSWER_PARTS)).values()]);
}

const correct = async (text: string, input: object, by = ctx) => correctAnswer(by, await placeOf(text), input);
const undo = async (text: string, by = ctx) => undoCorrection(by, await placeOf(text));

async function tones() {
  const { positive, neutral, negative, mixed } = await getSentiment(ctx, project.projectId, MARCH);
  return { positive, neutral, negative, mixed };
}

const competitorId = async () => {
  const [found] = await query('select id from competitor where project_id = $1', [project.projectId]);
  return String(found?.['id']);
};

/** All facts of the selected analysis, and whether the rollups are theirs. */
async function facts() {
  const found = await query(
    `select a.text, r.is_brand_named, r.brand_decided_by, r.sentiment, r.sentiment_source, r.evidence, (
         select json_agg(json_build_array(m.subject_id = a.project_id, m.spans, m.decided_by) order by m.spans)
         from answer_mention m
         where m.analysis_id = s.analysis_id and m.answer_id = a.id
       ) as mentions
     from answer a
     join analysis_selection s on s.project_id = a.project_id
     join answer_reading r on r.analysis_id = s.analysis_id and r.answer_id = a.id
     where a.project_id = $1
     order by a.text`,
    [project.projectId],
  );
  expect((await verifyRollups(database.db, project)).consistent).toBe(true);
  return found;
}

const FOUND = { positive: 1, neutral: 1, negative: 0, mixed: 0 };
const [OHIO = '', BOTH = '', DOTTED = ''] = TEXTS;

test('a corrected tone counts at once, says who decided it and when, and is taken back whole', async () => {
  const before = await facts();
  expect(await tones()).toEqual(FOUND);
  await correct(OHIO, { sentiment: 'negative', evidence: 'in Ohio' });
  expect(await tones()).toEqual({ ...FOUND, neutral: 0, negative: 1 });
  expect(await readAt(OHIO)).toMatchObject({
    ...{ sentiment: 'negative', sentimentSource: 'person', evidence: 'in Ohio', brandDecidedBy: 'rules' },
    correction: {
      ...{ sentiment: 'negative', foundSentiment: 'neutral', foundSource: 'rules', names: [] },
      ...{ correctedAt: expect.stringMatching(/^\d{4}-.*Z$/), correctedByName: null },
    },
  });
  await facts();
  await undo(OHIO);
  expect(await tones()).toEqual(FOUND);
  expect(await facts()).toEqual(before);
  expect((await readAt(OHIO)).correction).toBeNull();
});

test('a tone that people confirm keeps the passage that was found', async () => {
  const { evidence } = await readAt(BOTH);
  await correct(BOTH, { sentiment: 'positive' });
  expect(await readAt(BOTH)).toMatchObject({ sentiment: 'positive', sentimentSource: 'person', evidence });
  await correct(BOTH, { sentiment: 'mixed' });
  expect(await readAt(BOTH)).toMatchObject({ sentiment: 'mixed', evidence: null });
});

test('names that are not meant, or not found, are corrected, and all is put back', async () => {
  const before = await facts();
  await correct(BOTH, {
    names: [
      { subjectId: project.projectId, isNamed: false },
      { subjectId: await competitorId(), isNamed: false },
    ],
  });
  expect(await readAt(BOTH)).toMatchObject({
    ...{ sentiment: null, evidence: null, brandDecidedBy: 'person', mentions: [] },
    correction: {
      foundSentiment: 'positive',
      names: [
        { name: 'Acme', isBrand: true, isNamed: false, subjectId: project.projectId },
        { name: 'Bolt', isBrand: false, isNamed: false, subjectId: await competitorId() },
      ],
    },
  });
  await correct(DOTTED, {
    sentiment: 'negative',
    names: [{ subjectId: project.projectId, isNamed: true, written: 'A.C.M.E.' }],
  });
  expect(await readAt(DOTTED)).toMatchObject({
    ...{ sentiment: 'negative', sentimentSource: 'person', brandDecidedBy: 'person' },
    brandMentions: [{ start: 4, end: 12 }],
    mentions: [expect.objectContaining({ name: 'Acme', decidedBy: 'person' })],
  });
  expect(await tones()).toEqual({ positive: 0, neutral: 1, negative: 1, mixed: 0 });
  await facts();
  await undo(BOTH);
  await undo(DOTTED);
  expect(await facts()).toEqual(before);
});

test('a correction takes the place of the one before, not of what it found', async () => {
  const before = await facts();
  await correct(BOTH, { names: [{ subjectId: project.projectId, isNamed: false }] });
  await correct(BOTH, { sentiment: 'mixed' });
  expect(await readAt(BOTH)).toMatchObject({ sentiment: 'mixed', brandDecidedBy: 'rules' });
  await facts();
  await undo(BOTH);
  expect(await facts()).toEqual(before);
});

test('corrections outlive a re-analysis, and what is found then is put back by taking them back', async () => {
  await correct(OHIO, { sentiment: 'mixed' });
  await correct(DOTTED, {
    sentiment: 'negative',
    names: [{ subjectId: project.projectId, isNamed: true, written: 'A.C.M.E.' }],
  });
  await updateProject(ctx, project.projectId, { aliases: ['Ohio'] });
  await reanalyse(database.db, project);
  expect(await readAt(OHIO)).toMatchObject({ sentiment: 'mixed', sentimentSource: 'person' });
  expect((await readAt(OHIO)).brandMentions).toHaveLength(2);
  expect(await readAt(DOTTED)).toMatchObject({ sentiment: 'negative', brandMentions: [{ start: 4, end: 12 }] });
  expect(await tones()).toEqual({ positive: 1, neutral: 0, negative: 1, mixed: 1 });
  await facts();
  await undo(OHIO);
  await undo(DOTTED);
  expect((await readAt(OHIO)).brandMentions).toHaveLength(2);
  expect(await tones()).toEqual(FOUND);
  const [kept] = await query('select count(*)::int as count from answer_correction where project_id = $1', [
    project.projectId,
  ]);
  expect(kept).toEqual({ count: 0 });
  await facts();
});

test('what is corrected, and taken back, while answers are read again counts after the switch', async () => {
  const held = await openProject(database);
  await retainAnswers(database.db, held);
  const by = { ...held.ctx, caller: ownerOf(held.ctx.caller) };
  const answers = await query(
    'select id, bucket_date::text from answer where project_id = $1 order by bucket_date, id',
    [held.projectId],
  );
  const placeAt = (at: number) => {
    const { id, bucket_date: bucketDate } = answers.at(at) ?? {};
    return { projectId: held.projectId, bucketDate: String(bucketDate), id: String(id) };
  };
  await correctAnswer(by, placeAt(0), { sentiment: 'mixed' });
  const run = await holdReanalysis(database.db, held);
  try {
    await undoCorrection(by, placeAt(0));
    for (const at of [1, -1]) await correctAnswer(by, placeAt(at), { sentiment: 'negative' });
    run.release();
    finished(await run.running);
  } finally {
    await run.close();
  }
  expect(await getSentiment(by, held.projectId, MARCH)).toMatchObject({ mixed: 0, negative: 2 });
  expect((await verifyRollups(database.db, held)).consistent).toBe(true);
});

test('what earlier analyses found is forgotten with them', async () => {
  await correct(OHIO, { sentiment: 'mixed' });
  for (let times = 0; times < 2; times += 1) await reanalyse(database.db, project);
  const [kept] = await query(
    `select (select count(*)::int from jsonb_object_keys(c.found)) as analyses
     from answer_correction c
     where c.project_id = $1`,
    [project.projectId],
  );
  expect(kept?.['analyses']).toBeLessThanOrEqual(2);
});

describe('refused is', () => {
  const refused = async (input: object, text = OHIO) => {
    const error = await correct(text, input).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
    return (error as Error).message;
  };

  test('what says nothing, or a tone without a name, or words that are not there', async () => {
    const { projectId } = project;
    expect(await refused({})).toBe('must correct the tone or a name');
    expect(await refused({ evidence: 'Acme', names: [{ subjectId: projectId, isNamed: true }] })).toContain('evidence');
    expect(await refused({ sentiment: 'positive' }, DOTTED)).toContain('sentiment: is of a response that names');
    expect(await refused({ sentiment: 'positive', evidence: 'great' })).toContain('evidence: must be a passage');
    expect(await refused({ names: [{ subjectId: projectId, isNamed: true }] }, DOTTED)).toContain('written: is needed');
    const unwritten = { subjectId: projectId, isNamed: true, written: 'Acmé' };
    expect(await refused({ sentiment: 'mixed', names: [unwritten] }, DOTTED)).toContain('written: is not there');
    const written = { subjectId: projectId, isNamed: true, written: 'A.C.M.E.' };
    expect(await refused({ names: [written] }, DOTTED)).toContain('sentiment: is needed');
    expect(await refused({ names: [written, { ...written, isNamed: false }] })).toContain('names: must name each');
    const many = Array.from({ length: 21 }, () => ({ subjectId: randomUUID(), isNamed: false }));
    expect(await refused({ names: many })).toContain('names: must have at most 20 names');
  });

  test('a competitor that nobody looked for yet, that was removed, or that is foreign', async () => {
    const { id } = await createCompetitor(ctx, project.projectId, { name: 'Ohio' });
    expect(await refused({ names: [{ subjectId: id, isNamed: true }] })).toContain('is not looked for');
    await removeCompetitor(ctx, id);
    const asked = (subjectId: string) => correct(OHIO, { names: [{ subjectId, isNamed: false }] });
    await expect(asked(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(asked(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [foreign] = await query('select id from competitor where project_id = $1', [
      (await openProject(database, ['Else'])).projectId,
    ]);
    await expect(asked(String(foreign?.['id']))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('an answer that is not there, of another account, or of an archived project; and a key', async () => {
    const place = await placeOf(OHIO);
    const input = { sentiment: 'positive' };
    const other = await openProject(database);
    const asOther = { ...other.ctx, caller: ownerOf(other.ctx.caller) };
    await expect(correctAnswer(asOther, place, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const gone = { ...place, id: randomUUID() };
    await expect(correctAnswer(ctx, gone, input)).rejects.toMatchObject({ message: 'Response not found' });
    await expect(undoCorrection(ctx, place)).rejects.toMatchObject({ message: 'Correction not found' });
    await expect(correctAnswer(project.ctx, place, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const viewer = { ...ctx, caller: { ...ownerOf(ctx.caller), role: 'viewer' as const } };
    await expect(correctAnswer(viewer, place, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await archiveProject(ctx, project.projectId);
    await expect(correctAnswer(ctx, place, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('one more than a project has in a day, but not another of an answer that has one', async () => {
    await correct(OHIO, { sentiment: 'mixed' });
    const corrected = async (count: number) =>
      query(
        `insert into answer_correction (account_id, project_id, answer_id, bucket_date, corrected_at)
         select $1, $2, gen_random_uuid(), '2026-03-04', $3 from generate_series(1, $4::int)`,
        [project.accountId, project.projectId, ctx.clock.now(), count],
      );
    await corrected(CORRECTIONS_PER_DAY - 1);
    expect(await refused({ sentiment: 'mixed' }, BOTH)).toContain('at most 1000 corrections in a UTC day');
    await correct(OHIO, { sentiment: 'positive' });
    await undo(OHIO);
    await correct(BOTH, { sentiment: 'mixed' });
  });
});

test('more than one answer in a hundred of a period is told among its changes', async () => {
  const lines = Array.from({ length: 197 }, () => plainLine({ answered_at: '2026-03-02T09:00:00Z' }));
  await importAnswers(database.db, project, fileOf(lines));
  const told = async () => {
    const changes = (await changesOfProjects(ctx, [project.projectId], MARCH)).get(project.projectId) ?? [];
    return changes.filter(({ kind }) => kind === 'answers_corrected');
  };
  await correct(OHIO, { sentiment: 'mixed' });
  await correct(BOTH, { sentiment: 'mixed' });
  expect(await told()).toEqual([]);
  await correct(DOTTED, {
    sentiment: 'negative',
    names: [{ subjectId: project.projectId, isNamed: true, written: 'A.C.M.E.' }],
  });
  expect(await told()).toEqual([
    {
      ...{ id: null, at: `${DAY}T00:00:00.000Z`, kind: 'answers_corrected' },
      text: 'People corrected 3 of the 200 answers of this period (1.5 %), from this day on',
    },
  ]);
});

test('how often rules and people agree is told with an interval from 30 answers on', async () => {
  const lines = Array.from({ length: AGREEMENT_FROM }, (_, at) =>
    plainLine({ answer: `Acme makes good anvil ${at}.` }),
  );
  await importAnswers(database.db, project, fileOf(lines));
  const agreement = async () => (await toneAgreementOfProjects(ctx, [project.projectId])).get(project.projectId);
  for (let at = 0; at < AGREEMENT_FROM - 1; at += 1) {
    await correct(`Acme makes good anvil ${at}.`, { sentiment: at < 6 ? 'neutral' : 'positive' });
  }
  expect(await agreement()).toMatchObject({
    corrections: 29,
    rulesAndPeople: { answers: 29, agreed: 23, percent: null, confidence: null },
    judgeAndPeople: { answers: 0, agreed: 0, percent: null, confidence: null },
  });
  await correct(`Acme makes good anvil ${AGREEMENT_FROM - 1}.`, { sentiment: 'positive' });
  expect(await agreement()).toMatchObject({
    rulesAndPeople: { answers: 30, agreed: 24, percent: 80, confidence: { low: 62.69, high: 90.49 } },
    rulesAndJudge: { answers: 0 },
  });
});

test('corrections are exported as labelled lines', async () => {
  await correct(BOTH, { sentiment: 'mixed', names: [{ subjectId: await competitorId(), isNamed: false }] });
  await correct(OHIO, { names: [{ subjectId: project.projectId, isNamed: false }] });
  const file = await openExport(ctx, 'corrections', { project: project.projectId, ...MARCH }, 10);
  const lines: unknown[] = [];
  for await (const page of file.pages()) lines.push(...page.map(([line]) => JSON.parse(String(line)) as unknown));
  expect(lines).toHaveLength(2);
  expect(lines).toEqual(
    expect.arrayContaining([
      {
        id: (await placeOf(BOTH)).id,
        platform: 'chatgpt',
        question: 'Which anvils are best?',
        project: {
          ...{ brand: 'Acme', aliases: [], website: 'https://acme.example' },
          competitors: [{ name: 'Bolt', aliases: [], website: '' }],
        },
        text: BOTH,
        citations: [],
        labels: [
          { subject: 'Acme', mentioned: true, sentiment: 'mixed' },
          { subject: 'Bolt', mentioned: false },
        ],
      },
      expect.objectContaining({ text: OHIO, labels: [{ subject: 'Acme', mentioned: false }] }),
    ]),
  );
});
