import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { inputOf } from '../../src/monitoring/judge/instructions.js';
import { askRequest, structuredRequest } from '../../src/platforms/platform-apis.js';
import { DEFAULT_MODELS } from '../../src/platforms/platform-client.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { startFakePlatforms } from '../support/fake-platforms-process.js';

const QUESTION = { text: 'Which anvil is best?', place: { country: 'DE', region: null, city: null } };
const HEADERS = {
  chatgpt: { Authorization: 'Bearer k' },
  perplexity: { Authorization: 'Bearer k' },
  claude: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
  gemini: { 'x-goog-api-key': 'k' },
};

let fake: FakePlatforms;
beforeEach(async () => {
  fake = await FakePlatforms.start();
});
afterEach(() => fake.close());

const send = (url: string, body: object, headers: object, method = 'POST') =>
  fetch(url, { method, headers: { ...headers }, ...(method === 'POST' && { body: JSON.stringify(body) }) });

describe.each(PLATFORMS)('%s at the wire', (platform) => {
  const options = { model: DEFAULT_MODELS[platform], isGrounded: true };
  const { path, body } = askRequest(platform, QUESTION, options);
  const ask = (more: object = {}, headers: object = HEADERS[platform], to = path) =>
    send(fake.urls[platform] + to, { ...body, ...more }, headers);

  test('accepts our requests, and none with a further field, a missing key, another path or method', async () => {
    expect((await ask()).status).toBe(200);
    expect(fake.countsOf(QUESTION.text)).toEqual({ calls: 1, paid: 1 });
    expect((await ask({ user: 'account-1' })).status).toBe(400);
    expect((await ask({}, {})).status).toBe(platform === 'gemini' ? 400 : 401);
    expect((await ask({}, HEADERS[platform], '/v1/other')).status).toBe(404);
    expect((await send(fake.urls[platform] + path, {}, HEADERS[platform], 'GET')).status).toBe(404);
    expect(fake.refused).toHaveLength(4);
    expect(fake.countsOf(QUESTION.text)).toEqual({ calls: 1, paid: 1 });
  });

  test("takes the judge's request", async () => {
    const tone = { about: 'tone' as const, written: ['Acme'] };
    const input = inputOf({ text: 'Acme is fine. More.', questions: [tone] });
    const question = { ...options, instructions: 'Judge.', input, schemaName: 'v', schema: {}, tokensMax: 100 };
    const request = structuredRequest(platform, { ...question, temperature: 0 });
    const response = await send(fake.urls[platform] + request.path, request.body, HEADERS[platform]);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Acme is fine');
  });
});

test('a rule is about a platform, a question, some of the requests or so many, and the last one decides', async () => {
  const { path, body } = askRequest('claude', QUESTION, { model: 'm', isGrounded: true });
  const statusOf = async () => (await send(fake.urls.claude + path, body, HEADERS.claude)).status;
  fake.fail({ fault: 'http_500', platform: 'gemini' }, { fault: 'http_500', question: 'Another one?' });
  expect(await statusOf()).toBe(200);
  fake.fail({ fault: 'http_503', every: 2 }, { fault: 'http_402', question: QUESTION.text, times: 2 });
  expect([await statusOf(), await statusOf(), await statusOf(), await statusOf()]).toEqual([402, 402, 200, 503]);
  fake.heal();
  expect(await statusOf()).toBe(200);
  expect(fake.countsOf(QUESTION.text, 'claude')).toEqual({ calls: 6, paid: 3 });
});

test('as a process of its own it is set by requests, and reports what it was asked', async () => {
  const { addresses, child } = await startFakePlatforms();
  try {
    const { path, body } = askRequest('chatgpt', QUESTION, { model: 'm', isGrounded: true });
    const statusOf = async () => (await send(addresses.chatgpt + path, body, HEADERS.chatgpt)).status;
    await send(`${addresses.control}/faults`, [{ fault: 'http_529', times: 1 }], {});
    expect([await statusOf(), await statusOf()]).toEqual([529, 200]);
    const counts = [{ platform: 'chatgpt', question: QUESTION.text, calls: 2, paid: 1 }];
    expect(await (await fetch(`${addresses.control}/calls`)).json()).toEqual({ counts, refused: 0, followed: 0 });
    expect((await send(`${addresses.control}/faults`, [{ fault: 'gremlins' }], {})).status).toBe(400);
    await fetch(`${addresses.control}/calls`, { method: 'DELETE' });
    await send(`${addresses.control}/faults`, [{ fault: 'http_500' }], {});
    await fetch(`${addresses.control}/faults`, { method: 'DELETE' });
    expect(await statusOf()).toBe(200);
  } finally {
    child.kill();
  }
});
