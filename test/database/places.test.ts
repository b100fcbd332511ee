import { randomUUID } from 'node:crypto';
import { Places } from '../../src/database/distribution/places.js';
import { Permits, PermitsExhausted } from '../../src/database/permits.js';
import { isUnavailable } from '../../src/database/unavailable.js';

const SERVER = 'worker-1:5432';

function placesAt(clock: { ms: number }, find = async () => SERVER as string | undefined): Places {
  return new Places(find, () => clock.ms);
}

test('an account is looked up once, another key never, and what failed is looked up again', async () => {
  const asked: string[] = [];
  let fails = true;
  const places = placesAt({ ms: 0 }, async () => {
    asked.push('asked');
    if (fails) throw new Error('lost');
    return SERVER;
  });
  const account = randomUUID();
  expect([await places.serverOf('readiness'), await places.serverOf(account)]).toEqual([undefined, undefined]);
  fails = false;
  expect([await places.serverOf(account), await places.serverOf(account)]).toEqual([SERVER, SERVER]);
  expect(asked).toHaveLength(2);
});

test('a server that answers nothing is tried by one statement at a time, and by all once it answers', () => {
  const clock = { ms: 0 };
  const places = placesAt(clock);
  clock.ms = 5_000;
  places.noteFailure(SERVER, 0);
  expect([places.mayTry(SERVER), places.isSilent(SERVER)]).toEqual([false, true]);
  clock.ms = 5_500;
  expect([places.mayTry(SERVER), places.mayTry(SERVER)]).toEqual([true, false]);
  places.endTry(SERVER);
  expect([places.mayTry(SERVER), places.mayTry(SERVER)]).toEqual([true, false]);
  places.noteAnswer(SERVER);
  expect([places.mayTry(SERVER), places.mayTry(SERVER), places.isSilent(SERVER)]).toEqual([true, true, false]);
});

test('one slow statement makes no server silent that answers others meanwhile', () => {
  const clock = { ms: 1_000 };
  const places = placesAt(clock);
  places.noteAnswer(SERVER);
  clock.ms = 5_000;
  places.noteFailure(SERVER, 0);
  expect([places.mayTry(SERVER), places.isSilent(SERVER)]).toEqual([true, false]);
});

test('keys of one group take no more than its share, and those of another go on', async () => {
  const permits = new Permits({
    permits: 3,
    permitsPerKey: 3,
    permitsPerGroup: 2,
    maxWaitMs: 10_000,
    maxWaitingPerKey: 3,
  });
  const given: string[] = [];
  const take = (key: string, group: string) => permits.take(key, group).then(() => given.push(key));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  void take('a', 'one');
  void take('b', 'one');
  void take('c', 'one');
  void take('d', 'two');
  await settle();
  expect(given).toEqual(['a', 'b', 'd']);
  permits.release('d', 'two');
  await settle();
  expect(given).toEqual(['a', 'b', 'd']);
  permits.release('a', 'one');
  await settle();
  expect(given).toEqual(['a', 'b', 'd', 'c']);
});

/** As a coordinator reported a worker that was killed, stopped or hung. */
const RECORDED: [string, string, string][] = [
  ['was killed', '08006', 'connection to the remote node app@127.0.0.1:47252 failed: Connection refused'],
  ['stops while it answers', '57P01', 'terminating connection due to administrator command'],
  ['hangs', '57014', 'canceling statement due to statement timeout'],
];

test.each(RECORDED)('a worker that %s is an unavailable service, not an error of ours', (_what, code, message) => {
  expect(isUnavailable(Object.assign(new Error(message), { code }))).toBe(true);
  expect(isUnavailable(new PermitsExhausted())).toBe(true);
});
