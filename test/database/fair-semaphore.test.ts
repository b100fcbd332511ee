import { FairQueue, FairSemaphore, PermitsExhausted, type PermitUse } from '../../src/database/fair-semaphore.js';

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

describe('the reserved permits', () => {
  const RESERVED = { permits: 8, permitsPerKey: 3, reserved: { permits: 2, share: 3 }, maxWaitMs: 10_000 };
  const IDLE = { usedMs: () => 0, secondsUntilFree: () => 0 };
  /** As an account's keys and its people ask: two keys of one owner. */
  const keysOf = (owner: string): [key: string, use: PermitUse] => [owner, { owner }];
  const peopleOf = (owner: string): [key: string, use: PermitUse] => [`people of ${owner}`, { owner }];

  function takenOf(permits: FairSemaphore, asked: readonly [key: string, use: PermitUse][]): string[] {
    const given: string[] = [];
    for (const [key, use] of asked) {
      permits.take(key, use).then(
        () => given.push(key),
        () => {},
      );
    }
    return given;
  }

  test('are not for an owner that holds its share by several keys, and are for any other', async () => {
    const permits = new FairSemaphore(RESERVED, IDLE);
    const [keys, people, other] = [keysOf('greedy'), peopleOf('greedy'), keysOf('other')];
    for (const asked of [other, other, keys, keys, keys, people]) await permits.take(...asked);
    const given = takenOf(permits, [people, people, keysOf('third'), other]);
    await settle();
    expect(given).toEqual(['third', 'other']);
  });

  test('are for all while there are others', async () => {
    const permits = new FairSemaphore(RESERVED, IDLE);
    const given = takenOf(permits, [...Array(4).fill(keysOf('greedy')), ...Array(4).fill(peopleOf('greedy'))]);
    await settle();
    expect(given).toEqual([...Array(3).fill('greedy'), ...Array(3).fill('people of greedy')]);
  });

  test('are not for a key that has used its share of time, which waits until others leave more', async () => {
    const usage = { ...IDLE, secondsUntilFree: (key: string) => (key.startsWith('heavy') ? 30 : 0) };
    const permits = new FairSemaphore(RESERVED, usage);
    const heavy = ['heavy 1', 'heavy 2', 'heavy 3', 'heavy 4'].flatMap((owner) => [keysOf(owner), keysOf(owner)]);
    const given = takenOf(permits, [...heavy, keysOf('light'), keysOf('light')]);
    await settle();
    expect(given.toSorted()).toEqual(
      [...Array(2).fill('heavy 1'), ...Array(2).fill('heavy 2'), ...Array(2).fill('heavy 3')].concat([
        'light',
        'light',
      ]),
    );
    permits.release(...keysOf('light'));
    await settle();
    expect(given).toHaveLength(8);
    for (const owner of ['light', 'heavy 1']) permits.release(...keysOf(owner));
    await settle();
    expect(given.slice(8)).toEqual(['heavy 4']);
  });

  test('leave no one waiting that may start', async () => {
    const permits = new FairSemaphore({ ...RESERVED, permits: 5, permitsPerKey: 2 }, IDLE);
    const [greedy, other] = [keysOf('greedy'), keysOf('other')];
    for (const asked of [greedy, greedy, peopleOf('greedy')]) await permits.take(...asked);
    const given = takenOf(permits, [peopleOf('greedy'), greedy, other, other, other]);
    await settle();
    expect(given).toEqual(['other', 'other']);
    permits.release(...other);
    await settle();
    expect(given).toEqual(['other', 'other', 'other']);
    permits.release(...greedy);
    await settle();
    expect(given.slice(3)).toEqual(['people of greedy']);
  });
});

describe('without a promise', () => {
  test('what may start has started when it returns, and what may not wait is refused', () => {
    const permits = new FairSemaphore({ permitsPerKey: 1, maxWaitingPerKey: 1 });
    const events: string[] = [];
    const enter = (name: string) =>
      permits.enter('a', { start: () => events.push(name), refuse: () => events.push(`no ${name}`) });
    const [leaveFirst, leaveSecond] = [enter('first'), enter('second')];
    enter('third')();
    expect(events).toEqual(['first', 'no third']);
    leaveFirst();
    expect(events).toEqual(['first', 'no third', 'second']);
    leaveSecond();
    expect(permits.tryTake('a')).toBe(true);
    expect(permits.tryTake('a')).toBe(false);
  });

  test('one that leaves the queue is not started, and its place is free for another', () => {
    const permits = new FairSemaphore({ permitsPerKey: 1, maxWaitingPerKey: 1 });
    const started: string[] = [];
    const enter = (name: string) => permits.enter('a', { start: () => started.push(name), refuse: () => {} });
    const leaveFirst = enter('first');
    enter('second')();
    enter('third');
    leaveFirst();
    expect(started).toEqual(['first', 'third']);
  });

  test('there are as many permits as it is wide, each free again once it is left', () => {
    const permits = new FairSemaphore({ permits: 2 });
    expect([1, 2, 3].map(() => permits.tryTake('slot'))).toEqual([true, true, false]);
    permits.release('slot');
    expect([1, 2].map(() => permits.tryTake('slot'))).toEqual([true, false]);
  });

  test('a key without bounds in common with others has nothing to wait for', () => {
    const permits = new FairSemaphore({ permitsPerKey: 1 });
    expect(['a', 'b', 'c'].map((key) => permits.tryTake(key))).toEqual([true, true, true]);
  });
});

test('work runs with a permit, which is given back where it fails', async () => {
  const permits = new FairSemaphore({ permitsPerKey: 1 });
  const order: string[] = [];
  const failing = permits.run('a', async () => {
    order.push('first');
    await settle();
    throw new Error('failed');
  });
  const next = permits.run('a', async () => order.push('second'));
  await expect(failing).rejects.toThrow('failed');
  await next;
  expect(order).toEqual(['first', 'second']);
});

describe('a queue', () => {
  const refused: string[] = [];
  const note = { refuse: (_: string, item: string) => void refused.push(item) };

  test('gives the first items of a key, and then has the others first', () => {
    const queue = new FairQueue<string>({}, note);
    for (const item of ['a1', 'a2', 'b1', 'a3', 'c1']) queue.add(item.charAt(0), item);
    expect(queue.take('a', (item) => item !== 'a3')).toEqual(['a1', 'a2']);
    expect([...queue.firstOfEach()].map(([, item]) => item)).toEqual(['b1', 'c1', 'a3']);
    expect(queue.take('b')).toEqual(['b1']);
    expect([queue.size, queue.keyCount, queue.has('b')]).toEqual([2, 2, false]);
    expect(queue.take('b')).toEqual([]);
  });

  test('holds no more than may wait, in all and of a key', () => {
    const queue = new FairQueue<string>({ maxWaiting: 3, maxWaitingPerKey: 2 }, note);
    const added = ['a1', 'a2', 'a3', 'b1', 'b2'].map((item) => queue.add(item.charAt(0), item));
    expect(added).toEqual([true, true, false, true, false]);
    expect(queue.remove('a', 'a1')).toBe(true);
    expect(queue.remove('a', 'a1')).toBe(false);
    expect(queue.add('b', 'b2')).toBe(true);
  });
});
