import { randomUUID } from 'node:crypto';
import { Places } from '../../src/database/cluster/places.js';
import { holdingPermit } from '../../src/database/database-session.js';
import { FairSemaphore, PermitsExhausted } from '../../src/database/fair-semaphore.js';
import { isUnavailable } from '../../src/database/unavailable.js';
import { WorkMeter } from '../../src/database/work-meter.js';

const SERVER = 'worker-1:5432';

/** A clock that is set, and questions to a silent server that are answered one by one. */
function placesAt(clock: { ms: number }, find = async () => SERVER as string | undefined) {
  const asked: { accountId: string; answer: (isThere: boolean) => void }[] = [];
  const answers = (accountId: string) =>
    new Promise<boolean>((answer) => {
      asked.push({ accountId, answer });
    });
  const places = new Places({ find, answers }, { nowMs: () => clock.ms, pause: () => Promise.resolve() });
  return { places, asked };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('an account is looked up once, another key never, and what failed is looked up again', async () => {
  const asked: string[] = [];
  let fails = true;
  const { places } = placesAt({ ms: 0 }, async () => {
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

test('a server that answers nothing is asked about one of its accounts again and again until it answers', async () => {
  const clock = { ms: 5_000 };
  const { places, asked } = placesAt(clock);
  const account = randomUUID();
  places.noteFailure(SERVER, account, 0);
  places.noteFailure(SERVER, randomUUID(), 0);
  await settle();
  expect(places.isSilent(SERVER)).toBe(true);
  expect(asked.map(({ accountId }) => accountId)).toEqual([account]);
  asked[0]?.answer(false);
  await settle();
  expect([places.isSilent(SERVER), asked.length]).toEqual([true, 2]);
  asked[1]?.answer(true);
  await settle();
  expect([places.isSilent(SERVER), asked.length]).toEqual([false, 2]);
});

test('nobody is asked any more once the database is closed', async () => {
  const { places, asked } = placesAt({ ms: 5_000 });
  places.noteFailure(SERVER, randomUUID(), 0);
  places.close();
  await settle();
  expect(asked).toEqual([]);
});

test('one slow statement makes no server silent that answers others meanwhile', () => {
  const clock = { ms: 3_000 };
  const { places } = placesAt(clock);
  places.noteAnswer(SERVER);
  clock.ms = 5_000;
  places.noteFailure(SERVER, randomUUID(), 0);
  expect(places.isSilent(SERVER)).toBe(false);
});

test('an answer that came as the server began to hang hides its silence from nobody', () => {
  const clock = { ms: 400 };
  const { places } = placesAt(clock);
  places.noteAnswer(SERVER);
  clock.ms = 5_000;
  places.noteFailure(SERVER, randomUUID(), 0);
  expect(places.isSilent(SERVER)).toBe(true);
});

test('a statement that began before the last answer, and fails late, does not end the silence', () => {
  const clock = { ms: 9_000 };
  const { places } = placesAt(clock);
  places.noteAnswer(SERVER);
  clock.ms = 14_100;
  places.noteFailure(SERVER, randomUUID(), 9_100);
  places.noteFailure(SERVER, randomUUID(), 4_100);
  expect(places.isSilent(SERVER)).toBe(true);
});

test('time on a server that was silent meanwhile is not the doing of who waited for it', () => {
  const clock = { ms: 5_000 };
  const { places } = placesAt(clock);
  places.noteFailure(SERVER, randomUUID(), 0);
  expect(places.wasSilent(SERVER, 5_000)).toBe(true);
  clock.ms = 12_000;
  places.noteAnswer(SERVER);
  places.noteAnswer(SERVER);
  expect([places.wasSilent(SERVER, 11_000), places.wasSilent(SERVER, 12_001)]).toEqual([true, false]);
});

test('nothing is sent to a silent server for a caller, nor for one who waited for it meanwhile', async () => {
  const { places } = placesAt({ ms: 5_000 });
  const permits = new FairSemaphore({ permits: 1, permitsPerKey: 1, maxWaitMs: 10_000, maxWaitingPerKey: 1 });
  const access = {
    permits,
    places,
    key: randomUUID(),
    signal: undefined,
    meter: new WorkMeter(),
    recordTime: () => {},
  };
  const sent: string[] = [];
  const send = () => holdingPermit(access, true, async () => void sent.push('sent'));
  await permits.take('another');
  const waiting = expect(send()).rejects.toThrow(PermitsExhausted);
  await settle();
  places.noteFailure(SERVER, access.key, 0);
  permits.release('another');
  await waiting;
  await expect(send()).rejects.toThrow(PermitsExhausted);
  expect(sent).toEqual([]);
  places.noteAnswer(SERVER);
  await send();
  expect(sent).toEqual(['sent']);
});

test('keys of one group take no more than its share, and those of another go on', async () => {
  const permits = new FairSemaphore({
    permits: 3,
    permitsPerKey: 3,
    permitsPerGroup: 2,
    maxWaitMs: 10_000,
    maxWaitingPerKey: 3,
  });
  const given: string[] = [];
  const take = (key: string, group: string) => permits.take(key, { group }).then(() => given.push(key));
  void take('a', 'one');
  void take('b', 'one');
  void take('c', 'one');
  void take('d', 'two');
  await settle();
  expect(given).toEqual(['a', 'b', 'd']);
  permits.release('d', { group: 'two' });
  await settle();
  expect(given).toEqual(['a', 'b', 'd']);
  permits.release('a', { group: 'one' });
  await settle();
  expect(given).toEqual(['a', 'b', 'd', 'c']);
});

/** As a coordinator reported a worker that was killed, stopped or hung. */
const RECORDED: [string, string, string][] = [
  ['was killed', '08006', 'connection to the remote node app@127.0.0.1:47252 failed: Connection refused'],
  ['is lost while it answers', 'XX000', 'server closed the connection unexpectedly'],
  ['stops while it answers', '57P01', 'terminating connection due to administrator command'],
  ['hangs', '57014', 'canceling statement due to statement timeout'],
];

test('another internal error of a server is one of ours', () => {
  expect(isUnavailable(Object.assign(new Error('cache lookup failed'), { code: 'XX000' }))).toBe(false);
});

test.each(RECORDED)('a worker that %s is an unavailable service, not an error of ours', (_what, code, message) => {
  expect(isUnavailable(Object.assign(new Error(message), { code }))).toBe(true);
  expect(isUnavailable(new PermitsExhausted())).toBe(true);
});
