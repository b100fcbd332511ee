import { FairSemaphore, PermitsExhausted } from '../../src/database/fair-semaphore.js';

const OPTIONS = { permits: 2, permitsPerKey: 1, maxWaitMs: 10_000, maxWaitingPerKey: 3 };

/** Takes a permit of each key in turn, and tells the order in which they were given. */
function takeAll(permits: FairSemaphore, keys: readonly string[]): string[] {
  const given: string[] = [];
  keys.forEach((key, at) => {
    permits.take(key).then(
      () => given.push(`${key}${at}`),
      () => {},
    );
  });
  return given;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('no more run at once than there are permits, nor of one key than its share', async () => {
  const permits = new FairSemaphore(OPTIONS);
  const given = takeAll(permits, ['a', 'a', 'b', 'c']);
  await settle();
  expect(given).toEqual(['a0', 'b2']);
});

test('keys take turns: a key with many waiting delays another by one', async () => {
  const permits = new FairSemaphore({ ...OPTIONS, permits: 1 });
  const given = takeAll(permits, ['a', 'a', 'a', 'b', 'c']);
  for (let at = 0; at < 4; at += 1) {
    await settle();
    permits.release(given.at(-1)?.charAt(0) ?? '');
  }
  await settle();
  expect(given).toEqual(['a0', 'a1', 'b3', 'c4', 'a2']);
});

test('of the keys that wait the one that has used least goes first, and within a key the first', async () => {
  const used = new Map([
    ['a', 900],
    ['b', 20],
    ['c', 5],
  ]);
  const usage = { usedMs: (key: string) => used.get(key) ?? 0, secondsUntilFree: () => 0 };
  const permits = new FairSemaphore({ ...OPTIONS, permits: 1 }, usage);
  const given = takeAll(permits, ['x', 'a', 'b', 'c', 'c', 'd']);
  for (let at = 0; at < 5; at += 1) {
    await settle();
    permits.release(given.at(-1)?.charAt(0) ?? '');
  }
  await settle();
  expect(given).toEqual(['x0', 'd5', 'c3', 'c4', 'b2', 'a1']);
});

describe('what waits', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const BOUNDS = { permits: 2, permitsPerKey: 1, maxWaitMs: 5_000, maxWaitingPerKey: 3 };
  const usage = { usedMs: () => 20_000, secondsUntilFree: (key: string) => (key === 'a' ? 40 : 0) };
  const refusalOf = (taken: Promise<void>) =>
    taken.then(
      () => 'given',
      (error: unknown) => (error instanceof PermitsExhausted ? error.retryAfterSeconds : error),
    );

  test('for its own key alone is not refused for that, and in the end it is', async () => {
    const permits = new FairSemaphore(BOUNDS, usage);
    await permits.take('a');
    const [first, second] = [refusalOf(permits.take('a')), refusalOf(permits.take('a'))];
    jest.advanceTimersByTime(25_000);
    permits.release('a');
    expect(await first).toBe('given');
    jest.advanceTimersByTime(5_000);
    expect(await second).toBe(40);
  });

  test('while another waits too is refused after the usual time, and told when to come again', async () => {
    const permits = new FairSemaphore({ ...BOUNDS, permits: 1 }, usage);
    await permits.take('a');
    const [own, other] = [refusalOf(permits.take('a')), refusalOf(permits.take('b'))];
    jest.advanceTimersByTime(5_000);
    expect([await own, await other]).toEqual([40, 1]);
  });

  test('for places that others hold is refused after the usual time', async () => {
    const permits = new FairSemaphore({ ...BOUNDS, permits: 1 }, usage);
    await permits.take('b');
    const waiting = refusalOf(permits.take('a'));
    jest.advanceTimersByTime(5_000);
    expect(await waiting).toBe(40);
  });
});

test('a key at its share does not hold up the others', async () => {
  const permits = new FairSemaphore(OPTIONS);
  const given = takeAll(permits, ['a', 'a', 'b', 'b', 'c']);
  await settle();
  permits.release('b');
  await settle();
  expect(given).toEqual(['a0', 'b2', 'b3']);
  permits.release('b');
  await settle();
  expect(given).toEqual(['a0', 'b2', 'b3', 'c4']);
});

test('what waits too long is refused, and what waits beyond the bound is refused at once', async () => {
  const permits = new FairSemaphore({ ...OPTIONS, maxWaitMs: 1 });
  await permits.take('a');
  const waiting = ['a', 'a', 'a'].map((key) => permits.take(key));
  await expect(permits.take('a')).rejects.toBeInstanceOf(PermitsExhausted);
  const refused = await Promise.allSettled(waiting);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  permits.release('a');
  await permits.take('a');
});
