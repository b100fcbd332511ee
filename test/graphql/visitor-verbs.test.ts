import { randomUUID } from 'node:crypto';
import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  graphql,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { answersAt } from '../../src/core/answers/answer.reads.js';
import { openContext } from '../../src/core/context.js';
import { destinationTools } from '../../src/core/destinations/destination-tools.js';
import { ServiceError } from '../../src/core/errors.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import type { GraphqlContext } from '../../src/graphql/graphql-context.js';
import { createLoaders } from '../../src/graphql/loaders/loaders.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { FIXED_CLOCK, useApi } from '../support/api.js';
import { openOwner, operatorOf } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';

/** What the verbs themselves say to a visitor, were the wall of documents not there. */

const api = useApi();
const schema = buildGraphqlSchema();

const fieldsOf = (name: string) => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`no type ${name}`);
  return Object.values(type.getFields());
};

const VALUES: Readonly<Record<string, string>> = {
  ID: `"${randomUUID()}"`,
  String: '"x"',
  Date: '"2026-06-01"',
  DateTime: '"2026-06-01T00:00:00Z"',
  Boolean: 'true',
  Int: '1',
};

/** A value of a type as a literal: of an input what it requires, of a closed vocabulary its first word. */
function literal(type: string): string {
  const name = type.replaceAll(/[[\]!]/g, '');
  const named = schema.getType(name);
  const inner = VALUES[name] ?? (isInputObjectType(named) ? inputOf(named) : firstOf(named));
  return type.startsWith('[') ? `[${inner}]` : inner;
}

function inputOf(type: GraphQLInputObjectType): string {
  const required = Object.values(type.getFields()).filter(isRequiredInputField);
  return `{ ${required.map((field) => `${field.name}: ${literal(String(field.type))}`).join(', ')} }`;
}

function firstOf(type: GraphQLNamedType | undefined): string {
  return isEnumType(type) ? String(type.getValues()[0]?.name) : 'null';
}

function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const sent = field.args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${literal(String(arg.type))}`);
  const named = schema.getType(String(field.type).replaceAll(/[[\]!]/g, ''));
  const below = isObjectType(named) ? ' { __typename }' : '';
  return `${field.name}${sent.length > 0 ? `(${sent.join(', ')})` : ''}${below}`;
}

async function ask(source: string) {
  const { accountId, tier } = await openOwner(api.db);
  const link = { linkId: randomUUID(), projectId: randomUUID(), shows: ['overview' as const] };
  const core = openContext(
    { database: api.database, clock: FIXED_CLOCK },
    { kind: 'visitor', accountId, tier, ...link },
  );
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
  const thrown = errors[0]?.originalError;
  return {
    data: data && Object.values(data)[0],
    code: thrown instanceof ServiceError ? thrown.code : errors[0]?.message,
  };
}

const allOf = (root: string) => fieldsOf(root).map((field) => ({ name: field.name, asked: selectionOf(field) }));

test.each(allOf('Mutation'))('$name is refused', async ({ asked }) => {
  const { data, code } = await ask(`mutation { ${asked} }`);
  expect(data ?? null).toBeNull();
  // Some inputs are looked at first.
  expect(['FORBIDDEN', 'VALIDATION_ERROR']).toContain(code);
});

/** What is the same for everybody, or the link's own. */
const OF_NO_ACCOUNT = ['methods', 'rateLimit', 'canMail', 'branding'];
/** By an id, and of no project but the link's. */
const OF_PROJECT = ['project', 'response'];

test.each(allOf('Query').filter(({ name }) => !OF_NO_ACCOUNT.includes(name)))('$name is refused', async (field) => {
  const { data, code } = await ask(`{ ${field.asked} }`);
  expect([data ?? null, code]).toEqual([null, OF_PROJECT.includes(field.name) ? 'NOT_FOUND' : 'FORBIDDEN']);
});

test('an answer of another project of the account is not found', async () => {
  const owner = operatorOf(api.db, await openOwner(api.db));
  const { id: projectId } = await createProject(owner, { brandName: 'Northwind', websiteUrl: 'https://a.example' });
  const asked = { external_id: 'a', platform: 'chatgpt', question: 'Q?', answered_at: '2026-06-01T00:00:00Z' };
  const line = { ...asked, answer: 'Northwind.' };
  await importAnswers(api.db, { projectId }, fileOf([JSON.stringify(line)]));
  const ids = 'select id from answer where project_id = $1';
  const [row] = await queryDatabase<{ id: string }>(api.database, ids, [projectId]);
  const place = { projectId, bucketDate: '2026-06-01', id: row?.id ?? '' };
  const { accountId, tier } = owner.caller;
  const link = { kind: 'visitor' as const, linkId: randomUUID(), shows: ['answers' as const] };
  const seenBy = async (ofLink: string) => {
    const caller = { ...link, accountId, tier, projectId: ofLink };
    const ctx = openContext({ database: api.database, clock: FIXED_CLOCK }, caller);
    return (await answersAt(ctx, [place], ['text'])).size;
  };
  expect([await seenBy(projectId), await seenBy(randomUUID())]).toEqual([1, 0]);
});
