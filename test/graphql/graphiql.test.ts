import { EXAMPLES } from '../../explorer/examples.js';
import { useApi } from '../support/api.js';
import { EXPLORER_SCRIPT, EXPLORER_STYLES } from '../support/explorer.js';
import { askGraphql } from '../support/graphql.js';

const api = useApi();
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('a browser gets GraphiQL without a key, with or without a query in the address', async () => {
  for (const search of ['', '?query=%7B__typename%7D']) {
    const page = await api.request('GET', `/graphql${search}`, BROWSER);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('GraphiQL');
    expect(page.headers.get('x-ratelimit-limit')).toBeNull();
  }
});

test.each(['*/*', 'application/json', 'application/json, text/html;q=0.5'])(
  'whoever accepts %s gets no page',
  async (accept) => {
    const answer = await api.request('GET', '/graphql', { Accept: accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8']);
  },
);

test('everything that the page loads is served from here, and nothing may come from elsewhere', async () => {
  const page = await api.request('GET', '/graphql', BROWSER);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/);
  expect(page.text).not.toMatch(/https?:|<script>|\son\w+=/);
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, at]) => at ?? '')
    .filter((at) => !at.startsWith('data:'));
  expect(loaded).toEqual(expect.arrayContaining([EXPLORER_STYLES, EXPLORER_SCRIPT]));
  for (const path of loaded) {
    const file = await api.request('GET', path);
    expect([path, file.status]).toEqual([path, 200]);
    expect(file.headers.get('content-type')).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
    expect(file.text.length).toBeGreaterThan(500);
  }
});

test('the style sheet fetches nothing: its fonts and pictures are in it', async () => {
  const css = (await api.request('GET', EXPLORER_STYLES)).text;
  const fetched = [...css.matchAll(/url\(\s*["']?([^"')]+)/g)].filter(([, url]) => !url?.startsWith('data:'));
  expect(fetched).toEqual([]);
  expect(css).not.toMatch(/@import/);
});

test.each(EXAMPLES)('an example of the page is served: %s', async (query) => {
  const caller = await api.open('professional');
  const { status, body } = await askGraphql(caller, query);
  expect([status, body.errors]).toEqual([200, undefined]);
});
