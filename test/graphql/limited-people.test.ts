import { createHash, randomUUID } from 'node:crypto';
import type { GraphQLField } from 'graphql';
import { Client } from 'pg';
import { type Caller, type Context, openContext } from '../../src/core/context.js';
import { type ExportName, FILES, openExport } from '../../src/core/exports/open-export.js';
import { FIXED_CLOCK, TODAY, useApi } from '../support/api.js';
import { databaseUrl } from '../support/database-url.js';
import { idOf, tablesWithAccount } from '../support/every-table.js';
import {
  FILLED_DAY,
  fillProjects,
  idsOfProjects,
  limitedPerson,
  projectOf,
  rowsOf,
} from '../support/limited-account.js';
import { openOwner } from '../support/people.js';
import { askSchema, documentOf, fieldsOf, placesOf, seenIn, tableOf } from '../support/schema-documents.js';
import { type SentStatement, statementsOfService, watchStatements } from '../support/statements.js';

/**
 * Each question and change that the schema has, asked by somebody who is limited to one of an account's projects: of
 * another project nothing is told, not even that it is there.
 */

const api = useApi();
const NOBODY = randomUUID();

const rows = (text: string, values: readonly unknown[] = []) => rowsOf(api.database)(text, values);
const allTables = () => tablesWithAccount(rows);
const fill = (accountId: string, count: number) => fillProjects(api.database, accountId, count);

const ask = (caller: Caller, source: string) => askSchema(api.database, caller, source);

/** What is told of the account as a whole, which who is limited is refused (docs/accounts.md). */
const OF_ACCOUNT = ['apiKeys', 'competitorQuestion', 'deliveries', 'destinations'];

/** What is of no project, and told to everybody who signed in. */
const OF_EVERYBODY = ['identityProviders'];

/** Random words that a change makes, such as ids and secrets, are told from those that were sent by none of these. */
const withoutMade = (answer: object, ...ids: readonly string[]) =>
  ids.reduce((text, id) => text.replaceAll(id, 'ID'), JSON.stringify(answer));

