import { createProject } from '../../../src/core/projects/project.writes.js';
import { createPrompts } from '../../../src/core/prompts/prompt.writes.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import { checkProject } from '../../../src/monitoring/alerts/check-project.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';
import { incoming, ingestAndRollUp } from '../monitored-project.js';

const QUESTIONS = [1, 2, 3, 4, 5].map((at) => `Which anvils are best for forge ${at}?`);
const STANDING_MAX = 50;
const NEW_SOURCES = 60;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const sourceOf = (at: number) => ({ url: `https://source-${at}.example.net/page`, title: null });

/** A project whose answers cite sources, day by day. */
async function openCited({ wordings = 0 } = {}) {
  const clock = new TestClock('2026-01-05T12:00:00Z');
  const { ctx, accountId } = await openAccount(database.db, 'agency', clock);
  const { id: projectId } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  const [lead, ...others] = QUESTIONS.map((promptText) => ({ promptText }));
  const [{ id: wordingOfId } = { id: '' }] = await createPrompts(ctx, projectId, [lead]);
  const texts = others.map((text, at) => (at < wordings ? { ...text, wordingOfId } : text));
  await createPrompts(ctx, projectId, texts);
  const scope = { accountId, projectId };
  const answersOf = (day: string, sources: number[], text = 'It depends on what you forge.') =>
    ingestAndRollUp(
      database,
      scope,
      QUESTIONS.flatMap((question) =>
        PLATFORMS.map((platform) => {
          const answeredAt = new Date(`${day}T09:30:00Z`);
          return incoming({ platform, question, text, citations: sources.map(sourceOf), answeredAt });
        }),
      ),
    );
  const check = async (day: string) => {
    const found = await checkProject(database.db, scope, day, { clock, mail: { mayMail: null }, publicUrl: null });
    return found?.opened.length;
  };
  return { ctx, projectId, answersOf, check };
}

test('what was told stays told after days that bring up nothing new', async () => {
  const { answersOf, check } = await openCited();
  const opened: (number | undefined)[] = [];
  for (const [at, sources] of [[0], [0, 1], [0, 1], [0, 1], [0, 1, 2]].entries()) {
    await answersOf(`2026-01-0${at + 5}`, sources);
    opened.push(await check(`2026-01-0${at + 5}`));
  }
  expect(opened).toEqual([0, 1, 0, 0, 1]);
});

test('new sources are told once each, as far as 50 alerts stand, and the others once there is room', async () => {
  const { projectId, answersOf, check } = await openCited();
  await answersOf('2026-01-05', [0]);
  expect(await check('2026-01-05')).toBe(0);
  await answersOf('2026-01-06', [0, ...Array.from({ length: NEW_SOURCES }, (_, at) => at + 1)]);
  expect(await check('2026-01-06')).toBe(STANDING_MAX);
  await answersOf('2026-01-07', [0]);
  expect(await check('2026-01-07')).toBe(0);
  await queryDatabase(
    database,
    `update alert set state = 'resolved', resolution = 'by_hand', resolved_at = now() where project_id = $1`,
    [projectId],
  );
  await answersOf('2026-01-08', [0]);
  expect(await check('2026-01-08')).toBe(NEW_SOURCES - STANDING_MAX);
  const told = await queryDatabase<{ series: string }>(database, 'select series from alert where project_id = $1', [
    projectId,
  ]);
  expect(new Set(told.map(({ series }) => series)).size).toBe(NEW_SOURCES);
  expect(told).toHaveLength(NEW_SOURCES);
  expect(told).not.toContainEqual({ series: 'sources:source-0.example.net' });
});

test('wordings of one prompt are one intent, and too few intents tell nothing', async () => {
  const { answersOf, check } = await openCited({ wordings: 1 });
  await answersOf('2026-01-05', [0]);
  expect(await check('2026-01-05')).toBe(0);
  await answersOf('2026-01-06', [0, 1]);
  expect(await check('2026-01-06')).toBe(0);
});

test('a name that was there at the first check is not told, however many others were named more often', async () => {
  const { projectId, answersOf, check } = await openCited();
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const text = letters.map((letter) => `- **${letter}nvil Works**: forges by hand.`).join('\n');
  await answersOf('2026-01-05', [], text);
  expect(await check('2026-01-05')).toBe(0);
  const dismissed = await queryDatabase(
    database,
    `update competitor_candidate
     set dismissed_at = now()
     where project_id = $1 and id in (
       select id from competitor_candidate where project_id = $1 order by id limit 10
     )
     returning id`,
    [projectId],
  );
  expect(dismissed).toHaveLength(10);
  await answersOf('2026-01-06', [], text);
  expect(await check('2026-01-06')).toBe(0);
  await answersOf('2026-01-07', [], `${text}\n- **Hammer House**: has the best anvils.`);
  await answersOf('2026-01-07', [], `- **Hammer House**: has the best anvils.`);
  expect(await check('2026-01-07')).toBe(1);
});
