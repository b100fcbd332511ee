import { createHash, randomUUID } from 'node:crypto';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  graphql,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { plainEvidence } from '../../src/core/alerts/evidence.js';
import { type Caller, openContext } from '../../src/core/context.js';
import { destinationTools } from '../../src/core/destinations/destination-tools.js';
import { ServiceError } from '../../src/core/errors.js';
import type { GraphqlContext } from '../../src/graphql/graphql-context.js';
import { createLoaders } from '../../src/graphql/loaders/loaders.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { FIXED_CLOCK, TODAY, useApi } from '../support/api.js';
import { fillEveryTable, idOf, type Table, tablesWithAccount } from '../support/every-table.js';
import { openOwner } from '../support/people.js';
import { aDocument } from '../support/report-document.js';
import { queryDatabase } from '../support/sql.js';

/**
 * Each question and change that the schema has, asked by somebody who is limited to one of an account's projects: of
 * another project nothing is told, not even that it is there.
 */

const api = useApi();
const schema = buildGraphqlSchema();
const DAY = '2026-06-10';
const NOBODY = randomUUID();

const rows = (text: string, values: readonly unknown[] = []) =>
  queryDatabase<Record<string, unknown>>(api.database, text, [...values]);

/** The tables with accounts, read once. */
let tables: Promise<Table[]> | undefined;
const allTables = () => (tables ??= tablesWithAccount(rows));

/** Project 0 is the one that is seen, 1 the other: every table has rows of both, as far as there are any. */
const projectOf = (accountId: string, at: number) => idOf(accountId, 'project', at);

/** Columns that end something: what is filled is still there. */
const ENDS = ['archived_at', 'removed_at', 'disabled_at', 'dismissed_at', 'revoked_at', 'ended_at', 'resolved_at'];

/** Gives an account projects with rows in every table, as something that is still there. */
async function fill(accountId: string, count: number) {
  await fillEveryTable(rows, accountId, count, DAY, await allTables());
  for (const { name, columns } of await allTables()) {
    const ends = columns.filter((column) => ENDS.includes(column.name)).map((column) => `${column.name} = null`);
    if (ends.length > 0) await rows(`update ${name} set ${ends.join(', ')} where account_id = $1`, [accountId]);
  }
  await rows(`update prompt set wording_of = null, is_active = true, platforms = '{chatgpt}' where account_id = $1`, [
    accountId,
  ]);
  await rows(`update project set platforms = '{chatgpt}', is_paused = false where account_id = $1`, [accountId]);
  await rows(`update feed set platforms = '{chatgpt}' where account_id = $1`, [accountId]);
  await rows(`update answer_correction set names = '[]' where account_id = $1`, [accountId]);
  await rows(`update search_term set lead_hash = term_hash where account_id = $1`, [accountId]);
  await rows(`update report_schedule set time_zone = 'UTC' where account_id = $1`, [accountId]);
  await rows(`update alert_settings set kinds = '{prompt_lost}' where account_id = $1`, [accountId]);
  for (const at of [0, 1].slice(0, count)) {
    const ids = [accountId, projectOf(accountId, at), idOf(accountId, 'competitor_candidate', at)];
    for (const table of ['answer_mention', 'daily_mention', 'mention_total']) {
      const own = `${table} t where t.account_id = $1 and t.project_id = $2 and t.subject_id <> $3`;
      const there = `exists (select from ${table} o where (o.account_id, o.project_id, o.subject_id) = ($1, $2, $3))`;
      await rows(`delete from ${own} and ${there}`, ids);
      await rows(`update ${own.replace('t where', 't set subject_id = $3 where')}`, ids);
    }
  }
  const subject = { type: 'brand' as const, id: null, name: 'Brand' };
  const evidence = JSON.stringify(plainEvidence('Brand', subject));
  await rows('update alert set evidence = $2 where account_id = $1', [accountId, evidence]);
  const document = JSON.stringify(aDocument());
  await rows(`update report set document = $2, state = 'ready' where account_id = $1`, [accountId, document]);
  const ids = `array[$2::uuid]`;
  await rows(
    `update notification set project_ids = ${ids}, kinds = '{prompt_lost}', time_zone = 'UTC' where account_id = $1`,
    [accountId, projectOf(accountId, 0)],
  );
  await rows(`update destination set url = 'https://hooks.example/a' where account_id = $1`, [accountId]);
  await rows(`update holder set role = 'member', project_ids = ${ids} where account_id = $1 and id = $3`, [
    ...[accountId, projectOf(accountId, 0)],
    idOf(accountId, 'holder', 0),
  ]);
  await rows(`update holder set role = 'member', project_ids = ${ids} where account_id = $1 and id = $3`, [
    ...[accountId, projectOf(accountId, 1)],
    idOf(accountId, 'holder', 1),
  ]);
}

