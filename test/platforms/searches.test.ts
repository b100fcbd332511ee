import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';
import { readReply } from '../../src/platforms/platform-apis.js';
import { toSearches } from '../../src/platforms/reply.js';
import { claudeMessage, claudeText, geminiAnswer, openaiResponse, outputText, sonarAnswer } from './bodies.js';
import { accepted } from './expectations.js';

const searchesOf = (platform: Platform, body: unknown) => accepted(readReply(platform, body)).searches;

function openaiSearches(...actions: unknown[]) {
  const { output, ...rest } = openaiResponse([outputText('Acme leads.')]);
  const calls = actions.map((action) => ({ type: 'web_search_call', status: 'completed', action }));
  return { ...rest, output: [...calls, ...(Array.isArray(output) ? output : [])] };
}

const claudeSearch = (input: unknown, name = 'web_search') => ({ type: 'server_tool_use', id: 's', name, input });

test('ChatGPT lists the queries of a search and repeats the first of them; pages that it opens are no searches', () => {
  const body = openaiSearches(
    { type: 'search', queries: ['best crm 2026', 'crm for florists'], query: 'best crm 2026' },
    { type: 'open_page', url: 'https://acme.example' },
    { type: 'find_in_page', pattern: 'price', url: 'https://acme.example' },
    { type: 'search', query: 'acme crm price' },
    { type: 'search' },
  );
  expect(searchesOf('chatgpt', body)).toEqual(['best crm 2026', 'crm for florists', 'acme crm price']);
});

test('Claude has a query in each search of the web, also one that failed; other tools have none', () => {
  const failed = { type: 'web_search_tool_result', content: { error_code: 'max_uses_exceeded' } };
  const blocks = [
    claudeSearch({ query: 'best crm' }),
    failed,
    claudeSearch({ query: 'x' }, 'web_fetch'),
    claudeSearch({}),
    claudeSearch({ query: 'acme crm' }),
    { ...claudeSearch({ query: 'of a tool of the caller' }), type: 'mcp_tool_use' },
    claudeText('Acme.'),
  ];
  expect(searchesOf('claude', claudeMessage(blocks))).toEqual(['best crm', 'acme crm']);
});

test('Gemini lists its queries beside what its answer is grounded on', () => {
  const groundingMetadata = { webSearchQueries: ['best crm', 'acme crm'], groundingChunks: [] };
  expect(searchesOf('gemini', geminiAnswer([{ text: 'Acme.' }], { groundingMetadata }))).toEqual([
    'best crm',
    'acme crm',
  ]);
});

test('Perplexity lists its queries with the results of each search; its older API reports none', () => {
  const message = { type: 'message', content: [{ type: 'output_text', text: 'Acme.' }] };
  const results = (queries: unknown) => ({ type: 'search_results', queries, results: [] });
  const output = [results(['best crm', 'crm test']), results(undefined), results(['acme crm']), message];
  expect(searchesOf('perplexity', { model: 'perplexity/sonar', status: 'completed', output })).toEqual([
    'best crm',
    'crm test',
    'acme crm',
  ]);
  expect(searchesOf('perplexity', sonarAnswer('Acme.', { search_results: [{ url: 'https://a.example' }] }))).toEqual(
    [],
  );
});

test('a query becomes one line without characters that hide or turn others around', () => {
  expect(toSearches(['  best\r\n\tcrm\u0000\u0007 \u0085 2026 '])).toEqual(['best crm 2026']);
  expect(toSearches(['a\u202eb\u2066c\u200bd\ufeffe'])).toEqual(['abcde']);
  // Persian words and joined emoji need these.
  expect(toSearches(['می\u200cخواهم', '👩\u200d🚒'])).toEqual(['می\u200cخواهم', '👩\u200d🚒']);
  expect(toSearches(['a\ud800b'])).toEqual(['a\ufffdb']);
});

test('what is no text or shows nothing is left out, and so is what came before', () => {
  const odd = [null, undefined, 7, {}, ['best crm'], '', ' \u0000\n', '\u200d', '\u202e'];
  expect(toSearches([...odd, 'best crm', ' best  crm', 'Best CRM'])).toEqual(['best crm', 'Best CRM']);
});

