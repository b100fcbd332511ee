import { partOf, readBenchmarks, readSources, type SourceFile } from './sources.js';

/** What each part may import (docs/architecture.md); a folder may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'clock.ts': [],
  'json-bounds.ts': [],
  entities: [],
  database: ['tracing.ts', 'entities', 'database-url.ts'],
  analysis: ['entities'],
  platforms: ['json-bounds.ts', 'tracing.ts', 'clock.ts', 'entities'],
  core: ['json-bounds.ts', 'clock.ts', 'entities', 'database', 'analysis', 'platforms'],
  monitoring: ['json-bounds.ts', 'tracing.ts', 'clock.ts', 'entities', 'database', 'analysis', 'platforms', 'core'],
  demo: ['clock.ts', 'entities', 'database', 'analysis', 'platforms', 'core', 'monitoring'],
  http: ['json-bounds.ts', 'tracing.ts', 'entities', 'database', 'core'],
  rest: ['entities', 'core', 'http'],
  graphql: ['clock.ts', 'entities', 'core', 'http'],
  mcp: ['entities', 'core', 'http'],
  dashboard: [],
  mail: ['entities', 'core'],
  sending: ['tracing.ts', 'clock.ts', 'entities', 'database', 'core', 'mail'],
  web: ['entities', 'core', 'http', 'mail'],
  explorer: [],
  operator: [
    'clock.ts',
    'entities',
    'database',
    'analysis',
    'platforms',
    'core',
    'monitoring',
    'mcp',
    'config.ts',
    'version.ts',
  ],
  'config.ts': ['entities', 'database-url.ts', 'environment-values.ts'],
  'environment-values.ts': ['entities', 'database-url.ts'],
  'database-url.ts': [],
  'version.ts': [],
  'tracing.ts': [],
  'export-traces.ts': ['tracing.ts'],
  'app.ts': ['core', 'http', 'rest', 'graphql', 'mcp', 'web', 'mail', 'version.ts'],
  'worker.ts': ['clock.ts', 'database', 'monitoring', 'sending', 'mail', 'http', 'config.ts'],
  'main.ts': [
    'export-traces.ts',
    'clock.ts',
    'database',
    'monitoring',
    'demo',
    'http',
    'web',
    'mail',
    'app.ts',
    'worker.ts',
    'config.ts',
  ],
};

/** Where packages of a kind belong. */
const PACKAGE_HOMES: readonly { what: string; names: RegExp; homes: RegExp }[] = [
  { what: 'Express', names: /^express$/, homes: /^(http|rest|graphql|mcp|web)\/|^app\.ts/ },
  { what: 'limits of attempts', names: /^rate-limiter-flexible$/, homes: /^(http|core\/people)\// },
  {
    what: 'GraphQL',
    names: /^(graphql|graphql-.*|type-graphql|dataloader|@apollo\/.*|@as-integrations\/.*)$/,
    homes: /^graphql\//,
  },
  { what: 'MCP', names: /^@modelcontextprotocol\//, homes: /^mcp\// },
  {
    what: 'SDKs of platforms',
    names: /^(openai|ai|@openai\/.*|@anthropic-ai\/.*|@google\/.*|@perplexity.*|@ai-sdk\/.*)$/,
    homes: /^platforms\//,
  },
  {
    what: 'the database',
    names: /^(pg|kysely|@mikro-orm\/.*)$/,
    homes: /^(?!rest\/|graphql\/|mcp\/|web\/|config|main)/,
  },
  {
    what: 'what runs in the browser',
    names: /^(react(-dom)?|@tanstack\/.*|@base-ui\/.*|@fontsource-.*|d3-.*|mdast.*|micromark.*|gql\.tada|@?vite.*)$/,
    homes: /^(dashboard|explorer)\//,
  },
  { what: "GraphQL's page", names: /^graphiql$/, homes: /^explorer\// },
  { what: 'the SDK of traces', names: /^@opentelemetry\/(?!api$)/, homes: /^export-traces\.ts/ },
  { what: 'PDFs', names: /^(pdfkit|fontkit)$/, homes: /^monitoring\/reports\// },
  { what: 'commands', names: /^commander$/, homes: /^operator\// },
];

/** The types of the schema, which the example client has; its other files import their own and packages. */
const WEB_SCHEMA_TYPES = 'dashboard/api/gql.ts';

const EMPTY_WORDS = /^([a-z-]+-)?(utils?|helpers?)(\.|$)|^(managers?|common|data|misc)(\.|$)/;

/** Names that each program or folder has one of. */
const SHARED_NAMES = ['main', 'index', 'vite.config'];

/** The database's own programs are found by PATH; the operator's commands are handed what their process has. */
const ENVIRONMENT_PASSED_ON = ['database/embedded/home-folder.ts', 'operator/main.ts'];

/**
 * What they measure is the machine: its processor's time for a text or a slice of them, the pace of asking for a lock,
 * the silence of a line.
 */
const OF_THE_MACHINE = [
  'monitoring/analysis/analyse-answers.ts',
  'monitoring/analysis/analysis-threads.ts',
  'monitoring/long-transaction.ts',
  'monitoring/reanalysis/project-lock.ts',
];

describe('the architecture', () => {
  const sources = readSources();
  const offenders = (isAtFault: (file: SourceFile) => boolean) => sources.filter(isAtFault).map(({ path }) => path);

  test('is read from every source file', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.find(({ path }) => path === 'main.ts')).toMatchObject({
      files: expect.arrayContaining(['app.ts', 'config.ts', 'database/open.ts', 'worker.ts']),
      packages: ['node:module'],
    });
    const paths = new Set(sources.map(({ path }) => path));
    expect(sources.flatMap(({ files }) => files).filter((file) => !paths.has(file))).toEqual([]);
  });

  test('knows every folder', () => {
    expect([...new Set(sources.map(({ part }) => part))].filter((part) => !(part in MAY_IMPORT))).toEqual([]);
  });

  test('folders import only those below them', () => {
    const crossings = sources.flatMap(({ path, part, files }) =>
      files.filter((file) => !allowed(part).includes(partOf(file))).map((file) => `${path} imports ${file}`),
    );
    expect(crossings).toEqual([]);
  });

  test.each(PACKAGE_HOMES)('$what stays where it belongs', ({ names, homes }) => {
    const strays = sources
      .filter(({ path }) => !homes.test(path))
      .flatMap(({ path, packages }) =>
        packages.filter((name) => names.test(name)).map((name) => `${path} imports ${name}`),
      );
    expect(strays).toEqual([]);
  });

  test('what runs in the browser imports neither Node nor the service, and the schema as types alone', () => {
    const web = sources.filter(({ part }) => part === 'dashboard');
    expect(web.length).toBeGreaterThan(30);
    const strays = web.filter(({ packages }) => packages.some((name) => /^(node:|graphql$|express$|zod$)/.test(name)));
    expect(strays.map(({ path }) => path)).toEqual([]);
    const readers = web.filter(({ packages }) => packages.includes('schema-types')).map(({ path }) => path);
    expect(readers.toSorted().join(' ')).toBe(WEB_SCHEMA_TYPES);
  });

  test('no file imports itself by way of others', () => {
    const benchmarks = readBenchmarks();
    expect(benchmarks.length).toBeGreaterThan(50);
    const imports = [...sources, ...benchmarks].map(({ path, files }): [string, string[]] => [path, files]);
    expect(findCycle(new Map(imports))).toBeNull();
  });

  test.each(['monitoring', 'core', 'graphql', 'analysis'])(
    'no folder of %s imports itself by way of others',
    (part) => {
      const folderOf = (path: string) => path.split('/').slice(0, -1).slice(0, 2).join('/');
      const folders = new Map<string, string[]>();
      for (const { path, files } of sources) {
        const folder = folderOf(path);
        if (folder === part || !folder.startsWith(`${part}/`)) continue;
        const others = files.map(folderOf).filter((other) => other.startsWith(`${part}/`) && other !== folder);
        folders.set(folder, [...(folders.get(folder) ?? []), ...others]);
      }
      expect(folders.size).toBeGreaterThan(2);
      expect(findCycle(folders)).toBeNull();
    },
  );

  test('the wire knows no database', () => {
    const wire = sources.filter(({ path }) => path.startsWith('platforms/'));
    expect(wire.length).toBeGreaterThan(5);
    expect(wire.filter(({ packages }) => packages.some((name) => /^(pg|kysely|@mikro-orm\/.*)$/.test(name)))).toEqual(
      [],
    );
  });

  test('the environment is read as a whole, and only by the configuration', () => {
    const readers = offenders(({ path, text }) => {
      const rest = text.replaceAll('readConfig(process.env)', '');
      return /\bprocess\s*(\.\s*env\b|\[)|node:process/.test(rest) && !ENVIRONMENT_PASSED_ON.includes(path);
    });
    expect(readers).toEqual([]);
    expect(offenders(({ text }) => text.includes('readConfig(')).toSorted()).toEqual([
      'config.ts',
      'main.ts',
      'operator/command-context.ts',
    ]);
  });

  test('the analysis is pure: it reads no file, no network, no database, no clock and no chance', () => {
    const analysis = sources.filter(({ path }) => path.startsWith('analysis/'));
    expect(analysis.length).toBeGreaterThan(10);
    const impure = analysis.filter(
      ({ files, packages, text }) =>
        packages.some((name) => /^(node:|pg$|kysely$|@mikro-orm\/|express$|pino$)/.test(name)) ||
        files.some((file) => !/^(analysis|entities)\//.test(file)) ||
        /\bfetch\(|\bDate\.now\(|new Date\(\)|Math\.random\(|\bprocess\./.test(text),
    );
    expect(impure.map(({ path }) => path)).toEqual([]);
  });

  test('time is handed in: core, monitoring and platforms read no clock of the machine and wait by none', () => {
    const parts = sources.filter(({ part }) => ['core', 'monitoring', 'platforms'].includes(part));
    const reads = /\bDate\.now\(|new Date\(\)|\bperformance\.now\(|\bhrtime\b|\bset(?:Timeout|Interval)\b/;
    expect(
      parts
        .filter(({ text }) => reads.test(text))
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(OF_THE_MACHINE);
  });

  test.each([
    [
      'the words for what is absent, or not theirs',
      /(?<!Page) (?:not found|belongs to another account)['"`]/,
      'core/access/access.ts',
    ],
    ['the list of the platforms', /'chatgpt',\s*'perplexity',\s*'claude',\s*'gemini'/, 'entities/vocabulary.ts'],
  ])('%s stand in one file', (_what, words, home) => {
    const homes = offenders(({ path, text }) => !path.startsWith('database/migrations/') && words.test(text));
    expect(homes).toEqual([home]);
  });

  test('an entity manager is opened, and a transaction started, by the database folder alone', () => {
    const strays = offenders(
      ({ path, text }) => !path.startsWith('database/') && /\.(?:fork|transactional|begin)\(|\borm\.em\b/.test(text),
    );
    expect(strays).toEqual([]);
  });

  test('a name without its ending is that of one file', () => {
    const byName = Map.groupBy(sources, ({ path }) => (path.split('/').at(-1) ?? '').replace(/\.[a-z]+$/, ''));
    const shared = [...byName].filter(([name, { length }]) => length > 1 && !SHARED_NAMES.includes(name));
    expect(shared.map(([name, files]) => `${name}: ${files.map(({ path }) => path).join(' ')}`)).toEqual([]);
  });

  test('file names are kebab-case and say what is in them', () => {
    expect(offenders(({ path }) => !/^([a-z0-9-]+\/)*[a-z0-9]+([-.][a-z0-9]+)*\.(tsx?|css)$/.test(path))).toEqual([]);
    expect(offenders(({ path }) => path.split('/').some((part) => EMPTY_WORDS.test(part)))).toEqual([]);
  });
});

function allowed(part: string): readonly string[] {
  return [part, ...(MAY_IMPORT[part] ?? [])];
}

/** The first cycle of imports, as the files along it; null where there is none. */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next, [...trail, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}
