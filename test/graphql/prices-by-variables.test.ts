import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { readDocument } from '../../src/graphql/operation/document.js';
import { createPricer } from '../../src/graphql/operation/operation-price.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';

/** Whatever was priced before, a document costs what its own variables cost: each field with arguments is asked. */

const schema = buildGraphqlSchema();
const clock = { now: () => new Date('2026-06-15T12:00:00Z') };
const ENTRIES_MANY = 60;
const LINES_MANY = 4_000;

type Size = 'little' | 'much';

/** A field that takes arguments, and the fields that lead to it from a root type. */
interface Asked {
  name: string;
  path: readonly Step[];
}

interface Step {
  name: string;
  args: readonly GraphQLArgument[];
  type: GraphQLOutputType;
}

function fieldsWithArguments(): Asked[] {
  const found: Asked[] = [];
  const seen = new Set<GraphQLNamedType>();
  const ways = [schema.getQueryType(), schema.getMutationType()].map((type) => ({ type, path: [] as Step[] }));
  for (let way = ways.shift(); way; way = ways.shift()) {
    if (!way.type || seen.has(way.type)) continue;
    seen.add(way.type);
    for (const { name, args, type } of Object.values(way.type.getFields())) {
      const path = [...way.path, { name, args, type }];
      if (args.length > 0) found.push({ name: `${way.type.name}.${name}`, path });
      const below = getNamedType(type);
      if (isObjectType(below)) ways.push({ type: below, path });
    }
  }
  return found;
}

/** A document whose last field takes all of its arguments by variables. */
function documentOf({ path }: Asked): string {
  const [last, ...before] = path.toReversed();
  if (!last) throw new Error('a field has a name');
  const taken = last.args.map(({ name, type }) => `$${name}: ${String(type)}`);
  const required = before.flatMap(({ args }, depth) =>
    args.filter(isRequired).map(({ name, type }) => `$at${depth}${name}: ${String(type)}`),
  );
  const inner = `${last.name}(${last.args.map(({ name }) => `${name}: $${name}`).join(' ')})${selectionOf(last.type)}`;
  const selection = before.reduce((below, { name, args }, depth) => {
    const sent = args.filter(isRequired).map((arg) => `${arg.name}: $at${depth}${arg.name}`);
    return `${name}${sent.length > 0 ? `(${sent.join(' ')})` : ''} { ${below} }`;
  }, inner);
  const isWrite = schema.getMutationType()?.getFields()[path[0]?.name ?? ''] !== undefined;
  return `${isWrite ? 'mutation' : 'query'} (${[...taken, ...required].join(' ')}) { ${selection} }`;
}

function isRequired({ type, defaultValue }: GraphQLArgument): boolean {
  return isNonNullType(type) && defaultValue === undefined;
}

/** All fields without arguments, and those of the entries of a page. */
function selectionOf(type: GraphQLOutputType): string {
  const below = getNamedType(type);
  return isObjectType(below) ? ` { ${fieldsOf(below, 1)} }` : '';
}

function fieldsOf(type: GraphQLObjectType, levels: number): string {
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequired));
  const selected = fields.map((field) => {
    const below = getNamedType(field.type);
    if (!isObjectType(below)) return field.name;
    return levels > 0 ? `${field.name} { ${fieldsOf(below, field.name === 'nodes' ? 1 : 0)} }` : '';
  });
  return ['__typename', ...selected].join(' ');
}

function sampleOf(type: GraphQLInputType, size: Size): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType, size);
  if (isListType(type)) {
    return Array.from({ length: size === 'little' ? 1 : ENTRIES_MANY }, () => sampleOf(type.ofType, size));
  }
  if (isEnumType(type)) return type.getValues().at(size === 'little' ? 0 : -1)?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => size === 'much' || isNonNullType(field.type));
    return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field.type, size)]));
  }
  return SCALARS[type.name]?.[size];
}

const SCALARS: Readonly<Record<string, Record<Size, unknown>>> = {
  ID: { little: 'a', much: 'b' },
  String: { little: 'a', much: 'a,1\n'.repeat(LINES_MANY) },
  Int: { little: 1, much: 100 },
  Float: { little: 0.5, much: 100 },
  Boolean: { little: false, much: true },
  Date: { little: '2026-06-15', much: '2026-03-20' },
  DateTime: { little: '2026-06-15T00:00:00Z', much: '2026-03-20T00:00:00Z' },
};

/** Variables of the field: all of them little, all much, and each alone much or left out. */
function variablesOf({ path }: Asked): Record<string, unknown>[] {
  const [last, ...before] = path.toReversed();
  const known = Object.fromEntries(
    before.flatMap(({ args }, depth) =>
      args.filter(isRequired).map(({ name, type }) => [`at${depth}${name}`, sampleOf(type, 'little')]),
    ),
  );
  const args = last?.args ?? [];
  const all = (size: Size) => Object.fromEntries(args.map(({ name, type }) => [name, sampleOf(type, size)]));
  return [
    { ...known, ...all('little') },
    { ...known, ...all('much') },
    ...args.map(({ name, type }) => ({ ...known, ...all('little'), [name]: sampleOf(type, 'much') })),
    ...args
      .filter(({ type }) => !isNonNullType(type))
      .map(({ name }) => ({ ...known, ...all('little'), [name]: undefined })),
  ];
}

const asked = fieldsWithArguments();

/** What the field costs with each of its variables, by a pricer that knows nothing of the others. */
function alone(field: Asked): number[] {
  const operation = operationOf(field);
  return variablesOf(field).map((variables) => createPricer(schema, clock)(operation, variables).complexity);
}

function operationOf(field: Asked) {
  const [operation] = readDocument(schema, documentOf(field)).operations;
  if (!operation) throw new Error('a document has an operation');
  return operation;
}

test('the fields whose prices vary by size are among those that are asked', () => {
  const varying = asked.filter((field) => new Set(alone(field)).size > 1).map(({ name }) => name);
  expect(varying).toEqual(
    expect.arrayContaining([
      'Mutation.addSearchTerms',
      'Mutation.copyPrompts',
      'Mutation.createPrompts',
      'Mutation.deletePrompts',
      'Mutation.updatePrompts',
      'Project.brandTrends',
      'Project.promptSuggestions',
      'Project.responses',
    ]),
  );
});

test.each(asked.map((field) => [field.name, field] as const))(
  '%s costs the same after each other size, in both orders',
  (_, field) => {
    const operation = operationOf(field);
    const sent = variablesOf(field);
    const prices = alone(field);
    const inOrder = createPricer(schema, clock);
    expect(sent.map((variables) => inOrder(operation, variables).complexity)).toEqual(prices);
    expect(sent.map((variables) => inOrder(operation, variables).complexity)).toEqual(prices);
    const backwards = createPricer(schema, clock);
    const reversed = sent.toReversed().map((variables) => backwards(operation, variables).complexity);
    expect(reversed.toReversed()).toEqual(prices);
  },
);
