import { PermitsExhausted } from '../../src/database/fair-semaphore.js';
import { Lane } from '../../src/http/lane.js';
import { type Asking, WaitingRequests } from '../../src/http/waiting-requests.js';
import { until } from '../support/until.js';

const BOUNDS = { requests: 4, maxWaitMs: 10_000 };

const refusals: unknown[] = [];

beforeEach(() => {
  refusals.length = 0;
});

function asking(accountId: string, key = 'key', cost = 1): Asking {
  return { accountId, hash: Buffer.from(key), cost, tell: () => {}, refuse: (error) => refusals.push(error) };
}

function taken(waiting: WaitingRequests, accounts = 64, asked = new Set<string>()) {
  return waiting.take(accounts, asked).map(({ accountId, hash, cost, count }) => [accountId, `${hash}`, cost, count]);
}

describe('requests that wait', () => {
  test('are taken by account, the first ones that are equal', () => {
    const waiting = new WaitingRequests({ ...BOUNDS, requests: 10 });
    for (const each of [
      asking('a'),
      asking('b'),
      asking('a'),
      asking('a', 'other'),
      asking('a'),
      asking('b', 'key', 2),
    ])
      waiting.add(each);
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
    const waiting = new WaitingRequests(BOUNDS);
    for (const account of ['a', 'b', 'c']) waiting.add(asking(account));
    const asked = new Set(['a']);
    expect(taken(waiting, 1, asked)).toEqual([['b', 'key', 1, 1]]);
    expect(asked).toEqual(new Set(['a', 'b']));
    expect(taken(waiting)).toEqual([
      ['a', 'key', 1, 1],
      ['c', 'key', 1, 1],
    ]);
  });

  test('are refused beyond the bound, and only until others are taken', () => {
    const waiting = new WaitingRequests(BOUNDS);
    for (let count = 0; count < 5; count += 1) waiting.add(asking('a'));
    expect(refusals).toEqual([expect.any(PermitsExhausted)]);
    expect(taken(waiting)).toEqual([['a', 'key', 1, 4]]);
    waiting.add(asking('a'));
    expect(refusals).toHaveLength(1);
    expect(taken(waiting)).toHaveLength(1);
  });

  test('are refused after their time, and leave their places to others', async () => {
    const waiting = new WaitingRequests({ requests: 2, maxWaitMs: 20 });
    waiting.add(asking('a'));
    waiting.add(asking('b'));
    await until(
      async () => refusals,
      ({ length }) => length === 2,
    );
    expect(taken(waiting)).toEqual([]);
    waiting.add(asking('c'));
    expect(taken(waiting)).toEqual([['c', 'key', 1, 1]]);
    expect(refusals).toEqual([expect.any(PermitsExhausted), expect.any(PermitsExhausted)]);
  });
});

describe('a lane', () => {
  test('has as many places as it is wide, each free again once it is left', () => {
    const freed: number[] = [];
    const lane = new Lane({ width: 2, slowMs: 10_000, onFree: () => freed.push(freed.length) });
    const [leave, leaveOther] = [lane.enter(), lane.enter()];
    expect(lane.hasRoom).toBe(false);
    leave();
    expect([lane.hasRoom, freed.length]).toEqual([true, 1]);
    leaveOther();
    expect(freed).toHaveLength(2);
  });

  test('gives the place of a slow statement to the next, once', async () => {
    const events: string[] = [];
    const lane = new Lane({ width: 1, slowMs: 10, onFree: () => events.push('free') });
    const leave = lane.enter(() => events.push('slow'));
    await until(
      async () => lane.hasRoom,
      (hasRoom) => hasRoom,
    );
    lane.enter()();
    leave();
    expect(events).toEqual(['slow', 'free', 'free']);
    expect(lane.hasRoom).toBe(true);
    const leaveAgain = lane.enter();
    expect(lane.hasRoom).toBe(false);
    leaveAgain();
  });
});
