import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import { readVerdicts } from '../../../src/monitoring/judge/read-verdicts.js';
import { httpFailure } from '../../../src/platforms/failures.js';
import { readReply } from '../../../src/platforms/platform-apis.js';
import { ROOT } from '../../contract/sources.js';

/** Bodies that the platforms really sent, where they are found beside the project; read as data, never stored. */
const FOLDER = join(ROOT, '..', 'shared', 'fixtures', 'providers');
const recorded = PLATFORMS.flatMap((platform) => {
  const folder = join(FOLDER, platform);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return names.map((name) => ({
    platform,
    name,
    body: JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown,
  }));
});
const asked = (text: string) => ({ text, questions: [{ about: 'tone' as const, written: [] }] });
const faultOf = (platform: (typeof PLATFORMS)[number], body: unknown, text: string) =>
  readVerdicts(readReply(platform, body), asked(text)).problem?.fault;
const ofKind = (kind: RegExp) => recorded.filter(({ name }) => kind.test(name));
const whereRecorded = recorded.length > 0 ? test : test.skip;

whereRecorded('no recorded body of any kind passes for a verdict', () => {
  const verdicts = recorded.filter(({ platform, body }) => faultOf(platform, body, 'Acme') === undefined);
  expect(verdicts).toEqual([]);
});

whereRecorded('recorded refusals and blocked answers are refusals, whatever text comes before them', () => {
  const faults = ofKind(/^(refusal|blocked)--/).map(({ platform, body }) => faultOf(platform, body, 'x'));
  expect(faults.length).toBeGreaterThan(3);
  expect(faults.filter((fault) => fault !== 'refusal')).toEqual([]);
});

whereRecorded('recorded answers that were cut off are no verdicts for that reason', () => {
  const faults = ofKind(/^truncated--/).map(({ platform, body }) => faultOf(platform, body, 'x'));
  expect(faults.length).toBeGreaterThan(3);
  for (const fault of faults) expect(['truncated', 'no_answer']).toContain(fault);
});

whereRecorded('recorded errors show whether asking again can help, and none shows a key', () => {
  const failures = ofKind(/^error-/).map(({ platform, name, body }) => {
    const status = Number(name.slice(6, 9));
    return { status, body, failure: httpFailure(platform, { status, headers: new Headers() }, body, SYSTEM_CLOCK) };
  });
  expect(failures.length).toBeGreaterThan(10);
  for (const { status, body, failure } of failures) {
    const hasCredit = !JSON.stringify(body).includes('insufficient_quota');
    expect(failure.isPassing).toBe(status >= 500 || (status === 429 && hasCredit));
    expect(failure.message).not.toMatch(/invalid-key|sk-\w/);
  }
  const waits = failures.map(({ failure }) => failure.retryAfterMs).filter((wait) => wait !== null);
  expect(waits).toEqual([48_000]);
});
