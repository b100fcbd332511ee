import { randomUUID } from 'node:crypto';
import { rollUp } from '../../../src/core/facts/rollups.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { archivePrompt, createPrompt, updatePrompt } from '../../../src/core/prompts/prompt.writes.js';
import { promptTextHash } from '../../../src/core/prompts/prompt-duplicates.js';
import type { IncomingAnswer } from '../../../src/monitoring/facts/facts.js';
import { ingest } from '../../../src/monitoring/ingest/ingest.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { incoming, type MonitoredProject, openProject } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const QUESTION = 'Which anvils are best?';

async function take(project: MonitoredProject, answers: readonly IncomingAnswer[]) {
  return database.db.transaction(async (tx) => {
    const ingested = await ingest(tx, project, answers);
    await rollUp(tx, project, ingested.analysisId, ingested.days);
    return ingested.answers;
  });
}

/** The rows of the answers stored, by id. */
async function storedIn({ projectId }: MonitoredProject) {
  const found = await database.db.em.execute<{ id: string; prompt_id: string | null; bucket_date: string }[]>(
    'select id, prompt_id, bucket_date::text from answer where project_id = ?',
    [projectId],
  );
  return new Map(found.map((row) => [row.id, row]));
}

async function promptOfAnswer(project: MonitoredProject, fields: Partial<IncomingAnswer>) {
  const [answer] = await take(project, [incoming({ question: QUESTION, ...fields })]);
  return (await storedIn(project)).get(answer?.answerId ?? '')?.prompt_id;
}

describe('the prompt of an answer', () => {
  test('is the one it names, also after its text was edited, another took the text, and it was archived', async () => {
    const project = await openProject(database);
    const asked = await createPrompt(project.ctx, project.projectId, { promptText: QUESTION });
    await updatePrompt(project.ctx, asked.id, { promptText: 'Which anvils are worst?' });
    const other = await createPrompt(project.ctx, project.projectId, { promptText: QUESTION });
    expect(await promptOfAnswer(project, { promptId: asked.id })).toBe(asked.id);
    await archivePrompt(project.ctx, asked.id);
    expect(await promptOfAnswer(project, { promptId: asked.id })).toBe(asked.id);
    expect(await promptOfAnswer(project, {})).toBe(other.id);
    expect(await promptOfAnswer(project, { promptId: null })).toBe(other.id);
  });

  test('is never one of another project or account: then that of the same text', async () => {
    const project = await openProject(database);
    const own = await createPrompt(project.ctx, project.projectId, { promptText: QUESTION });
    const stranger = await openProject(database);
    const sibling = await createProject(project.ctx, { brandName: 'Acme Two', websiteUrl: 'https://two.example' });
    const foreign = [
      await createPrompt(stranger.ctx, stranger.projectId, { promptText: QUESTION }),
      await createPrompt(project.ctx, sibling.id, { promptText: QUESTION }),
    ].map(({ id }) => id);
    for (const promptId of [...foreign, randomUUID()]) {
      expect(await promptOfAnswer(project, { promptId })).toBe(own.id);
      expect(await promptOfAnswer(project, { promptId, question: 'Who sells ropes?' })).toBeNull();
    }
  });
});

describe('the place of a stored answer', () => {
  test('is returned for each, in the order of the input', async () => {
    const project = await openProject(database);
    const answers = ['2026-03-06T00:00:00Z', '2026-03-04T23:59:59.999Z', '2026-03-05T12:00:00Z'].map((at) =>
      incoming({ answeredAt: new Date(at) }),
    );
    const returned = await take(project, answers);
    expect(returned.map(({ externalId }) => externalId)).toEqual(answers.map(({ externalId }) => externalId));
    expect(returned.map(({ bucketDate }) => bucketDate)).toEqual(['2026-03-06', '2026-03-04', '2026-03-05']);
    const stored = await storedIn(project);
    expect(returned.map(({ answerId }) => stored.get(answerId)?.bucket_date)).toEqual(
      returned.map(({ bucketDate }) => bucketDate),
    );
    expect(returned.map(({ isDuplicate }) => isDuplicate)).toEqual([false, false, false]);
  });

  test('is returned for an answer ingested before, with its first day, and for one that is sent twice', async () => {
    const project = await openProject(database);
    const before = incoming({ answeredAt: new Date('2026-02-28T09:00:00Z') });
    const [first] = await take(project, [before]);
    const fresh = incoming();
    const returned = await take(project, [fresh, { ...before, answeredAt: new Date('2026-03-01T09:00:00Z') }, fresh]);
    expect(returned).toEqual([
      { externalId: fresh.externalId, answerId: returned[0]?.answerId, bucketDate: '2026-03-04', isDuplicate: false },
      { externalId: before.externalId, answerId: first?.answerId, bucketDate: '2026-02-28', isDuplicate: true },
      { externalId: fresh.externalId, answerId: returned[0]?.answerId, bucketDate: '2026-03-04', isDuplicate: true },
    ]);
    expect((await storedIn(project)).size).toBe(2);
  });

  test('is returned where another transaction stored the answer meanwhile', async () => {
    const project = await openProject(database);
    await take(project, [incoming()]);
    const answer = incoming();
    const returned = await Promise.all(Array.from({ length: 4 }, () => take(project, [answer])));
    expect(new Set(returned.map(([each]) => each?.answerId)).size).toBe(1);
    expect(returned.filter(([each]) => each?.isDuplicate === false)).toHaveLength(1);
  });
});

describe('what a platform searched for', () => {
  const searchesIn = ({ projectId }: MonitoredProject) =>
    database.db.em.execute(
      `select answer_id, bucket_date::text, ordinal, platform, query, encode(query_hash, 'hex') as hash
       from answer_search where project_id = ? order by bucket_date, ordinal`,
      [projectId],
    );

  test('is stored beside its answer in its order, each once whatever its letter case', async () => {
    const project = await openProject(database);
    const searches = ['Best anvils', 'anvil test', 'BEST ANVILS', 'best  anvils'];
    const [answer] = await take(project, [incoming({ platform: 'claude', searches }), incoming()]);
    const row = { answer_id: answer?.answerId, bucket_date: '2026-03-04', platform: 'claude' };
    expect(await searchesIn(project)).toEqual([
      { ...row, ordinal: 0, query: 'Best anvils', hash: promptTextHash('best ANVILS').toString('hex') },
      { ...row, ordinal: 1, query: 'anvil test', hash: promptTextHash('anvil test').toString('hex') },
      { ...row, ordinal: 2, query: 'best  anvils', hash: promptTextHash('best  anvils').toString('hex') },
    ]);
  });

  test('is stored once with an answer, and not at all where that is rolled back', async () => {
    const project = await openProject(database);
    const answer = incoming({ searches: ['best anvils'] });
    const failing = database.db.transaction(async (tx) => {
      await ingest(tx, project, [answer]);
      throw new Error('the transaction failed');
    });
    await expect(failing).rejects.toThrow('the transaction failed');
    expect(await searchesIn(project)).toEqual([]);
    await take(project, [answer]);
    await take(project, [{ ...answer, searches: ['anvil test'] }]);
    expect(await searchesIn(project)).toMatchObject([{ query: 'best anvils' }]);
  });
});
