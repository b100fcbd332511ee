import { Client } from 'pg';
import { listCompetitors } from '../../src/core/competitors/competitor.reads.js';
import {
  createCompetitor,
  removeCompetitor,
  setCompetitorAliases,
} from '../../src/core/competitors/competitor.writes.js';
import { trackCandidates } from '../../src/core/competitors/track-candidates.js';
import type { Context } from '../../src/core/context.js';
import { getProject } from '../../src/core/projects/project.reads.js';
import { createProject, updateProject } from '../../src/core/projects/project.writes.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const BRAND = { brandName: 'Acme', websiteUrl: 'https://acme.example' };
/** 10,000 characters beyond the Basic Multilingual Plane, which are twice as many UTF-16 units. */
const ALIASES = Array.from({ length: 50 }, () => '𠀀'.repeat(200));
const TOO_LONG = /at most 20000 characters together/;
const FULL = /^Capacity of 100 competitors a project is reached for the agency subscription tier$/;

async function openProject(): Promise<{ ctx: Context; id: string }> {
  const { ctx } = await openAccount(database.db);
  return { ctx, id: (await createProject(ctx, BRAND)).id };
}

/** A project whose names have 19,990 characters: its brand 4, one competitor 10,000, another the rest. */
async function openFullProject() {
  const { ctx, id } = await openProject();
  const large = await createCompetitor(ctx, id, { name: 'x', aliases: [...ALIASES.slice(1), 'y'.repeat(199)] });
  const other = await createCompetitor(ctx, id, { name: 'z', aliases: [...ALIASES.slice(1), 'y'.repeat(185)] });
  return { ctx, id, large, other };
}

async function seedCompetitors({ ctx, id }: { ctx: Context; id: string }, count: number): Promise<void> {
  await queryDatabase(
    database,
    `insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method)
     select $1, gen_random_uuid(), $2, 'n' || n, '', '', 'manual'
     from generate_series(1, $3::int) n`,
    [ctx.caller.accountId, id, count],
  );
}

async function seedCandidates({ ctx, id }: { ctx: Context; id: string }, names: readonly string[]): Promise<string[]> {
  const found = await queryDatabase<{ id: string }>(
    database,
    `insert into competitor_candidate (account_id, id, project_id, name, name_key)
     select $1, gen_random_uuid(), $2, n.name, lower(n.name)
     from unnest($3::text[]) with ordinality n (name, place)
     order by n.place
     returning id`,
    [ctx.caller.accountId, id, names],
  );
  return found.map((row) => row.id);
}

