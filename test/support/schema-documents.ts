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
import { type Caller, openContext } from '../../src/core/context.js';
import { destinationTools } from '../../src/core/destinations/destination-tools.js';
import { ServiceError } from '../../src/core/errors.js';
import type { GraphqlContext } from '../../src/graphql/graphql-context.js';
import { createLoaders } from '../../src/graphql/loaders/loaders.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { FIXED_CLOCK } from './api.js';
import type { TestDatabase } from './database.js';
import { idOf } from './every-table.js';
import { FILLED_DAY } from './limited-account.js';

/** Documents of the schema's fields as it is built, and their answers without HTTP. */

const schema = buildGraphqlSchema();

/** What a caller is answered, with all steps of an operation but admission. */
export async function askSchema(database: TestDatabase, caller: Caller, source: string) {
  const core = openContext({ database, clock: FIXED_CLOCK }, caller);
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
export function tableOf(name: string, owner: string): string | null {
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
  competitorId: 'competitor',
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
  Date: `"${FILLED_DAY}"`,
  DateTime: `"${FILLED_DAY}T00:00:00Z"`,
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
export interface Ids {
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
export function placesOf(args: readonly (GraphQLArgument | GraphQLInputField)[], before = ''): string[] {
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

/** The object types. */
export const typesOf = () =>
  Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__') ? [type.name] : [],
  );

/** Of an object type. */
export const fieldsOf = (name: string) => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`no type ${name}`);
  return Object.values(type.getFields());
};

/** Those of what is filled as number 0 (`fillEveryTable`). */
export const seenIn = (accountId: string): Ids => ({ of: (table) => idOf(accountId, table, 0) });

/** The field with its required arguments, and all that is `depth` types below it. */
export const documentOf = (field: GraphQLField<unknown, unknown>, ids: Ids, depth = 1) =>
  `${field.name}${argumentsOf(field, ids)} ${below(getNamedType(field.type), depth, ids)}`;
