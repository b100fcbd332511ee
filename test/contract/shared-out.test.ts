import { ENTITIES } from '../../src/entities/index.js';
import { statementsOfService } from '../support/statements.js';

/**
 * Statements that look at rows of more than one account, by what they are for. On a distributed database each asks
 * every shard, so none of them is sent for an ordinary request.
 */
const OF_ALL_ACCOUNTS = new Map(
  Object.entries({
    'answers whether an id that its caller asked for belongs to somebody else': [
      'projects-elsewhere',
      'archived-projects-elsewhere',
      'prompts-elsewhere',
      'competitors-elsewhere',
      'candidates-elsewhere',
      'competitor-questions-elsewhere',
      'markets-elsewhere',
      'notes-elsewhere',
      'alerts-elsewhere',
      'share-links-elsewhere',
      'feeds-elsewhere',
      'reports-elsewhere',
      'report-schedules-elsewhere',
      'destinations-elsewhere',
      'deliveries-elsewhere',
      'keys-elsewhere',
    ],
    'finds the account of what somebody named: an address, or an id that the operator has': [
      'find-address',
      'find-holder-for-sign-in',
      'owner-of-holder',
      'owner-of-project',
      'owner-of-competitor',
      'owner-of-key',
      'owner-of-identity-provider',
      'find-identity-provider-of-domain',
      'find-project-scope',
      'list-accounts',
      'first-accounts',
    ],
    'finds work of any account for a worker, within a bound': [
      'find-due-prompts',
      'find-due-tasks',
      'find-due-alert-checks',
      'find-due-account-checks',
      'look-for-queued-runs',
      'overdue-runs',
      'states-of-runs',
      'forgotten-prompts',
      'prompts-too-far-ahead',
      'projects-of-old-changes',
      'list-outdated-analyses',
      'list-unfinished-attempts',
      'find-accounts-to-remove',
      'look-for-competitor-questions',
      'look-for-due-deliveries',
      'find-unwanted-deliveries',
      'due-report-schedules',
      'due-reports',
    ],
    'lets requests of many accounts in together, each by its entry of an array; one account a statement there': [
      'door-batch',
    ],
    'sums up all accounts': [
      'figures-of-queue',
      'spent-on-judge-today',
      'other-accounts-that-wait-for-judge',
      'compare-credits-with-runs',
      'count-accounts-that-ask',
    ],
    'tells whether there is an account yet, until there is one': ['find-setup', 'save-setup-code'],
    'verifies all projects one by one': ['list-analysed-projects'],
    'encrypts the secrets of all holders with another key': ['list-totp-secrets'],
    'encrypts the secrets of all identity providers with another key': ['list-secrets-of-identity-providers'],
    'encrypts the secrets of all destinations with another key': ['list-secrets-of-destinations'],
    'deletes what is too old': [
      'delete-expired-idempotency-records',
      'delete-old-competitor-questions',
      'delete-old-factor-challenges',
      'delete-old-mail-unsubscriptions',
      'delete-old-sso-flows',
      'delete-old-reports',
      'delete-old-known-devices',
      'delete-old-one-time-links',
      'delete-old-security-events',
      'delete-old-sessions',
      'delete-old-feeds',
      'delete-old-share-links',
      'delete-old-share-visits',
      'delete-old-use-of-judge',
      'delete-removed-destinations',
    ],
  }).flatMap(([why, names]) => names.map((name) => [name, why] as const)),
);

const SHARED_OUT = ENTITIES.filter(({ meta }) => 'accountId' in meta.properties).map(({ meta }) => meta.tableName);
const INSTANT = /\b(?:now|(?:clock|statement|transaction)_timestamp)\(\)|\bcurrent_(?:date|time|timestamp)\b/;

let statements: ReadonlyMap<string, string>;

beforeAll(async () => {
  statements = await statementsOfService();
});

