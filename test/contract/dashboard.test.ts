import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { fieldExtensionsEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity';
import { parseAst } from 'rolldown/parseAst';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { ROOT, readSources } from './sources.js';

const POINTS_MAX = 30;
/** In bytes, compressed by brotli. */
const FIRST_PAGE_SCRIPTS_MAX = 192_000;

const web = readSources().filter(({ part }) => part === 'dashboard');
const scripts = web.filter(({ path }) => /\.tsx?$/.test(path));

interface Document {
  path: string;
  name: string;
  text: string;
}

const documents: Document[] = scripts.flatMap(({ path, text }) =>
  [...text.matchAll(/\bgraphql\(`([^`]*)`\)/g)].map(([, document = '']) => ({
    path,
    name: /(?:query|mutation)\s+(\w+)/.exec(document)?.[1] ?? path,
    text: document,
  })),
);
const queries = documents.filter(({ text }) => /^\s*query\b/.test(text));

describe('documents of the dashboard', () => {
  const printed = buildSchema(readFileSync(join(ROOT, 'schema.graphql'), 'utf8'));

  test('are all read, and each has a name of its own', () => {
    const calls = scripts.flatMap(({ text }) => text.match(/\bgraphql\(/g) ?? []);
    expect(documents.length).toBeGreaterThan(2);
    expect(documents).toHaveLength(calls.length);
    expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
  });

  test.each(documents)('$name is valid against schema.graphql', ({ text }) => {
    expect(validate(printed, parse(text)).map(({ message }) => message)).toEqual([]);
  });

  test(`no page asks for more than ${POINTS_MAX} points with its frame`, () => {
    const frame = pricesOf((path) => path.startsWith('dashboard/api/'));
    const pages = [...new Set(queries.map(({ path }) => path.split('/')[2] ?? ''))].filter((page) => hasPage(page));
    expect(pages.length).toBeGreaterThan(1);
    const dear = pages.map((page) => ({ page, points: frame + pricesOf((path) => path.startsWith(pageOf(page))) }));
    expect(dear.filter(({ points }) => points > POINTS_MAX)).toEqual([]);
  });
});

const pageOf = (page: string) => `dashboard/pages/${page}/`;

function hasPage(page: string): boolean {
  return queries.some(({ path }) => path.startsWith(pageOf(page)));
}

/** Points of all documents there. Lists state their lengths in the document, so no variable changes a price. */
function pricesOf(isOf: (path: string) => boolean): number {
  const schema = buildGraphqlSchema();
  const estimators = [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 0 })];
  const id = '00000000-0000-4000-8000-000000000000';
  const variables = { id, projectId: id, date: '2026-01-01', competitorIds: [id] };
  return queries
    .filter(({ path }) => isOf(path))
    .map(({ text }) => getComplexity({ schema, query: parse(text), variables, estimators }))
    .reduce((sum, points) => sum + points, 0);
}

describe('styles of the dashboard', () => {
  const modules = web.filter(({ path }) => path.endsWith('.module.css'));

  test('every class that is defined is used, and every class that is used is defined', () => {
    expect(modules.length).toBeGreaterThan(5);
    const faults = modules.flatMap(({ path, text }) => {
      const defined = new Set([...text.matchAll(/\.([a-z][A-Za-z0-9]*)/g)].map(([, name = '']) => name));
      const used = usedClasses(path);
      return [
        ...[...defined].filter((name) => !used.has(name)).map((name) => `${path}: .${name} is not used`),
        ...[...used].filter((name) => !defined.has(name)).map((name) => `${path}: .${name} is not defined`),
      ];
    });
    expect(faults).toEqual([]);
  });

  test('no style is a string, no HTML comes from one, and no rule overrides all others', () => {
    const faults = web.filter(({ text }) =>
      /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|style="|setAttribute\('style|!important|:global/.test(
        text,
      ),
    );
    expect(faults.map(({ path }) => path)).toEqual([]);
  });
});

/** The classes that scripts take from a module of styles, by the name that they import it under. */
function usedClasses(path: string): Set<string> {
  const used = scripts
    .filter(({ files }) => files.includes(path))
    .flatMap(({ text }) => {
      const name = path.split('/').at(-1) ?? '';
      const [, local = ''] = new RegExp(`import (\\w+) from '[^']*/${name.replaceAll('.', '\\.')}'`).exec(text) ?? [];
      return [...text.matchAll(new RegExp(`(?<!/)\\b${local}\\.([A-Za-z0-9]+)`, 'g'))].map(([, used = '']) => used);
    });
  return new Set(used);
}

describe('words of the dashboard', () => {
  test('no text of three words or more is written where it is shown: it is in the words of its page', () => {
    expect(shownTexts('<p>Not <b>one word</b> more, <i title="two words here">or</i></p>')).toEqual(['two words here']);
    expect(shownTexts('<p>\n Three little\n words</p>')).toEqual(['Three little words']);
    const texts = scripts
      .filter(({ path }) => path.endsWith('.tsx'))
      .flatMap(({ path, text }) => shownTexts(text).map((shown) => `${path}: ${shown}`));
    expect(texts).toEqual([]);
  });
});

/** Texts of three words or more between tags, and those that attributes have as strings. */
function shownTexts(source: string): string[] {
  const found: string[] = [];
  JSON.stringify(parseAst(source, { lang: 'tsx' }), (_, node: unknown) => {
    const text = textOf(node);
    if (text.split(' ').filter((word) => /^[^\w]*[A-Za-z][A-Za-z’'-]*[^\w]*$/.test(word)).length > 2) found.push(text);
    return node;
  });
  return found;
}

function textOf(node: unknown): string {
  const { type, value, name } = (node ?? {}) as { type?: string; value?: unknown; name?: { name?: string } };
  if (type === 'JSXText') return String(value).trim().replaceAll(/\s+/g, ' ');
  // Names of classes and of relations are words of the browser's.
  if (type !== 'JSXAttribute' || name?.name === 'rel' || !isText(value)) return '';
  return value.value;
}

function isText(value: unknown): value is { value: string } {
  return typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string';
}

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

describe('the built dashboard', () => {
  const folder = join(ROOT, 'dist', 'dashboard');
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

  /** A chunk and all that it cannot run without. */
  function withImports(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found;
    found.add(name);
    for (const other of manifest[name]?.imports ?? []) withImports(other, found);
    return found;
  }

  test.each(['pages/projects/projects-page.tsx', 'pages/overview/overview-page.tsx'])(
    `scripts for %s as the first page are at most ${FIRST_PAGE_SCRIPTS_MAX} bytes`,
    (page) => {
      const names = ['index.html', 'layout/shell.tsx', page].flatMap((name) => [...withImports(name)]);
      const files = [...new Set(names)].map((name) => manifest[name]?.file ?? '');
      const bytes = files.map((file) => readFileSync(join(folder, `${file}.br`)).length);
      expect(files.length).toBeGreaterThan(2);
      expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(FIRST_PAGE_SCRIPTS_MAX);
    },
  );

  test('every text of it lies there compressed', () => {
    const names = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css|svg)$/.test(name));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !existsSync(join(folder, 'assets', `${name}.br`)))).toEqual([]);
  });
});
