import { setImmediate } from 'node:timers/promises';
import { FairQueue, PermitsExhausted } from '../../src/database/fair-semaphore.js';
import { until } from '../support/until.js';

interface Asked {
  key: string;
  cost: number;
}

const refusals: unknown[] = [];

beforeEach(() => {
  refusals.length = 0;
});

/** What waits to be decided about, as the batcher keeps it: by account. */
function queueOf(bounds: { maxWaiting: number; maxWaitMs: number }): FairQueue<Asked> {
  return new FairQueue<Asked>(bounds, { refuse: () => refusals.push(new PermitsExhausted()) });
}

const BOUNDS = { maxWaiting: 4, maxWaitMs: 10_000 };

function add(waiting: FairQueue<Asked>, accountId: string, key = 'key', cost = 1): boolean {
  return waiting.add(accountId, { key, cost });
}

/** Of each account, `accounts` at most, the first ones that are equal; those in `asked` are left out. */
function taken(waiting: FairQueue<Asked>, accounts = 64, asked = new Set<string>()) {
  const groups: unknown[] = [];
  for (const [accountId, first] of waiting.firstOfEach()) {
    if (groups.length === accounts) break;
    if (asked.has(accountId)) continue;
    asked.add(accountId);
    const { length } = waiting.take(accountId, ({ key, cost }) => key === first.key && cost === first.cost);
    groups.push([accountId, first.key, first.cost, length]);
  }
  return groups;
}

describe('requests that wait', () => {
  test('are taken by account, the first ones that are equal', () => {
    const waiting = queueOf({ ...BOUNDS, maxWaiting: 10 });
    add(waiting, 'a');
    add(waiting, 'b');
    add(waiting, 'a');
    add(waiting, 'a', 'other');
    add(waiting, 'a');
    add(waiting, 'b', 'key', 2);
    expect(taken(waiting)).toEqual([
      ['a', 'key', 1, 2],
      ['b', 'key', 1, 1],
    ]);
    expect(taken(waiting)).toEqual([
      ['a', 'other', 1, 1],
      ['b', 'key', 2, 1],
    ]);
    expect(taken(waiting)).toEqual([['a', 'key', 1, 1]]);
    expect(taken(waiting)).toEqual([]);
  });

  test('of accounts that are asked stay, in their order', () => {
    const waiting = queueOf(BOUNDS);
    for (const account of ['a', 'b', 'c']) add(waiting, account);
    const asked = new Set(['a']);
    expect(taken(waiting, 1, asked)).toEqual([['b', 'key', 1, 1]]);
    expect(asked).toEqual(new Set(['a', 'b']));
    expect(taken(waiting)).toEqual([
      ['a', 'key', 1, 1],
      ['c', 'key', 1, 1],
    ]);
  });

  test('are refused beyond the bound, and only until others are taken', () => {
    const waiting = queueOf(BOUNDS);
    const added = Array.from({ length: 5 }, () => add(waiting, 'a'));
    expect(added).toEqual([true, true, true, true, false]);
    expect(taken(waiting)).toEqual([['a', 'key', 1, 4]]);
    expect(add(waiting, 'a')).toBe(true);
    expect(taken(waiting)).toHaveLength(1);
  });

  test('are refused after their time, and leave their places to others', async () => {
    const waiting = queueOf({ maxWaiting: 2, maxWaitMs: 20 });
    add(waiting, 'a');
    add(waiting, 'b');
    await until(
      async () => refusals,
      ({ length }) => length === 2,
    );
    expect(taken(waiting)).toEqual([]);
    add(waiting, 'c');
    expect(taken(waiting)).toEqual([['c', 'key', 1, 1]]);
    await setImmediate();
    expect(refusals).toEqual([expect.any(PermitsExhausted), expect.any(PermitsExhausted)]);
  });
});
