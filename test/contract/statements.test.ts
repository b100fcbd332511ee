import { readSources } from './sources.js';

/** The name is what PostgreSQL, on each connection, keeps the plan under. */
const STATEMENT = /\bstatement(?:<(?:(?!\bstatement\b)[\s\S])*?>)?\(\s*(['`])((?:(?!\1).)+)\1/g;

describe('SQL statements', () => {
  const sources = readSources().filter(({ path }) => path !== 'database/rows.ts');
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(STATEMENT)].map(([, , name]) => ({ path, name })),
  );

  test('are all found', () => {
    const calls = sources.flatMap(({ text }) => [...text.matchAll(/\bstatement[<(]/g)]);
    expect(named.length).toBeGreaterThan(20);
    expect(named).toHaveLength(calls.length);
  });

  test('have names that no other statement has', () => {
    const names = named.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('name and take advisory locks in one file', () => {
    const takers = sources.filter(
      ({ path, text }) => !path.includes('/migrations/') && /advisory_|hashtext/.test(text),
    );
    expect(takers.map(({ path }) => path)).toEqual(['database/advisory-lock.ts']);
  });

  test.each([
    ['session advisory locks', /pg_(try_)?advisory_(lock|unlock)|pg_advisory_unlock_all/i],
    ['LISTEN and NOTIFY', /pg_notify|[`'"\n;]\s*(un)?listen\s+[a-z_*]+\s*[;`'"]|[`'"\n;]\s*notify\s+[a-z_]+/i],
    [
      'settings of the session',
      /[`'";]\s*(set|SET)\s+(?!local\b|LOCAL\b)[a-z_.]+\s*(=|\bto\b|\bTO\b)|[`']\s*(reset|discard)\s+[a-z]/,
    ],
    ['settings that outlive the transaction', /set_config\((?:(?!,\s*true\))[^)])*\)/i],
    ['temporary tables and prepared statements', /create\s+(local\s+)?temp|[`'";]\s*(prepare|deallocate)\s/i],
    ['cursors that outlive the transaction', /with\s+hold/i],
  ])('do not use %s, which a transaction pooler or a failover would lose', (_what, forbidden) => {
    const found = sources.flatMap(({ path, text }) => {
      const hit = forbidden.exec(text)?.[0];
      return hit === undefined ? [] : [`${path}: ${hit.trim()}`];
    });
    expect(found).toEqual([]);
  });
});
