import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { generateKey } from '../../src/core/admission/credential.js';
import { revokeKey } from '../../src/core/people/api-keys.js';
import { useApi } from '../support/api.js';

/** A caller that admission refuses is answered before a byte of the body has come: only the head is sent here. */

const api = useApi({ trustProxy: true });

const PATHS = ['/graphql', '/api/v1/projects'];

/** The status of the answer to a head whose body never comes. */
function statusOfHead(path: string, key: string, headers: readonly string[], address = '203.0.113.1'): Promise<number> {
  const { hostname, port } = new URL(api.url);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `X-Forwarded-For: ${address}`,
    ...headers,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', reject).once('data', (answer) => {
      resolve(Number(answer.toString('latin1').split(' ')[1]));
      socket.destroy();
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
  });
}

const LONG = ['Content-Length: 1000000'];

describe.each(PATHS)('POST %s', (path) => {
  test('with a well-formed key that nobody holds is refused before its body, be it short or long', async () => {
    for (const headers of [['Content-Length: 10'], LONG]) {
      expect(await statusOfHead(path, generateKey(randomUUID()).key, headers, '203.0.113.5')).toBe(401);
    }
  });

  test.each([
    ['no key of ours', 'x'],
    ['a mistyped key', `${generateKey(randomUUID()).key.slice(0, -6)}000000`],
  ])('with %s is refused before its body, be it short or long', async (_what, key) => {
    expect(await statusOfHead(path, key, ['Content-Length: 10'])).toBe(401);
    expect(await statusOfHead(path, key, LONG)).toBe(401);
  });

  test('with a well-formed key that nobody holds or that was revoked is refused before a long body', async () => {
    const caller = await api.open();
    await revokeKey(api.db, caller.account.keyId);
    for (const key of [generateKey(randomUUID()).key, caller.key]) {
      expect(await statusOfHead(path, key, LONG)).toBe(401);
      expect(await statusOfHead(path, key, ['Transfer-Encoding: chunked'])).toBe(401);
      expect(await statusOfHead(path, key, ['Content-Encoding: gzip', 'Content-Length: 10'])).toBe(401);
    }
  });

  test('of a tier without access is refused before a long body', async () => {
    expect(await statusOfHead(path, (await api.open('starter')).key, LONG)).toBe(403);
  });

  test('from an address that is throttled is refused before its body', async () => {
    const address = path === '/graphql' ? '203.0.113.2' : '203.0.113.3';
    const statuses = await Promise.all(
      Array.from({ length: 61 }, () => statusOfHead(path, 'x', ['Content-Length: 10'], address)),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await statusOfHead(path, 'x', ['Content-Length: 10'], address)).toBe(429);
  });
});

test('a refusal before a document is parsed counts as a failed authentication like any other', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.4', 'Content-Type': 'application/json' };
  const { key } = generateKey(randomUUID());
  const ask = (at: number) =>
    api.request('POST', '/graphql', { ...headers, Authorization: `Bearer ${key}` }, `{"query": "{ nothing${at} }"}`);
  const answers = await Promise.all(Array.from({ length: 61 }, (_, at) => ask(at)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