describe('who is limited to a project', () => {
  test('is told the same whether the account has other projects or none', async () => {
    const { accountId } = await openOwner(api.db);
    const ids = seenIn(accountId);
    const asked = fieldsOf('Query').filter(({ name }) => !OF_EVERYBODY.includes(name));
    const queries = [
      ...asked.map((field) => documentOf(field, ids, 1)),
      ...fieldsOf('Project').map((field) => `project(id: "${ids.of('project')}") { ${documentOf(field, ids, 1)} }`),
    ];
    const tell = async () => {
      const told: Record<string, unknown> = {};
      for (const query of queries) told[query] = await ask(limitedPerson(accountId), `{ ${query} }`);
      return told;
    };
    await fill(accountId, 1);
    const alone = await tell();
    await fill(accountId, 2);
    await rows(
      `insert into alert (account_id, id, project_id, kind, state, series, opened_at, updated_at, opened_on, evidence,
         parts)
       select account_id, $2, null, kind, 'open', 'credits', opened_at, updated_at, opened_on, evidence, parts
       from alert where account_id = $1 limit 1`,
      [accountId, randomUUID()],
    );
    const beside = await tell();
    expect(beside).toEqual(alone);
    const answers = JSON.stringify(beside);
    for (const { name } of await allTables()) {
      if (!['holder', 'session'].includes(name)) expect(answers).not.toContain(idOf(accountId, name, 1));
    }
    // The walk is worth what it finds: all but the account's own is answered.
    const refused = asked.filter((_field, at) => {
      const { data } = alone[queries[at] ?? ''] as { data: object | null };
      return Object.values(data ?? {})[0] === null;
    });
    expect(refused.map(({ name }) => name).toSorted()).toEqual(OF_ACCOUNT);
    const faults = Object.values(alone).flatMap((one) => (one as { faults: { code: string }[] }).faults);
    expect(faults.filter(({ code }) => code === 'INTERNAL')).toEqual([]);
  }, 240_000);

  test('who sees no project is told of none', async () => {
    const { accountId } = await openOwner(api.db);
    await fill(accountId, 2);
    const list = '{ projects(first: 10) { nodes { id } totalCount } alerts(first: 10) { nodes { id } } }';
    const { data } = await ask(limitedPerson(accountId, []), list);
    expect(data).toEqual({ projects: { nodes: [], totalCount: 0 }, alerts: { nodes: [] } });
  });

  /** One account for all questions that are refused: they leave it as it is. */
  let opened: Promise<string> | undefined;
  let before: string;
  const shared = () => {
    opened ??= openOwner(api.db).then(async ({ accountId }) => {
      await fill(accountId, 2);
      before = await hashOfOther(accountId);
      return accountId;
    });
    return opened;
  };

  const ID_QUESTIONS = ['Query', 'Mutation'].flatMap((root) =>
    fieldsOf(root).flatMap((field) => placesOf(field.args).map((place) => ({ root, field, place, name: field.name }))),
  );

  test.each(ID_QUESTIONS)(
    'cannot tell another project from none in $root.$name at $place',
    async (question) => {
      const { root, field, place } = question;
      const accountId = await shared();
      const name = place.split('.').at(-1) ?? '';
      const table = tableOf(name, field.name);
      if (table === null) throw new Error(`which table is ${name} of ${field.name} of?`);
      const [foreign, none] = [idOf(accountId, table, 1), NOBODY];
      const word = root === 'Query' ? '' : 'mutation ';
      const tell = async (by: string) => {
        const asked = documentOf(field, { ...seenIn(accountId), at: place, by }, 1);
        return withoutMade(await ask(limitedPerson(accountId), `${word}{ ${asked} }`), by);
      };
      const unknown = await tell(none);
      expect(await tell(foreign)).toBe(unknown);
    },
    120_000,
  );

  /** Fields of a project that name another resource, and its lists by a filter. */
  const NESTED = fieldsOf('Project').flatMap((field) =>
    placesOf(field.args).map((place) => ({ field, place, name: field.name })),
  );

  test.each(NESTED)('cannot tell another project from none in Project.$name at $place', async ({ field, place }) => {
    const accountId = await shared();
    const table = tableOf(place.split('.').at(-1) ?? '', field.name);
    if (table === null) throw new Error(`which table is ${place} of ${field.name} of?`);
    const tell = async (by: string) => {
      const asked = documentOf(field, { ...seenIn(accountId), at: place, by }, 2);
      const query = `{ project(id: "${projectOf(accountId, 0)}") { ${asked} } }`;
      return withoutMade(await ask(limitedPerson(accountId), query), by);
    };
    expect(await tell(idOf(accountId, table, 1))).toBe(await tell(NOBODY));
  });

  test('left the other project as it was by all of that', async () => {
    expect(await hashOfOther(await shared())).toBe(before);
  });

  test('changes what others of the role change in the project', async () => {
    const { accountId } = await openOwner(api.db);
    await fill(accountId, 2);
    const own = seenIn(accountId);
    const outcomes: Record<string, string> = {};
    for (const field of fieldsOf('Mutation')) {
      if (field.name === 'leaveAccount' || field.name === 'deleteProject') continue;
      const { faults } = await ask(limitedPerson(accountId), `mutation { ${documentOf(field, own, 0)} }`);
      outcomes[field.name] = faults[0]?.code ?? 'done';
    }
    const refused = Object.entries(outcomes).filter(([, outcome]) => outcome === 'FORBIDDEN');
    expect(refused.map(([name]) => name).toSorted()).toEqual([...OF_OWNERS, ...REFUSED_CHANGES].toSorted());
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome === 'INTERNAL')).toEqual([]);
  }, 240_000);
});

/**
 * Statements without an id but the account's, though they read or change rows of projects: what they are for, and why
 * nothing of it reaches who is limited. All others name a project, or what is below one, which is looked up by the one
 * rule (`core/access`).
 */
