import { randomUUID } from 'node:crypto';
import { promptTextHash } from '../../src/core/prompts/prompt-duplicates.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { createEmptyDatabase } from '../support/database.js';
import { fillEveryTable, tablesWithAccount } from '../support/every-table.js';
import { queryDatabase } from '../support/sql.js';

const NAME = '2026-11-24t1331-markets';

test('rows from before markets stay what they were, hash by hash and count by count, with no market', async () => {
  const database = await createEmptyDatabase();
  try {
    const query = (text: string, values: readonly unknown[] = []) =>
      queryDatabase<Record<string, unknown>>(database, text, [...values]);
    const at = MIGRATIONS.findIndex(({ name }) => name === NAME);
    await database.orm.migrator.up({ migrations: MIGRATIONS.slice(0, at).map(({ name }) => name) });
    const accountId = randomUUID();
    await fillEveryTable(query, accountId, 3);
    const tables = await tablesWithAccount(query);
    const rowsOf = async () => {
      const rows = new Map<string, unknown[]>();
      for (const { name, columns } of tables) {
        const listed = columns.map((column) => `t.${column.name}::text`).join(', ');
        rows.set(
          name,
          await query(`select ${listed} from ${name} t where t.account_id = $1 order by t::text`, [accountId]),
        );
      }
      return rows;
    };
    const before = await rowsOf();
    expect(before.get('daily_question_response')).toHaveLength(3);
    await database.orm.migrator.up({ migrations: [NAME] });
    expect(await rowsOf()).toEqual(before);
    const markets = await query(
      'select market_id from prompt where account_id = $1 union all select market_id from answer where account_id = $1',
      [accountId],
    );
    expect(markets).toEqual(Array.from({ length: 6 }, () => ({ market_id: null })));
  } finally {
    await database.close();
  }
});

test('a question without a market has the hash that it had, and one in a market another for each', () => {
  const text = ' Which ANVILS are best? ';
  // Of `which anvils are best?`, as stored by the releases before.
  const former = '5c5692b48d1775618cd0aa31605bd72876b1e9a01581640b8b72c74feec01117';
  expect(promptTextHash(text, null).toString('hex')).toBe(former);
  const [one, other] = [randomUUID(), randomUUID()];
  expect(promptTextHash(text, one)).toEqual(promptTextHash('which anvils are best?', one));
  const hashes = [null, one, other].map((marketId) => promptTextHash(text, marketId).toString('hex'));
  expect(new Set(hashes).size).toBe(3);
});
