import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { ROOT } from '../contract/sources.js';
import { createTestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

interface Listed {
  name: string;
  class: Constructor<Migration>;
}

describe('migration:create', () => {
  let project: string;
  let folder: string;

  /** The project's migrations and the script in a folder of their own. */
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'bvm-migration-'));
    folder = join(project, 'src', 'database', 'migrations');
    cpSync(join(ROOT, 'src', 'database', 'migrations'), folder, { recursive: true });
    cpSync(join(ROOT, 'scripts', 'create-migration.mjs'), join(project, 'scripts', 'create-migration.mjs'));
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  });
  afterEach(() => rmSync(project, { recursive: true }));

  const create = (...args: string[]) =>
    spawnSync(process.execPath, [join(project, 'scripts', 'create-migration.mjs'), ...args], { encoding: 'utf8' });
  const readIndex = () => readFileSync(join(folder, 'index.ts'), 'utf8');
  const namesIn = (index: string) => Array.from(index.matchAll(/name: '([^']+)'/g), ([, name = '']) => name);

  test('appends a migration that runs after all others and is recorded under its name', async () => {
    const before = namesIn(readIndex());
    expect(create('colours-of-brands')).toMatchObject({ status: 0, stderr: '' });
    const added = namesIn(readIndex()).slice(before.length);
    expect(added).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}t\d{4}-colours-of-brands$/)]);

    const { MIGRATIONS } = await importIndex(folder);
    const last = MIGRATIONS.at(-1);
    expect([last?.name, last?.class.name]).toEqual([added[0], 'ColoursOfBrands']);
    const database = await createTestDatabase();
    try {
      database.orm.config.get('migrations').migrationsList = [...MIGRATIONS];
      const applied = await database.orm.migrator.up();
      expect(applied.map(({ name }) => name)).toEqual(added);
      const recorded = await queryDatabase<{ name: string }>(
        database,
        'select name from mikro_orm_migrations order by id',
      );
      expect(recorded.map(({ name }) => name)).toEqual([...before, ...added]);
    } finally {
      await database.close();
    }
  });

  test('names sort as they were made, within a minute too, and where the clock is behind the last one', () => {
    const last = '2999-12-31t2359-far-ahead';
    create('first');
    create('second');
    writeFileSync(
      join(folder, 'index.ts'),
      readIndex().replace('] as const;', `  { name: '${last}', class: Second },\n] as const;`),
    );
    create('third');
    const names = namesIn(readIndex()).slice(-4);
    expect(names).toEqual(names.toSorted());
    expect(names.at(-1)).toBe('3000-01-01t0000-third');
  });

  test('leaves the list as the formatter and the linter want it', () => {
    create('colours-of-brands');
    cpSync(join(ROOT, 'biome.json'), join(project, 'biome.json'));
    const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const checked = spawnSync(process.execPath, [biome, 'ci', '--vcs-enabled=false', 'src'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
  });

  test.each([
    { args: [] },
    { args: ['Colours'] },
    { args: ['colours_of_brands'] },
    { args: ['colours', 'of-brands'] },
    { args: ['../colours'] },
    { args: ['-colours'] },
    { args: [''] },
  ])('refuses $args as wrong usage, and writes nothing', ({ args }) => {
    const before = [readIndex(), readdirSync(folder)];
    expect(create(...args)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^usage: .*kebab-case/) });
    expect([readIndex(), readdirSync(folder)]).toEqual(before);
  });

  test('refuses the intent of a migration that is there, and writes nothing', () => {
    const before = [readIndex(), readdirSync(folder)];
    expect(create('bounds-of-the-judge')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has a migration BoundsOfTheJudge already'),
    });
    expect([readIndex(), readdirSync(folder)]).toEqual(before);
  });
});

/** What the file exports is what the project's own list does. */
function importIndex(folder: string): Promise<{ MIGRATIONS: readonly Listed[] }> {
  return import(pathToFileURL(join(folder, 'index.ts')).href);
}