test('twenty queries of five hundred code points are kept, whatever a body holds', () => {
  expect(toSearches(Array.from({ length: 21 }, (_, n) => `q${n}`))).toEqual(
    Array.from({ length: 20 }, (_, n) => `q${n}`),
  );
  const [long] = toSearches(['🔨'.repeat(524_288)]);
  expect(long).toBe('🔨'.repeat(500));
  expect(toSearches([`${' '.repeat(1_000_000)}x`])).toEqual([]);
  expect(toSearches([`${'a'.repeat(499)} ${'b'.repeat(1_000_000)}`])).toEqual(['a'.repeat(499)]);
});

test('whatever a platform sends, searches can be stored and shown', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.anything())), (reported) => {
      const searches = toSearches(reported);
      expect(searches.length).toBeLessThanOrEqual(20);
      expect(new Set(searches).size).toBe(searches.length);
      for (const search of searches) {
        expect(search).not.toMatch(/[\p{Cc}\p{Bidi_Control}]|^\s|\s$/u);
        expect(search.isWellFormed()).toBe(true);
        expect([...search].length).toBeLessThanOrEqual(500);
      }
    }),
  );
});

/** Bodies that the platforms really sent, where they are found beside the project; read as data, never stored. */
const RECORDED = fileURLToPath(new URL('../../../shared/fixtures/providers/', import.meta.url));

/** How many different queries accepted bodies report, counted by hand; all others report none. */
const COUNTED: readonly [file: string, searches: number][] = [
  ['chatgpt/citations--openai-web-search-tool-1', 1],
  ['chatgpt/citations--prism-generate-text-with-web-search-citations-1', 1],
  ['chatgpt/citations--test-openai-include-raw-annotations-non-streaming-0', 2],
  ['chatgpt/citations--test-openai-include-raw-annotations-non-streaming-1', 1],
  ['chatgpt/citations--test-openai-responses-model-web-search-tool-without-external-access-0', 1],
  ['chatgpt/citations--test-run-final-0', 5],
  ['chatgpt/search-no-citations--openai-v2-web-search-0', 1],
  ['chatgpt/search-no-citations--test-openai-responses-model-web-search-tool-stream-1', 1],
  ['chatgpt/search-no-citations--test-openai-responses-model-web-search-tool-stream-final-0', 1],
  ['chatgpt/search-no-citations--test-openai-responses-model-web-search-tool-with-allowed-domains-0', 5],
  ['claude/citations--anthropic-web-search-0', 1],
  ['claude/citations--anthropic-web-search-tool-1', 2],
  ['claude/citations--chat-web-search-with-anthropic-claude-haiku-4-5-replays-search-turns-so-0', 1],
  ['claude/citations--chat-web-search-with-anthropic-claude-haiku-4-5-searches-cites-and-repor-0', 1],
  ['claude/citations--test-anthropic-web-search-tool-0', 1],
  ['claude/citations--test-anthropic-web-search-tool-1', 1],
  ['claude/citations--test-thinking-with-native-tool-wire-contract-anthropic-0', 1],
  ['gemini/citations--chat-citations-with-gemini-gemini-2-5-flash-returns-grounding-citations-0', 1],
  ['gemini/citations--chat-citations-with-vertexai-gemini-2-5-flash-returns-grounding-citation-1', 2],
  ['gemini/citations--google-web-search-2', 1],
  ['gemini/citations--prism-generate-text-with-search-grounding-1', 1],
  ['gemini/citations--test-google-vertex-tool-combination-omits-include-server-side-tool-invoc-1', 1],
  ['gemini/citations--test-thinking-with-native-tool-wire-contract-google-0', 3],
];

const whereRecorded = existsSync(RECORDED) ? test : test.skip;

whereRecorded('each recorded body has the queries that were counted by hand', () => {
  const found = PLATFORMS.flatMap((platform) =>
    readdirSync(join(RECORDED, platform))
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => {
        const text = readFileSync(join(RECORDED, platform, name), 'utf8');
        const reply = readReply(platform, JSON.parse(text));
        if (!reply.accepted || reply.searches.length === 0) return [];
        for (const search of reply.searches) expect(text).toContain(JSON.stringify(search));
        return [[`${platform}/${name.replace(/\.json$/, '')}`, reply.searches.length]];
      }),
  );
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(COUNTED));
});
