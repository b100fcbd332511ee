import { useApi } from '../support/api.js';
import { EXPLORER_SCRIPT, EXPLORER_STYLES } from '../support/explorer.js';
import { openConnection, readUntil } from '../support/raw-connection.js';

const api = useApi({ hstsMaxAgeSeconds: 31_536_000 });

const BUNDLE = '/docs/assets/standalone.js';

/** The head and the bytes of an answer as they stand on the wire. */
async function raw(path: string, headers: string) {
  const bytes = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
  const answer = await readUntil(openConnection(api.url, bytes), () => false);
  const end = answer.indexOf('\r\n\r\n');
  return { head: answer.slice(0, end), length: answer.length - end - 4 };
}

test.each([BUNDLE, '/openapi.json', '/docs', '/docs/start.js', EXPLORER_SCRIPT, EXPLORER_STYLES])(
  '%s is sent compressed to who takes it, and not again to who has it',
  async (path) => {
    const plain = await api.request('GET', path, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const encoding of ['gzip', 'br']) {
      const answer = await api.request('GET', path, { 'Accept-Encoding': encoding });
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(answer.text).toBe(plain.text);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    }
    const again = await api.request('GET', path, { 'If-None-Match': plain.headers.get('etag') ?? 'none' });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await api.request('HEAD', path, { 'Accept-Encoding': 'identity' });
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(plain.text)));
  },
);

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['deflate, gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0.9, br;q=0.8', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*, gzip;q=0.5', 'br'],
  ['identity, br;q=0.5', null],
  ['br;q=0, gzip;q=0', null],
  ['deflate', null],
  ['', null],
  ['identity;q=0, *;q=0.1', 'br'],
  ['identity;q=0, gzip', 'gzip'],
  ['*;q=0, gzip;q=0.2', 'gzip'],
])('of Accept-Encoding: %s, the encoding is %s', async (accepted, encoding) => {
  const { status, headers } = await api.request('GET', '/openapi.json', { 'Accept-Encoding': accepted });
  expect([status, headers.get('content-encoding')]).toEqual([200, encoding]);
});

test.each(['*;q=0', 'identity;q=0', 'zstd, identity;q=0'])('%s leaves nothing to send: 406', async (accepted) => {
  const { status, headers } = await api.request('GET', '/openapi.json', { 'Accept-Encoding': accepted });
  expect([status, headers.get('etag'), headers.get('vary')]).toEqual([406, null, 'Accept-Encoding']);
});

test('the largest file is a quarter of its length on the wire', async () => {
  const plain = await raw(BUNDLE, '');
  const compressed = await raw(BUNDLE, 'Accept-Encoding: br\r\n');
  expect(compressed.head).toMatch(/^content-encoding: br$/im);
  expect(compressed.length).toBeLessThan(plain.length * 0.3);
  expect(plain.head).toMatch(/^cache-control: public, max-age=86400$/im);
});

test('a built file, named by its content, is kept for a year', async () => {
  const { headers } = await api.request('GET', EXPLORER_SCRIPT);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each(['/docs/assets/none.js', '/docs/assets/..%2Fexplorer%2Findex.html', '/docs/assets/', '/docs/assets'])(
  '%s is no file',
  async (path) => {
    expect((await api.request('GET', path)).status).toBe(404);
  },
);

test('where the operator has switched it on, browsers are told to come by HTTPS alone', async () => {
  for (const path of ['/docs', '/api/v1/projects', '/nowhere', '/healthz']) {
    const { headers } = await api.request('GET', path);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});