const OF_WHOLE_ACCOUNTS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^count-(projects|prompts|report-schedules|reports-of-day)$/, 'whether the plan has room: that it is full is said'],
  [/^export-first-account-/, 'the archive of the account, for owners'],
  [/^scheduled-prompts-of-account$/, 'credits and their forecast, which are refused'],
  [/^(owner-of-project|owner-of-competitor)$/, 'the account of what the operator names'],
  [/^(find-good-share-link|visitor-door|find-feed-by-token)$/, 'one link or feed, by the hash of its token'],
  [/^(find-mail-unsubscription|drop-alerts-of-unsubscribed)$/, 'one receiver of mail, by the hash of a token'],
  [/^(drop-mail-of-alerts|resolve-alert-of-destination)$/, 'changes of the service: nothing is returned'],
  [/^(insert-runs|wake-repeated-prompts-of-account)$/, 'changes: nothing is returned'],
  [/^(delete-old-(feeds|share-links|reports)|compare-credits-with-runs|due-report(s|-schedules))$/, 'upkeep'],
  [/^remove-(rest|last)-of-/, 'the deletion of an account'],
  [/^find-project-scope$/, 'the account of what a job names'],
];

/** Parts that nobody's request runs. */
const OF_NO_REQUEST = ['monitoring', 'sending', 'operator', 'demo'];

describe('the statements of the service', () => {
  test('name a project or what is below one, but for those listed with their reason', async () => {
    const { tables } = await idsOfProjects(api.database, NOBODY);
    const client = new Client(databaseUrl(api.database.address));
    await client.connect();
    const wide: string[] = [];
    for (const [name, text] of await statementsOfService(OF_NO_REQUEST)) {
      if (!reads(tables, text)) continue;
      await client.query(`prepare known as ${text}`);
      const { rows: found } = await client.query<{ type: string }>(
        `select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'known'`,
      );
      await client.query('deallocate known');
      // The first is the account.
      if (!found.slice(1).some(({ type }) => type.startsWith('uuid'))) wide.push(name);
    }
    await client.end();
    expect(wide.filter((name) => !OF_WHOLE_ACCOUNTS.some(([pattern]) => pattern.test(name)))).toEqual([]);
    const unused = OF_WHOLE_ACCOUNTS.filter(([pattern]) => !wide.some((name) => pattern.test(name)));
    expect(unused).toEqual([]);
  });

  test('that run for who is limited carry ids of what they see, and return none of the rest', async () => {
    const { accountId } = await openOwner(api.db);
    await fill(accountId, 2);
    const { tables, seen, hidden } = await idsOfProjects(api.database, accountId);
    expect(hidden).toContain(projectOf(accountId, 1));
    const names = new Map([...(await statementsOfService())].map(([name, text]) => [text, name]));
    const sent: SentStatement[] = [];
    let isTheirs = false;
    await watchStatements(api.db, (each) => {
      if (isTheirs) sent.push(each);
    });
    const own = seenIn(accountId);
    const beside = (place: string, field: string) => {
      const table = tableOf(place.split('.').at(-1) ?? '', field);
      return { ...own, at: place, by: idOf(accountId, table ?? 'none', 0) };
    };
    const variants = (field: GraphQLField<unknown, unknown>, depth: number) => [
      documentOf(field, own, depth),
      ...placesOf(field.args).map((place) => documentOf(field, beside(place, field.name), depth)),
    ];
    const documents = [
      ...fieldsOf('Query').flatMap((field) => variants(field, 1)),
      ...fieldsOf('Project').flatMap((field) =>
        variants(field, 1).map((asked) => `project(id: "${own.of('project')}") { ${asked} }`),
      ),
    ].map((asked) => `{ ${asked} }`);
    const kept = fieldsOf('Mutation').filter(({ name }) => name !== 'leaveAccount' && name !== 'deleteProject');
    const changes = kept.flatMap((field) => variants(field, 0)).map((asked) => `mutation { ${asked} }`);
    const core = openContext({ database: api.database, clock: FIXED_CLOCK }, limitedPerson(accountId));
    const projectId = projectOf(accountId, 0);
    isTheirs = true;
    for (const document of [...documents, ...changes]) await ask(limitedPerson(accountId), document);
    for (const name of Object.keys(FILES).filter(isExportName)) await readFile(core, name, projectId);
    isTheirs = false;
    const nameOf = ({ text }: SentStatement) => names.get(text);
    const isOfProjects = ({ text }: SentStatement) => names.has(text) && reads(tables, text);
    // What the walk is worth: most statements that a person may cause.
    expect(new Set(sent.filter(isOfProjects).map(nameOf)).size).toBeGreaterThan(150);
    const foreign = sent.filter(({ values, rows: found }) => {
      const text = JSON.stringify([values, found]);
      return hidden.some((id) => text.includes(id));
    });
    expect(foreign.map(nameOf)).toEqual([]);
    const unbound = unboundIn(sent, seen, accountId).filter(isOfProjects);
    expect([...new Set(unbound.map(nameOf))].toSorted()).toEqual([
      'count-prompts',
      'count-report-schedules',
      'count-reports-of-day',
    ]);
  }, 240_000);
});

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Those that bind nothing of what is seen: neither its ids nor any that came with them, as those of new rows do. A list
 * of nothing binds nothing else.
 */