describe('the characters of the names of a project', () => {
  test('are counted as code points over brand, competitors and aliases, and refused beyond the bound', async () => {
    const { ctx, id } = await openFullProject();
    await expect(createCompetitor(ctx, id, { name: 'e'.repeat(11) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      issues: [{ path: ['name'], message: expect.stringMatching(TOO_LONG) }],
    });
    await expect(createCompetitor(ctx, id, { name: 'e', aliases: ['f'.repeat(10)] })).rejects.toMatchObject({
      issues: [{ path: ['aliases'] }],
    });
    await expect(createCompetitor(ctx, id, { name: '𠀀'.repeat(10) })).resolves.toBeDefined();
    await expect(createCompetitor(ctx, id, { name: 'e' })).rejects.toThrow(TOO_LONG);
  });

  test('are bounded for a new brand name and new aliases, which name their field', async () => {
    const { ctx, id, other } = await openFullProject();
    await expect(updateProject(ctx, id, { brandName: 'A'.repeat(15) })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      issues: [{ path: ['brandName'], message: expect.stringMatching(TOO_LONG) }],
    });
    await expect(updateProject(ctx, id, { aliases: ['A'.repeat(11)] })).rejects.toMatchObject({
      issues: [{ path: ['aliases'] }],
    });
    await expect(setCompetitorAliases(ctx, other.id, [...ALIASES.slice(1), 'b'.repeat(196)])).rejects.toMatchObject({
      issues: [{ path: ['aliases'], message: expect.stringMatching(TOO_LONG) }],
    });
    expect(await getProject(ctx, id)).toMatchObject({ brandName: 'Acme', aliases: [] });
    expect(await updateProject(ctx, id, { brandName: 'A'.repeat(14) })).toMatchObject({ brandName: 'A'.repeat(14) });
  });

  test('may always become fewer, and a removed competitor frees its own', async () => {
    const { ctx, id, large, other } = await openFullProject();
    await queryDatabase(database, `update project set brand_name = repeat('A', 500) where id = $1`, [id]);
    await expect(createCompetitor(ctx, id, { name: 'e' })).rejects.toThrow(TOO_LONG);
    expect(await updateProject(ctx, id, { brandName: 'B'.repeat(200), description: 'x' })).toMatchObject({
      description: 'x',
    });
    expect(await setCompetitorAliases(ctx, other.id, ['b'])).toMatchObject({ aliases: ['b'] });
    await removeCompetitor(ctx, large.id);
    await expect(createCompetitor(ctx, id, { name: 'e', aliases: ALIASES.slice(1) })).resolves.toBeDefined();
  });

  test('keep a discovered name that does not fit from being tracked, and no other', async () => {
    const project = await openFullProject();
    const { ctx, id } = project;
    await updateProject(ctx, id, { settings: { autoDiscoverCompetitors: true } });
    const candidates = await seedCandidates(project, ['Long enough name', 'Short', 'Other', 'No']);
    expect((await trackCandidates(ctx, id, candidates)).map(({ name }) => name)).toEqual(['Short', 'Other']);
  });
});

describe('the competitors of a project', () => {
  test('are refused beyond the capacity, which a removal frees', async () => {
    const project = await openProject();
    const { ctx, id } = project;
    await seedCompetitors(project, 99);
    const last = await createCompetitor(ctx, id, { name: 'Globex' });
    await expect(createCompetitor(ctx, id, { name: 'Hooli' })).rejects.toThrow(FULL);
    await removeCompetitor(ctx, last.id);
    await expect(createCompetitor(ctx, id, { name: 'Hooli' })).resolves.toBeDefined();
    await expect(createCompetitor(ctx, (await createProject(ctx, BRAND)).id, { name: 'Hooli' })).resolves.toBeDefined();
  });

  test('are discovered as far as the capacity has room', async () => {
    const project = await openProject();
    const { ctx, id } = project;
    await updateProject(ctx, id, { settings: { autoDiscoverCompetitors: true } });
    await seedCompetitors(project, 98);
    const candidates = await seedCandidates(project, ['Globex', 'Hooli', 'Initech']);
    expect((await trackCandidates(ctx, id, candidates)).map(({ name }) => name)).toEqual(['Globex', 'Hooli']);
    expect(await trackCandidates(ctx, id, candidates)).toEqual([]);
    expect(await listCompetitors(ctx, id)).toHaveLength(100);
  });

  test('of another process count once it has committed: a creation waits for it', async () => {
    const project = await openProject();
    const { ctx, id } = project;
    await seedCompetitors(project, 99);
    const other = new Client(databaseUrl(database.address));
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select from project where id = $1 for share', [id]);
      const refused = expect(createCompetitor(ctx, id, { name: 'Hooli' })).rejects.toThrow(FULL);
      await until(countWaiting, (waiting) => waiting === 1);
      await other.query(
        `insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method)
         values ($1, gen_random_uuid(), $2, 'Globex', '', '', 'manual')`,
        [ctx.caller.accountId, id],
      );
      await other.query('commit');
      await refused;
    } finally {
      await other.end();
    }
    expect(await listCompetitors(ctx, id)).toHaveLength(100);
  });
});

async function countWaiting(): Promise<number> {
  const [found] = await queryDatabase<{ waiting: number }>(
    database,
    `select count(*)::int as waiting
     from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`,
  );
  return found?.waiting ?? 0;
}
