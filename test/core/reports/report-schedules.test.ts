import type { Context } from '../../../src/core/context.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { confirmAddress, forgetAsking } from '../../../src/core/reports/mail-addresses.js';
import {
  createSchedule,
  deleteSchedule,
  schedulesOfProjects,
  updateSchedule,
} from '../../../src/core/reports/report-schedules.js';
import type { Tier } from '../../../src/entities/vocabulary.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { addPerson } from '../../support/people.js';
import { TestClock } from '../../support/test-clock.js';

const DAY_MS = 86_400_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The database's clock decides whether a link is good, so time begins now. */
async function open(tier: Tier = 'agency') {
  const clock = new TestClock();
  const { ctx } = await openAccount(database.db, tier, clock);
  const project = { brandName: 'Acme', websiteUrl: 'https://acme.example' };
  return { ctx: ctx as Context, clock, projectId: (await createProject(ctx, project)).id };
}

const WEEKLY = { cadence: 'weekly', hour: 7, timeZone: 'Europe/Zurich' };

test('a schedule is made, changed and ended, and its reports come at the hour of its zone', async () => {
  const { ctx, projectId } = await open();
  const { schedule } = await createSchedule(ctx, projectId, WEEKLY, true);
  expect(schedule).toMatchObject({ ...WEEKLY, projectId, hasPdf: true, recipients: [] });
  expect(new Date(schedule.nextAt).getUTCDay()).toBe(1);
  const changed = await updateSchedule(ctx, schedule.id, { cadence: 'monthly', hasPdf: false }, true);
  expect(changed.schedule).toMatchObject({ cadence: 'monthly', hour: 7, hasPdf: false });
  expect(new Date(changed.schedule.nextAt).getUTCDate()).toBe(1);
  await deleteSchedule(ctx, schedule.id);
  expect((await schedulesOfProjects(ctx, [projectId])).get(projectId)).toEqual([]);
  await expect(updateSchedule(ctx, schedule.id, {}, true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  [{ hour: 24 }, /^hour: must be a whole number from 0 to 23/],
  [{ hour: 1.5 }, /^hour: /],
  [{ cadence: 'daily' }, /^cadence: must be one of weekly, monthly/],
  [{ timeZone: 'Mars/Base' }, /^timeZone: must be a time zone/],
  [{ addresses: ['not an address'] }, /^addresses\[0\]: must be an e-mail address/],
  [{ addresses: ['a@b.dev\r\nBcc: c@d.dev'] }, /^addresses\[0\]: /],
  [{ addresses: Array.from({ length: 21 }, (_, at) => `a${at}@b.dev`) }, /^addresses: must have at most 20/],
  [{ holderIds: ['0f4d7f0e-7a5b-4a59-9f0e-3c1b8c8a4a01'] }, /^holderIds\[0\]: must be a person of the account/],
])('%j is refused with the field', async (wrong, message) => {
  const { ctx, projectId } = await open();
  const refused = createSchedule(ctx, projectId, { ...WEEKLY, ...wrong }, true);
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringMatching(message) });
  expect((await schedulesOfProjects(ctx, [projectId])).get(projectId)).toEqual([]);
});

test.each<[Tier, number]>([
  ['starter', 2],
  ['professional', 10],
  ['agency', 50],
])('the %s plan has %d schedules, also where all are asked for at once', async (tier, most) => {
  const { ctx, projectId } = await open(tier);
  const made = await Promise.allSettled(
    Array.from({ length: most + 2 }, () => createSchedule(ctx, projectId, WEEKLY, true)),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
  await expect(createSchedule(ctx, projectId, WEEKLY, true)).rejects.toMatchObject({
    message: `The ${tier} plan has ${most} report schedules: remove one first`,
  });
});

describe('recipients', () => {
  test('a person needs no confirmation, also when named by address; a stranger is asked once a week', async () => {
    const { ctx, clock, projectId } = await open();
    const member = await addPerson(database.db, { accountId: ctx.caller.accountId, tier: 'agency' } as never, 'member');
    const addresses = [member.email.toUpperCase(), 'Ann@Client-of-tests.dev'];
    const { schedule, confirmations } = await createSchedule(ctx, projectId, { ...WEEKLY, addresses }, true);
    expect(schedule.recipients).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ holderId: member.holderId, address: member.email, isConfirmed: true }),
        expect.objectContaining({ holderId: null, address: 'ann@client-of-tests.dev', isConfirmed: false }),
      ]),
    );
    expect(confirmations).toMatchObject([{ address: 'ann@client-of-tests.dev', accountName: 'Test' }]);
    const again = () => createSchedule(ctx, projectId, { ...WEEKLY, addresses: ['ann@client-of-tests.dev'] }, true);
    expect((await again()).confirmations).toEqual([]);
    clock.advance(6 * DAY_MS);
    expect((await again()).confirmations).toEqual([]);
    clock.advance(DAY_MS + 1);
    expect((await again()).confirmations).toHaveLength(1);
  });

  test('the link confirms the address for the whole account, and only within its days', async () => {
    const { ctx, projectId } = await open();
    const addresses = ['bea@client-of-tests.dev'];
    const { confirmations } = await createSchedule(ctx, projectId, { ...WEEKLY, addresses }, true);
    const token = confirmations[0]?.token ?? '';
    const mistyped = `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`;
    expect(await confirmAddress(database.db, mistyped, new Date())).toBe(false);
    expect(await confirmAddress(database.db, token, new Date())).toBe(true);
    const { schedule, confirmations: none } = await createSchedule(ctx, projectId, { ...WEEKLY, addresses }, true);
    expect([schedule.recipients[0]?.isConfirmed, none]).toEqual([true, []]);
  });

  test('twenty new addresses a day; one that the mail server refused counts for none', async () => {
    const { ctx, clock, projectId } = await open();
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `r${from + at}@client-of-tests.dev`);
    const create = (addresses: string[]) => createSchedule(ctx, projectId, { ...WEEKLY, addresses }, true);
    expect((await create(some(0, 20))).confirmations).toHaveLength(20);
    await expect(create(some(20, 1))).rejects.toMatchObject({ message: /^recipients: at most 20 new addresses a day/ });
    await forgetAsking(ctx, 'r0@client-of-tests.dev');
    expect((await create(some(20, 1))).confirmations).toHaveLength(1);
    clock.advance(DAY_MS + 1);
    expect((await create(some(21, 5))).confirmations).toHaveLength(5);
  });

  test('without a mail server nobody is asked', async () => {
    const { ctx, projectId } = await open();
    const addresses = ['cy@client-of-tests.dev'];
    const { confirmations } = await createSchedule(ctx, projectId, { ...WEEKLY, addresses }, false);
    expect(confirmations).toEqual([]);
    expect((await createSchedule(ctx, projectId, { ...WEEKLY, addresses }, true)).confirmations).toHaveLength(1);
  });
});