/** Of person 0, who is limited to project 0 unless another limit is named. */
function personOf(accountId: string, projectIds: readonly string[] | null = [projectOf(accountId, 0)]): Caller {
  return {
    kind: 'holder',
    accountId,
    tier: 'agency',
    holderId: idOf(accountId, 'holder', 0),
    sessionId: idOf(accountId, 'session', 0),
    role: 'member',
    subscription: 'active',
    isSteppedUp: true,
    projectIds,
  };
}

async function ask(caller: Caller, source: string) {
  const core = openContext({ database: api.database, clock: FIXED_CLOCK }, caller);
  const contextValue: GraphqlContext = {
    core,
    client: { network: 'test', userAgent: 'test' },
    linkBaseUrl: 'http://localhost',
    deliverLink: async () => ({ isMailed: false, url: null }),
    deliverConfirmation: null,
    destinations: destinationTools(),
    methods: [],
    loaders: createLoaders(core),
    budget: { limit: 200, remaining: 199, reset: 0 },
    cost: { complexity: 1, requests: 1 },
  };
  const { data, errors = [] } = await graphql({ schema, source, contextValue });
  const faults = errors.map(({ message, path, originalError: thrown }) => {
    const code = thrown instanceof ServiceError ? thrown.code : 'INTERNAL';
    return { code, message, path: path?.join('.') };
  });
  return { data: data ?? null, faults };
}

/** Which table an id that a question names is of, by the name of the argument or field, and of what has it. */
function tableOf(name: string, owner: string): string | null {
  const [, ofOwner] = BY_OWNER.find(([pattern]) => name === 'id' && pattern.test(owner)) ?? [];
  return ofOwner ?? BY_NAME[name] ?? null;
}

const BY_NAME: Readonly<Record<string, string>> = {
  projectId: 'project',
  projectIds: 'project',
  promptId: 'prompt',
  promptIds: 'prompt',
  ids: 'prompt',
  wordingOfId: 'prompt',
  marketId: 'market',
  marketIds: 'market',
  competitorIds: 'competitor',
  subjectId: 'competitor',
  mentioning: 'competitor_candidate',
  destinationId: 'destination',
  holderIds: 'holder',
  replyToId: 'holder',
};

const BY_OWNER: readonly (readonly [RegExp, string])[] = [
  [/Alert$/i, 'alert'],
  [/Candidate$/, 'competitor_candidate'],
  [/competitorQuestion/, 'competitor_question'],
  [/Competitor$/i, 'competitor'],
  [/Market$/, 'market'],
  [/Prompt$|Prompts$/i, 'prompt'],
  [/Note$/, 'project_change'],
  [/ShareLink$/, 'share_link'],
  [/Feed$/, 'feed'],
  [/ReportSchedule$/, 'report_schedule'],
  [/^report$/, 'report'],
  [/Destination|Secret/, 'destination'],
  [/Delivery$/, 'delivery'],
  [/ApiKey$/, 'api_key'],
  [/IdentityProvider$/, 'identity_provider'],
  [/Session$/, 'session'],
  [/Holder|HolderLink/, 'holder'],
  [/response|Answer$|Correction$/, 'answer'],
  [/Project$/i, 'project'],
];

const WORDS: Readonly<Record<string, string>> = {
  Date: `"${DAY}"`,
  DateTime: `"${DAY}T00:00:00Z"`,
  Boolean: 'true',
  Int: '3',
  Float: '5',
};

const TEXTS: Readonly<Record<string, string>> = {
  url: '"https://hooks.example/a"',
  csv: '"Query,Clicks,Impressions\\nbest anvil,1,10"',
  country: '"US"',
  timeZone: '"UTC"',
  email: '"somebody@example.org"',
  websiteUrl: '"https://acme.example"',
};

