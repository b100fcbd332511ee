import fc from 'fast-check';
import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';
import { PlatformClient } from '../../src/platforms/platform-client.js';
import { FAULT_NAMES } from '../support/fake-platforms/faults.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { type PlatformAnswer, PlatformServer } from '../support/platform-server.js';
import { TestClock } from '../support/test-clock.js';

/** No message may hold a part of a key with so many characters. */
const PART = 8;
const KEYS = fc.stringMatching(/^[A-Za-z0-9_+/=.-]{12,60}$/);

function clientOf(platform: Platform, apiKey: string, baseUrl: string): PlatformClient {
  return new PlatformClient({ platform, apiKey, baseUrl, model: 'some/model', isGrounded: true }, new TestClock());
}

/** Everything that a user, the log or the database may get of an asking. */
async function everythingOf(client: PlatformClient): Promise<string> {
  const outcome = await client.query({ text: 'Which?', place: null });
  if (outcome.kind === 'failure')
    return `${outcome.failure.message} ${outcome.failure.stack} ${JSON.stringify(outcome)}`;
  return JSON.stringify(outcome);
}

test('an error that quotes the key, wherever in its words and however encoded, never shows it', async () => {
  const server = await PlatformServer.start(() => ({}));
  const [, port = ''] = server.url.split('127.0.0.1:');
  const forms: ((key: string) => string)[] = [(key) => key, encodeURIComponent, (key) => `https://u:${key}@host/x`];
  const cases = fc.record({
    platform: fc.constantFrom(...PLATFORMS),
    key: KEYS,
    form: fc.constantFrom(...forms),
    before: fc.nat(230),
    status: fc.constantFrom(200, 400, 401, 429, 500, 503),
    field: fc.constantFrom('message', 'code', 'type', 'status'),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ platform, key, form, before, status, field }) => {
      const words = `${'no '.repeat(before).slice(0, before)} ${form(key)} at ${server.url}/v1 or 127.0.0.1:${port}.`;
      server.answer = (): PlatformAnswer => ({ status, json: { error: { message: 'No.', [field]: words } } });
      const all = await everythingOf(clientOf(platform, key, server.url));
      expect(all).not.toContain(key.slice(0, PART));
      expect(all).not.toContain(`127.0.0.1:${port}`);
    }),
    { numRuns: 200 },
  );
  await server.close();
});

test('no fault of any platform shows a key or an address', async () => {
  const fake = await FakePlatforms.start();
  const { host } = new URL(fake.urls.chatgpt);
  const faults = FAULT_NAMES.filter((name) => name !== 'hang' && name !== 'slow_drip' && name !== 'too_long');
  const cases = fc.record({ platform: fc.constantFrom(...PLATFORMS), key: KEYS, fault: fc.constantFrom(...faults) });
  await fc.assert(
    fc.asyncProperty(cases, async ({ platform, key, fault }) => {
      fake.heal();
      fake.fail({ fault });
      const all = await everythingOf(clientOf(platform, key, fake.urls[platform]));
      expect(all).not.toContain(key.slice(0, PART));
      expect(all).not.toContain(host);
    }),
    { numRuns: 200 },
  );
  expect(fake.followed).toEqual([]);
  await fake.close();
});

test('a server that is not there is reported without its address, port and password', async () => {
  const server = await PlatformServer.start(() => ({}));
  const { url } = server;
  await server.close();
  for (const platform of PLATFORMS) {
    const all = await everythingOf(clientOf(platform, 'key-sesame', url));
    expect(all).toContain('cannot be reached (ECONNREFUSED)');
    expect(await everythingOf(clientOf(platform, 'key-sesame', url.replace('//', '//user:hunter2@')))).not.toContain(
      'hunter2',
    );
    expect(all).not.toContain('127.0.0.1');
  }
});