/** What breaks a rule in each statement that is bound by it. */
function faults(find: (text: string) => string[], except: ReadonlyMap<string, string>): string[] {
  return [...statements].flatMap(([name, text]) =>
    except.has(name) ? [] : find(text).map((fault) => `${name}: ${fault}`),
  );
}

describe('On a database that is shared out by account', () => {
  test('a statement compares every table with the account that is bound, so that one shard answers', () => {
    expect(statements.size).toBeGreaterThan(300);
    expect(SHARED_OUT.length).toBeGreaterThan(35);
    expect(faults(unboundTables, OF_ALL_ACCOUNTS)).toEqual([]);
  });

  test('a statement that is excepted from it exists, and does look beyond one account', () => {
    const kept = [...OF_ALL_ACCOUNTS.keys()].filter((name) => unboundTables(statements.get(name) ?? '').length === 0);
    expect(kept).toEqual([]);
  });

  test('the batch of admission compares every table with the account of an entry', () => {
    const text = statements.get('door-batch') ?? '';
    expect(text).toContain('unnest($1::uuid[],');
    expect(unboundTables(text.replaceAll(/\b[ec]\.account_id\b/g, '$1'))).toEqual([]);
    expect(unboundTables(text.replaceAll(/\bc\.account_id\b/g, '$1'))).not.toEqual([]);
  });

  test('no instant is taken beside columns where rows are changed: a shard takes it as a value', () => {
    expect(faults(instantsBesideColumns, new Map())).toEqual([]);
  });

  test.each([
    ['a table without account', 'select from project where id = $1', ['project']],
    [
      'a join by a column',
      'select from project p join prompt q on q.account_id = p.account_id where p.account_id = $1',
      ['prompt q'],
    ],
    ['a table that is compared', 'select from project p where p.account_id = $1', []],
    ['two without a name', 'select from project where account_id = $1 and exists (select from prompt)', ['prompt']],
    ['an insert of the account', 'insert into project (account_id, id) values ($1, $2)', []],
    [
      'an insert of another',
      'insert into project (account_id, id) select x, y from json_to_recordset($1)',
      ['project'],
    ],
    ['a table of no account', 'select from service_switch', []],
  ])('the first rule sees %s', (_what, text, expected) => {
    expect(unboundTables(text)).toEqual(expected);
  });

  test.each([
    ['a choice in an update', 'update project p set at = case when p.id = $1 then now() end where p.id = $2', 1],
    ['a first instant kept', 'update project set at = coalesce(at, now())', 1],
    ['a column that a span is added to', "update project p set at = least(p.at - interval '1 day', $1)", 1],
    ['an instant alone', "update project set at = now() + $2 * interval '1 day' where at > now()", 0],
    ['an instant on conflict', 'insert into project values ($1) on conflict (id) do update set at = now()', 1],
    ['an instant returned', 'insert into project values ($1) returning now() as at', 1],
    ['a cast by the session returned', 'update project set at = $1 returning at::text', 1],
    ['an instant inserted', 'insert into project values (now()) on conflict (id) do update set at = excluded.at', 0],
    ['an instant that is read', 'select case when now() > p.at then 1 end from project p', 0],
    ['the clock within a statement', 'update project set at = clock_timestamp()', 1],
    ['a table of no account', 'update service_switch set at = case when $1 then now() end', 0],
  ])('the second rule sees %s', (_what, text, expected) => {
    expect(instantsBesideColumns(text)).toHaveLength(expected);
  });
});

/** What may follow a table that has no alias. */
const NO_ALIAS = 'on|set|where|order|group|for|join|left|cross|using|limit|union|returning|offset';
const TABLE = new RegExp(
  `\\b(from|join|using|update|into|,)\\s+(${SHARED_OUT.join('|')})\\b(?:\\s+as)?(\\s+(?!(?:${NO_ALIAS})\\b)[a-z]\\w*)?`,
  'g',
);

