import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { readReply } from '../../src/platforms/platform-apis.js';
import { PlatformClient } from '../../src/platforms/platform-client.js';
import { ROOT } from '../contract/sources.js';
import { PlatformServer } from '../support/platform-server.js';
import { TestClock } from '../support/test-clock.js';

/** Bodies that the platforms really sent, where they are found beside the project; read as data, never stored. */
const FOLDER = join(ROOT, '..', 'shared', 'fixtures', 'providers');
const recorded = PLATFORMS.flatMap((platform) => {
  const folder = join(FOLDER, platform);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return names.map((name) => ({ platform, name, body: JSON.parse(readFileSync(join(folder, name), 'utf8')) }));
});
const whereRecorded = recorded.length > 0 ? test : test.skip;

whereRecorded('a recorded body comes to the same as a live answer as it does as an import', async () => {
  const server = await PlatformServer.start(() => ({}));
  for (const { platform, name, body } of recorded) {
    const status = Number(/^error-(\d+)/.exec(name)?.[1] ?? 200);
    server.answer = () => ({ status, json: body });
    const access = { platform, apiKey: 'key-sesame', baseUrl: server.url, model: 'some/model', isGrounded: true };
    const outcome = await new PlatformClient(access, new TestClock()).query({ text: 'Which?', place: null });
    expect([name, outcome.kind]).toEqual([name, status === 200 ? 'reply' : 'failure']);
    expect(outcome.bill.costMicroUsd).toBeLessThan(100_000_000);
    expect(Number.isSafeInteger(outcome.bill.costMicroUsd)).toBe(true);
    if (outcome.kind === 'failure') continue;
    const reply = readReply(platform, body);
    // Addresses are struck out of a live platform's messages; an import keeps its own words.
    const message = reply.accepted ? null : expect.any(String);
    expect([name, outcome.reply]).toEqual([name, reply.accepted ? reply : { ...reply, message }]);
  }
  await server.close();
});
