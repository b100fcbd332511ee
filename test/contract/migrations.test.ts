import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { ROOT } from './sources.js';

const FOLDER = join(ROOT, 'src', 'database', 'migrations');

/** Recorded in databases in this order, which is not that of their names. */
const FIRST = [
  '2026-11-20-accounts-projects-and-history',
  '2026-11-20-candidates-by-name',
  '2026-11-20-answers-by-question',
  '2026-11-20-judged-sentiment',
  '2026-11-20-progress-of-reanalyses',
  '2026-11-22-attempts-at-analyses',
  '2026-11-22-bounds-of-the-judge',
];

/** Until this day a name carried its day alone. */
const LAST_DAY_WITHOUT_MINUTE = '2026-11-22';
const WITHOUT_MINUTE = /^(\d{4}-\d{2}-\d{2})-/;

/** The minute in UTC, then the intent. */
const NAME = /^\d{4}-\d{2}-\d{2}t\d{4}-[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const COLUMN_WITH_CONSTRAINT = /\badd column\b[^;`,]*\b(?:check|references|unique|primary key)\b/;
/** From before there were clusters, all but the last, without which no cluster exists. */
const TOGETHER = [
  '2026-11-20-judged-sentiment',
  '2026-11-22t1210-attempts-without-answer',
  '2026-11-23t0110-judged-names',
];
const UNFILLED = ['-- The statements:', 'What the change is for, in one sentence.'];

describe('the migrations', () => {
  const names: readonly string[] = MIGRATIONS.map(({ name }) => name);
  const textOf = (name: string) => readFileSync(join(FOLDER, `${name}.ts`), 'utf8');

  test('begin with those that databases have recorded, in their order', () => {
    expect(names.slice(0, FIRST.length)).toEqual(FIRST);
  });

  test('carry the minute that they were made in, but for the first ones, and run in the order of their names', () => {
    const first = names.filter((name) => (WITHOUT_MINUTE.exec(name)?.[1] ?? '9') <= LAST_DAY_WITHOUT_MINUTE);
    expect(names.slice(0, first.length)).toEqual(first);
    const ordered = names.slice(first.length);
    expect(ordered.filter((name) => !NAME.test(name))).toEqual([]);
    expect(ordered).toEqual([...new Set(ordered)].toSorted());
  });

  test('are each a file of their own, and no file is left out of the list', () => {
    const files = readdirSync(FOLDER).filter((file) => file !== 'index.ts');
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.ts`).toSorted());
  });

  test('have in each file the one class that its name says', () => {
    const classes = MIGRATIONS.map((migration) => migration.class.name);
    expect(classes).toEqual(names.map(classNameOf));
    for (const name of names) {
      const exported = Array.from(textOf(name).matchAll(/^export class (\w+)/gm), ([, found]) => found);
      expect(exported).toEqual([classNameOf(name)]);
    }
  });

  test('give a column and its constraint in two statements, as Citus demands, since there are clusters', () => {
    const together = names.filter((name) => COLUMN_WITH_CONSTRAINT.test(textOf(name)));
    expect(together).toEqual(TOGETHER);
  });

  test('hold nothing of the template that is to be replaced', () => {
    expect(names.filter((name) => UNFILLED.some((line) => textOf(name).includes(line)))).toEqual([]);
  });
});

/** The intent behind the date, in Pascal case. */
function classNameOf(name: string): string {
  const intent = name.replace(/^\d{4}-\d{2}-\d{2}(t\d{4})?-/, '');
  return intent.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}
