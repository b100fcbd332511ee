import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { payerOf } from '../../src/core/context.js';
import { FairSemaphore } from '../../src/database/fair-semaphore.js';
import { InFlight } from '../../src/http/admission-control.js';
import { type ApiCaller, sql, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { askGraphql, expectFailure } from '../support/graphql.js';

describe('slots', () => {
  function enter(slots: FairSemaphore, key: string) {
    let refused = false;
    let leave = () => {};
    const canStart = new Promise<void>((start) => {
      leave = slots.enter(key, { start, refuse: () => (refused = true) });
    });
    return { canStart, leave, isRefused: () => refused };
  }

  test('let so many in at once, and the others in the order in which they came', async () => {
    const slots = new FairSemaphore({ permitsPerKey: 2, maxWaitingPerKey: 3 });
    const entered: number[] = [];
    const places = [0, 1, 2, 3, 4].map((at) => {
      const place = enter(slots, 'a');
      void place.canStart.then(() => entered.push(at));
      return place;
    });
    expect(enter(slots, 'a').isRefused()).toBe(true);
    expect(enter(slots, 'b').isRefused()).toBe(false);
    await places[1]?.canStart;
    expect(entered).toEqual([0, 1]);
    places[1]?.leave();
    await places[2]?.canStart;
    places[3]?.leave();
    places[0]?.leave();
    await places[4]?.canStart;
    expect(entered).toEqual([0, 1, 2, 4]);
  });

  test('are forgotten once they are empty, and another may begin', async () => {
    const slots = new FairSemaphore({ permitsPerKey: 1, maxWaitingPerKey: 1 });
    for (let count = 0; count < 5; count += 1) {
      const [first, second] = [enter(slots, 'a'), enter(slots, 'a')];
      first.leave();
      await second.canStart;
      second.leave();
    }
  });
});

describe('the line of an account', () => {
  const answerTo = () => new ServerResponse(new IncomingMessage(new Socket()));
  const bounds = { account: { atOnce: 1, waiting: 0 }, network: { atOnce: 100, waiting: 0 } };
  const network = '192.0.2.1';

  test('is that of all its keys, and no key that admission has not let in stands in it', async () => {
    const inFlight = new InFlight(bounds);
    const accountId = randomUUID();
    inFlight.addCredential('one', accountId);
    inFlight.addCredential('two', accountId);
    await inFlight.waitForSlot('forged', network, answerTo());
    await inFlight.waitForSlot('one', network, answerTo());
    await expect(inFlight.waitForSlot('two', network, answerTo())).rejects.toThrow(
      /of this account are already waiting/,
    );
    inFlight.deleteCredential('two');
    await inFlight.waitForSlot('two', network, answerTo());
  });

  test('is not that of its people, who have their own', async () => {
    const inFlight = new InFlight(bounds);
    const accountId = randomUUID();
    inFlight.addCredential('key', payerOf({ kind: 'key', accountId }));
    inFlight.addCredential('session', payerOf({ kind: 'holder', accountId }));
    inFlight.addCredential('colleague', payerOf({ kind: 'holder', accountId }));
    await inFlight.waitForSlot('key', network, answerTo());
    await inFlight.waitForSlot('session', network, answerTo());
    await expect(inFlight.waitForSlot('colleague', network, answerTo())).rejects.toThrow(/wait/);
  });

  test('holds nobody who has hung up', async () => {
    const inFlight = new InFlight({ ...bounds, account: { atOnce: 1, waiting: 1 } });
    const [first, second, third] = [answerTo(), answerTo(), answerTo()];
    await inFlight.waitForSlot('one', network, first);
    void inFlight.waitForSlot('one', network, second);
    second.emit('close');
    const entering = inFlight.waitForSlot('one', network, third);
    first.emit('close');
    await entering;
  });
});

describe('beyond the line', () => {
  const api = useApi({
    trustProxy: true,
    inFlightBounds: { account: { atOnce: 2, waiting: 3 }, network: { atOnce: 3, waiting: 0 } },
  });

  /** Holds what admission of an account waits for. */
  async function whileAdmissionWaits(caller: ApiCaller, work: () => Promise<void>): Promise<void> {
    await api.db.transaction(async (db) => {
      await sql(db, 'select from request_budget where account_id = $1 for update', [caller.account.accountId]);
      await work();
    });
  }

  test('one request more gets 503 with Retry-After, others are served, and waiting ones afterwards', async () => {
    const [caller, other] = [await api.open(), await api.open()];
    await caller.get('/projects');
    const asking: Promise<{ status: number }>[] = [];
    await whileAdmissionWaits(caller, async () => {
      asking.push(...Array.from({ length: 5 }, () => caller.get('/projects')));
      // Whichever of six comes last is refused at once, for the others are held.
      const sixth = caller.get('/projects');
      const refused = await Promise.race([...asking, sixth]);
      asking.push(sixth);
      expect(refused.status).toBe(503);
      const next = await caller.get('/projects');
      expectError(next, 'SERVICE_UNAVAILABLE', /^More than 3 requests of this account are already waiting/);
      expect(next.headers.get('retry-after')).toBe('1');
      const graphql = await askGraphql(caller, '{ __typename }');
      expectFailure(graphql, 503, 'SERVICE_UNAVAILABLE', /of this account/);
      expect(graphql.headers.get('retry-after')).toBe('1');
      expect((await other.get('/projects')).status).toBe(200);
      expect((await api.request('GET', '/healthz')).status).toBe(200);
    });
    const statuses = (await Promise.all(asking)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 503]);
  });

  test('an address has a line of its own, whatever accounts it speaks for', async () => {
    const callers = await Promise.all(Array.from({ length: 4 }, () => api.open()));
    for (const caller of callers) await caller.get('/projects');
    const from = { 'X-Forwarded-For': '192.0.2.7' };
    const [last] = callers.splice(3);
    if (!last) throw new Error('four accounts were opened');
    let asking: Promise<{ status: number }>[] = [];
    const held = callers.reduceRight<() => Promise<void>>(
      (work, caller) => () => whileAdmissionWaits(caller, work),
      async () => {
        asking = callers.map((caller) => caller.get('/projects', from));
        const isFull = async () => (await last.get('/projects', from)).status === 503;
        while (!(await isFull()));
        expect((await last.get('/projects')).status).toBe(200);
      },
    );
    await held();
    expect(new Set((await Promise.all(asking)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