/** What a document names: of which number are its ids, and which one place has another id. */
interface Ids {
  of: (table: string) => string;
  /** The place, as a path of names, whose id is replaced; optional places are left out but for it. */
  at?: string;
  by?: string;
}

function literal(type: GraphQLInputType, name: string, path: string, owner: string, ids: Ids): string {
  if (isNonNullType(type)) return literal(type.ofType, name, path, owner, ids);
  if (isListType(type)) return `[${literal(type.ofType, name, path, owner, ids)}]`;
  if (isEnumType(type)) return String(type.getValues()[0]?.name);
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isSent(field, `${path}.${field.name}`, ids));
    const sent = fields.map((field) => {
      return `${field.name}: ${literal(field.type, field.name, `${path}.${field.name}`, owner, ids)}`;
    });
    return `{ ${sent.join(', ')} }`;
  }
  if (type.name !== 'ID') return TEXTS[name] ?? WORDS[type.name] ?? '"acme"';
  if (path === ids.at) return `"${ids.by}"`;
  return `"${ids.of(tableOf(name, owner) ?? name)}"`;
}

function isSent(field: GraphQLArgument | GraphQLInputField, path: string, { at }: Ids): boolean {
  if (isNonNullType(field.type) && field.defaultValue === undefined) return true;
  return at === path || (at?.startsWith(`${path}.`) ?? false);
}

function argumentsOf(field: GraphQLField<unknown, unknown>, ids: Ids): string {
  const sent = field.args
    .filter((arg) => isSent(arg, arg.name, ids))
    .map((arg) => `${arg.name}: ${literal(arg.type, arg.name, arg.name, field.name, ids)}`);
  return sent.length > 0 ? `(${sent.join(', ')})` : '';
}

/** Each place of an id below arguments, as a path of names. */
function placesOf(args: readonly (GraphQLArgument | GraphQLInputField)[], before = ''): string[] {
  return args.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    const path = before === '' ? name : `${before}.${name}`;
    if (named.name === 'ID') return [path];
    return isInputObjectType(named) ? placesOf(Object.values(named.getFields()), path) : [];
  });
}

/** All that a type has: its own fields, and `depth` types below. */
function below(type: GraphQLNamedType, depth: number, ids: Ids, passed: readonly string[] = []): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (isLeafType(named)) return [`${field.name}${argumentsOf(field, ids)}`];
    if (depth === 0 || passed.includes(named.name) || isTooWide(field.name)) return [];
    const inner = below(named, depth - 1, ids, [...passed, type.name]);
    return inner === '' ? [] : [`${field.name}${argumentsOf(field, ids)} ${inner}`];
  });
  return fields.length > 0 ? `{ ${fields.join(' ')} }` : depth === 0 && passed.length === 0 ? '{ __typename }' : '';
}

/** Asked apart: what it costs grows with all that is beside it. */
function isTooWide(name: string): boolean {
  return name === 'sampleSize';
}

const fieldsOf = (name: string) => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`no type ${name}`);
  return Object.values(type.getFields());
};

const seenIn = (accountId: string): Ids => ({ of: (table) => idOf(accountId, table, 0) });

const documentOf = (field: GraphQLField<unknown, unknown>, ids: Ids, depth = 1) =>
  `${field.name}${argumentsOf(field, ids)} ${below(getNamedType(field.type), depth, ids)}`;

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
      for (const query of queries) told[query] = await ask(personOf(accountId), `{ ${query} }`);
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
    const { data } = await ask(personOf(accountId, []), list);
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
        return withoutMade(await ask(personOf(accountId), `${word}{ ${asked} }`), by);
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
      return withoutMade(await ask(personOf(accountId), query), by);
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
      const { faults } = await ask(personOf(accountId), `mutation { ${documentOf(field, own, 0)} }`);
      outcomes[field.name] = faults[0]?.code ?? 'done';
    }
    const refused = Object.entries(outcomes).filter(([, outcome]) => outcome === 'FORBIDDEN');
    expect(refused.map(([name]) => name).toSorted()).toEqual([...OF_OWNERS, ...REFUSED_CHANGES].toSorted());
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome === 'INTERNAL')).toEqual([]);
  }, 240_000);
});

const OF_OWNERS = [
  ...['disableHolder', 'inviteHolder', 'renewHolderLink', 'requestAccountDeletion', 'takeAccountBack'],
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
  expect(DAY < TODAY).toBe(true);
});
