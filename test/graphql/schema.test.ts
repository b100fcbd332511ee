import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getIntrospectionQuery, graphqlSync, type IntrospectionQuery, validateSchema } from 'graphql';
import { buildGraphqlSchema, printedSchema, unannouncedChanges } from '../../src/graphql/schema.js';
import { ROOT } from '../contract/sources.js';

const schema = buildGraphqlSchema();
const published = readFileSync(join(ROOT, 'schema.graphql'), 'utf8');

describe('schema.graphql', () => {
  test('promises nothing that the service would take away without a warning', () => {
    expect(unannouncedChanges(published, schema)).toEqual([]);
  });

  test('is what the service serves: `npm run emit` writes it', () => {
    expect(published).toBe(printedSchema(schema));
  });

  test('is a whole schema to a tool that reads the file alone', () => {
    const read = buildSchema(published);
    expect(validateSchema(read)).toEqual([]);
    expect([read.getMutationType()?.name, read.getSubscriptionType()]).toEqual(['Mutation', undefined]);
  });
});

describe('a change that takes something away', () => {
  const changed = (from: string, to: string) => {
    expect(published).toContain(from);
    return buildSchema(published.replace(from, to));
  };

  test.each([
    ['a field', 'evidence: String', 'proof: String'],
    ['a value', '  WEEKLY\n', '  MONTHLY\n'],
    ['a non-null promise', 'share: Float!', 'share: Float'],
    ['an optional argument, made required', 'archived: Boolean = false', 'archived: Boolean!'],
  ])('%s, is refused unless it was deprecated', (_what, from, to) => {
    expect(unannouncedChanges(published, changed(from, to))).not.toEqual([]);
  });

  test('is allowed once it was deprecated, with the types that only it led to', () => {
    const warned = 'type Query { kept: Int old: Old @deprecated } type Old { field: Int } enum Unused { A }';
    expect(unannouncedChanges(warned, buildSchema('type Query { kept: Int }'))).toEqual([]);
    expect(unannouncedChanges(warned.replace('@deprecated', ''), buildSchema('type Query { kept: Int }'))).toHaveLength(
      2,
    );
  });

  test('an addition takes nothing away', () => {
    expect(unannouncedChanges(published, changed('share: Float!', 'share: Float!\n  extra: Int'))).toEqual([]);
  });
});

interface Named {
  name: string;
  description?: string | null | undefined;
}

describe('what a reporting tool shows', () => {
  // Introspection of a schema has the shape that graphql-js declares for it.
  const { __schema } = graphqlSync({ schema, source: getIntrospectionQuery() }).data as unknown as IntrospectionQuery;
  const types = __schema.types.filter(({ name }) => !name.startsWith('__'));
  const places = types.flatMap((type): [string, Named][] => {
    const within = (member: Named): [string, Named] => [`${type.name}.${member.name}`, member];
    if (type.kind === 'ENUM') return [[type.name, type], ...type.enumValues.map(within)];
    if (type.kind === 'INPUT_OBJECT') return [[type.name, type], ...type.inputFields.map(within)];
    if (type.kind !== 'OBJECT') return [[type.name, type]];
    const args = type.fields.flatMap((field) =>
      field.args.map((arg): [string, Named] => [`${type.name}.${field.name}(${arg.name})`, arg]),
    );
    return [[type.name, type], ...type.fields.map(within), ...args];
  });

  test('every type, field, argument, input field and enum value is described', () => {
    expect(places.length).toBeGreaterThan(300);
    expect(places.filter(([, { description }]) => !description).map(([place]) => place)).toEqual([]);
  });

  test('enum values are upper-case, other names camelCase', () => {
    const names = places.map(([place]) => place.replace(/\(.*/, '').split('.')[1] ?? 'type');
    expect(names.filter((name) => !/^([a-z][A-Za-z0-9]*|[A-Z][A-Z0-9_]*)$/.test(name))).toEqual([]);
  });

  test('the flat tables hold numbers, days and words: no objects, no lists, no missing measures', () => {
    const rows = types.filter(({ name }) => /Day$/.test(name));
    expect(rows.map(({ name }) => name).toSorted()).toEqual([
      'CitationDay',
      'MentionDay',
      'ResponseDay',
      'SentimentDay',
      'VisibilityDay',
    ]);
    const scalars = new Set(['Int', 'Float', 'String', 'Boolean', 'ID', 'Date', 'Platform']);
    for (const { name, type } of rows.flatMap((row) => (row.kind === 'OBJECT' ? row.fields : []))) {
      const isOptional = type.kind !== 'NON_NULL';
      const inner = isOptional ? type : type.ofType;
      expect([name, 'name' in inner && scalars.has(inner.name)]).toEqual([name, true]);
      expect(isOptional && !/Id$/.test(name)).toBe(false);
    }
  });

  test('a nested field that fails leaves its project standing', () => {
    const project = types.find(({ name }) => name === 'Project');
    const nested =
      project?.kind === 'OBJECT'
        ? project.fields.filter(({ name, args }) => args.length > 0 || ['analysis', 'monitoring'].includes(name))
        : [];
    expect(nested.map(({ name }) => name).toSorted()).toEqual([
      'alerts',
      'analysis',
      'brandTrends',
      'brands',
      'candidates',
      'cells',
      'changes',
      'citations',
      'competitors',
      'likelyWordings',
      'markets',
      'mentions',
      'monitoring',
      'pages',
      'promptDuplicates',
      'promptSuggestions',
      'prompts',
      'quality',
      'reports',
      'responses',
      'runs',
      'sampleSize',
      'searches',
      'segments',
      'sentiment',
      'visibility',
    ]);
    expect(nested.filter(({ type }) => type.kind === 'NON_NULL').map(({ name }) => name)).toEqual([]);
  });
});