/** Tables of the statement that no `alias.account_id = $n` narrows, as they are written. */
function unboundTables(text: string): string[] {
  const found = [...text.matchAll(TABLE)].map(([, word, table = '', alias = '']) => ({ word, table, alias }));
  const inserted = found.filter(({ word, table }) => word === 'into' && !insertsAccount(text, table));
  const read = Map.groupBy(
    found.filter(({ word }) => word !== 'into'),
    ({ alias }) => alias.trim(),
  );
  const unbound = [...read].flatMap(([alias, tables]) => {
    const bound = comparisons(text, alias || (tables[0]?.table ?? ''), alias === '');
    return tables.slice(bound);
  });
  return [...inserted, ...unbound].map(({ table, alias }) => `${table}${alias}`);
}

/** How often the account of `alias` is compared with a bound value; of a table without one, by the column alone. */
function comparisons(text: string, alias: string, isBare: boolean): number {
  const qualified = [...text.matchAll(new RegExp(`\\b${alias}\\.account_id = \\$\\d`, 'g'))].length;
  return qualified + (isBare ? [...text.matchAll(/(?<![.\w])account_id = \$\d/g)].length : 0);
}

/** A bound account, or that of a row which is compared with one itself. */
function insertsAccount(text: string, table: string): boolean {
  const written = new RegExp(
    `into ${table}(?: as \\w+)? \\(account_id,[^)]*\\)\\s+(?:values \\(|select )(\\$\\d|(\\w+)\\.account_id)`,
  );
  const [, value = '', alias] = written.exec(text) ?? [];
  return value.startsWith('$') || (alias !== undefined && comparisons(text, alias, false) > 0);
}

const SPAN_BESIDE_COLUMN = /\b[a-z]\w*\.\w+ [+-] interval\b/;
const CHOICE = /\bcase\b[\s\S]*?\bend\b|\b(?:coalesce|greatest|least)\([^()]*(?:\([^()]*\)[^()]*)*\)/g;
const BY_SESSION = /(?:_at|at|day|month|date)::text\b/;

/** Parts of the statement that change rows of shared-out tables and take an instant where none may be. */
function instantsBesideColumns(text: string): string[] {
  return changes(text).flatMap(({ changed, conflict, returned }) => [
    ...[conflict, returned].filter((part) => INSTANT.test(part)),
    ...(BY_SESSION.test(returned) ? [returned] : []),
    ...[...changed.matchAll(CHOICE)].map(([choice]) => choice).filter(takesInstant),
    ...(SPAN_BESIDE_COLUMN.test(changed + conflict) ? [changed + conflict] : []),
    ...(/\bclock_timestamp\(\)/.test(changed) ? [changed] : []),
  ]);
}

/** Beside a column: of values alone the coordinator makes one value. */
function takesInstant(choice: string): boolean {
  return INSTANT.test(choice) && !/^\w+\(\$\d+::timestamptz, now\(\)\)$/.test(choice);
}

interface Change {
  /** From `update` on; empty for an insert. */
  changed: string;
  conflict: string;
  returned: string;
}

/** Each `update` and `insert` of a table that is shared out, up to the parenthesis that ends it. */
function changes(text: string): Change[] {
  const opening = new RegExp(`\\b(?:(?<!do )update|insert into) (?:${SHARED_OUT.join('|')})\\b`, 'g');
  return [...text.matchAll(opening)].map(({ 0: word, index }) => {
    const whole = upToItsEnd(text.slice(index));
    const [before = '', returned = ''] = whole.split(/\breturning\b/);
    const [first = '', conflict = ''] = before.split(/\bon conflict\b/);
    return { changed: word.startsWith('update') ? first : '', conflict, returned };
  });
}

function upToItsEnd(text: string): string {
  let depth = 0;
  for (const [at, letter] of [...text].entries()) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0) return text.slice(0, at);
  }
  return text;
}
