import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { VERSION } from '../../src/version.js';
import { useApi } from '../support/api.js';
import { openConnection, readUntil } from '../support/raw-connection.js';

const api = useApi();
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const pageOf = (headers = {}) => api.request('GET', '/dashboard/projects', { ...BROWSER, ...headers });

/** The addresses of the assets that the page names. */
async function assetsOf(extension: string): Promise<string[]> {
  const { text } = await pageOf();
  return [...text.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter((p) => p.endsWith(extension));
}

/** The body of a response as it is on the wire. */
async function rawBody(path: string, encoding: string): Promise<Buffer> {
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
  const answer = Buffer.from(await readUntil(openConnection(api.url, request), () => false), 'latin1');
  return answer.subarray(answer.indexOf('\r\n\r\n') + 4);
}

test('every path of a page has the same document, under a policy that lets nothing run but our own files', async () => {
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/sign-in', '/dashboard/projects/x/overview']) {
    const { status, headers } = await api.request('GET', path, BROWSER);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('the document names no inline script and no inline style', async () => {
  const { text } = await pageOf();
  expect(text).toContain('<div id="root">');
  expect(text).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
});

test('the document carries the theme of its cookie and whether a session was sent, and its tag does', async () => {
  const plain = await pageOf();
  expect(plain.text).toContain('data-theme="system" data-session="none"');
  expect(plain.text).toContain(` data-version="${VERSION}">`);
  const dark = await pageOf({ Cookie: 'theme=dark; session=x' });
  expect(dark.text).toContain('data-theme="dark" data-session="open"');
  expect((await pageOf({ Cookie: 'theme=%22%3E%3Cscript%3E; __Host-session=x' })).text).toContain(
    'data-theme="system" data-session="open"',
  );
  const tag = plain.headers.get('etag') ?? '';
  expect((await pageOf({ 'If-None-Match': tag })).status).toBe(304);
  expect((await pageOf({ 'If-None-Match': tag, Cookie: 'theme=dark' })).status).toBe(200);
  expect(plain.headers.get('vary')).toContain('Cookie');
});

test('an asset is kept for ever, and is sent as it was compressed when it was built', async () => {
  const paths = [...(await assetsOf('.js')), ...(await assetsOf('.css'))];
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) {
    const { status, headers, text } = await api.request('GET', path, { 'Accept-Encoding': 'identity' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(brotliDecompressSync(await rawBody(path, 'br')).toString()).toBe(text);
    expect(gunzipSync(await rawBody(path, 'gzip')).toString()).toBe(text);
    const again = await api.request('GET', path, { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await api.request('HEAD', path, { 'Accept-Encoding': 'identity' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  }
});

async function fontPath(): Promise<string> {
  const styles = await Promise.all((await assetsOf('.css')).map((path) => api.request('GET', path)));
  const [font = ''] = /\/dashboard\/assets\/[\w-]+\.woff2/.exec(styles.map(({ text }) => text).join('')) ?? [];
  return font;
}

test('a font is sent as it is, by its own type', async () => {
  const font = await fontPath();
  const { status, headers } = await api.request('GET', font, { 'Accept-Encoding': 'br, gzip' });
  expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([200, 'font/woff2', null]);
});

test('a browser gets brotli, whatever the order in which it names what it takes; and a font as it is', async () => {
  const accepted = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
  const [script = ''] = await assetsOf('.js');
  for (const path of [script, '/dashboard/projects']) {
    expect((await api.request('GET', path, { ...BROWSER, ...accepted })).headers.get('content-encoding')).toBe('br');
  }
  const font = await fontPath();
  expect((await api.request('GET', font, accepted)).headers.get('content-encoding')).toBeNull();
  const plain = await rawBody(font, 'identity');
  expect(gunzipSync(await rawBody(font, 'gzip, identity;q=0'))).toEqual(plain);
});

test.each([
  '/dashboard/assets/none.js',
  '/dashboard/assets/',
  '/dashboard/assets/..%2Findex.html',
  '/dashboard/assets/a/b.js',
  '/dashboard/session',
  '/dashboard/links/use',
  '/dashboard/export/none.csv',
])('%s is 404 by GET, not the page', async (path) => {
  const { status, text } = await api.request('GET', path, BROWSER);
  expect(status).toBe(404);
  expect(text).not.toContain('<html');
});

test('a browser that asks for / is sent to the dashboard; another client gets one line of addresses', async () => {
  const sent = await fetch(`${api.url}/`, { headers: BROWSER, redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([302, '/dashboard']);
  for (const Accept of ['*/*', 'application/json', 'text/plain']) {
    const { status, text, headers } = await api.request('GET', '/', { Accept });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^[^\n]*\/dashboard[^\n]*\/api\/v1[^\n]*\/docs[^\n]*\/graphql[^\n]*\/mcp\n$/);
  }
  expect((await api.request('POST', '/', BROWSER)).status).toBe(404);
});

test('HEAD of a page has its headers and no body; POST to one is 404', async () => {
  const head = await api.request('HEAD', '/dashboard/projects', BROWSER);
  expect([head.status, head.text]).toEqual([200, '']);
  expect((await api.request('POST', '/dashboard/projects', BROWSER)).status).toBe(404);
});