function unboundIn(sent: readonly SentStatement[], seen: readonly string[], accountId: string): SentStatement[] {
  const known = new Set(seen);
  const ofAccount = new Set([accountId, idOf(accountId, 'holder', 0), idOf(accountId, 'session', 0)]);
  return sent.filter(({ text, values, rows: found }) => {
    // The ORM writes values into the text.
    const bound = `${text} ${JSON.stringify(values)}`.match(UUID) ?? [];
    const isEmpty = values.some((value) => Array.isArray(value) && value.length === 0);
    if (!isEmpty && !bound.some((id) => known.has(id))) return true;
    for (const id of [...bound, ...(JSON.stringify(found).match(UUID) ?? [])]) if (!ofAccount.has(id)) known.add(id);
    return false;
  });
}

/** Whether a statement reads or changes rows of these tables. */
function reads(tables: readonly string[], text: string): boolean {
  return new RegExp(`\\b(?:from|join|into|update|using)\\s+(?:${tables.join('|')})\\b`).test(text);
}

function isExportName(name: string): name is ExportName {
  return name in FILES;
}

async function readFile(core: Context, name: ExportName, project: string): Promise<void> {
  const file = await openExport(core, name, { project, platforms: ['chatgpt'] }, 200);
  for await (const page of file.pages()) expect(page).toBeDefined();
}

const OF_OWNERS = [
  ...['applyJudge', 'disableHolder', 'inviteHolder', 'renewHolderLink', 'requestAccountDeletion', 'takeAccountBack'],
  ...['updateAccount', 'updateBranding', 'updateHolder', 'updateIdentityProvider'],
];

/** What members change, but for who is limited: keys and destinations see all projects, and so do new ones. */
const REFUSED_CHANGES = [
  ...['createApiKey', 'createDestination', 'createProject', 'deleteDestination', 'enableDestination'],
  ...['replayDeliveries', 'replayDelivery', 'revokeApiKey', 'rotateDestinationSecret', 'suggestCompetitors'],
  ...['testDestination', 'updateDestination'],
];

/** Of all rows of project 1 and what belongs to it, but the accounts' own counts. */
async function hashOfOther(accountId: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, columns } of await allTables()) {
    if (!columns.some((column) => column.name === 'project_id')) continue;
    const found = await rows(
      `select t::text as row from ${name} t where account_id = $1 and project_id = $2 order by 1`,
      [accountId, projectOf(accountId, 1)],
    );
    hash.update(JSON.stringify(found));
  }
  const found = await rows('select p::text as row from project p where account_id = $1 and id = $2', [
    accountId,
    projectOf(accountId, 1),
  ]);
  return hash.update(JSON.stringify(found)).digest('hex');
}

test('the days that are filled are before today', () => {
  expect(FILLED_DAY < TODAY).toBe(true);
});
