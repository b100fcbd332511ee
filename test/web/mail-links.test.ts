import { randomUUID } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createUnsubscription } from '../../src/core/destinations/unsubscriptions.js';
import { mailDestinations } from '../../src/core/events/mail-destinations.js';
import { recordEvent } from '../../src/core/events/record-event.js';
import { createMailer, type SendMail } from '../../src/mail/mail.js';
import { type ApiCaller, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { MailServer } from '../support/mail-server.js';
import { createProject } from '../support/resources.js';
import { openPerson } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

let server: MailServer;
let send: SendMail = null;
const api = useApi({ clock: SYSTEM_CLOCK, sendMail: async (mail) => send?.(mail) });
const withoutMail = useApi({ clock: SYSTEM_CLOCK });

beforeAll(async () => {
  server = await MailServer.start();
  send = createMailer({ smtpUrl: server.url, mailFrom: 'Visibility <no-reply@visibility.example>' });
});
afterEach(() => {
  server.refuses = null;
});
afterAll(() => server.close());

const aStranger = () => `${randomUUID()}@client-of-tests.dev`;

async function schedule(caller: ApiCaller, address: string) {
  const { id } = await createProject(caller, { brand_name: 'Acme <b>' });
  return ask(caller, id, address);
}

async function ask(caller: ApiCaller, projectId: string, address: string) {
  const { body } = await askGraphql(
    caller,
    `mutation ($id: ID!, $to: [String!]) {
      createReportSchedule(projectId: $id, input: { cadence: WEEKLY, hour: 7, timeZone: "UTC", addresses: $to }) {
        id projectId recipients { address isConfirmed unsubscribedAt }
      }
    }`,
    { id: projectId, to: [address] },
  );
  expect(body.errors).toBeUndefined();
  return body.data?.['createReportSchedule'] as {
    id: string;
    projectId: string;
    recipients: { address: string; isConfirmed: boolean; unsubscribedAt: string | null }[];
  };
}

async function recipientsOf(caller: ApiCaller, projectId: string) {
  const query = `query ($id: ID!) { project(id: $id) {
    reportSchedules { recipients { address isConfirmed unsubscribedAt } } } }`;
  const { body } = await askGraphql(caller, query, { id: projectId });
  const { project } = body.data as { project: { reportSchedules: { recipients: object[] }[] } };
  return project.reportSchedules[0]?.recipients;
}

const LINK = /https:\/\/visibility\.example(\/mail\/confirm\/bvc_[\w-]{64})/;

test('an address is mailed nothing but the question until it presses the button of its page', async () => {
  const { caller } = await openPerson(api);
  const address = aStranger();
  const { projectId, recipients } = await schedule(caller, address);
  expect(recipients).toEqual([{ address, isConfirmed: false, unsubscribedAt: null }]);
  expect(server.to(address)).toHaveLength(1);
  const path = LINK.exec(server.to(address)[0] ?? '')?.[1] ?? 'no link';
  const opened = await api.request('GET', path);
  expect([opened.status, opened.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
  expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(opened.text).toContain('<button type="submit">Receive reports</button>');
  expect(await recipientsOf(caller, projectId)).toMatchObject([{ isConfirmed: false }]);
  expect((await api.request('POST', path)).status).toBe(200);
  expect(await recipientsOf(caller, projectId)).toMatchObject([{ isConfirmed: true }]);
});

test('an address is asked once a week, and again where the mail server did not take the first', async () => {
  const { caller } = await openPerson(api);
  const address = aStranger();
  server.refuses = { at: 'recipient', code: 451 };
  const { projectId } = await schedule(caller, address);
  expect(server.to(address)).toEqual([]);
  server.refuses = null;
  await ask(caller, projectId, address);
  await ask(caller, projectId, address);
  expect(server.to(address)).toHaveLength(1);
});

test('without a mail server a schedule is made and nobody is asked', async () => {
  const { caller } = await openPerson(withoutMail);
  const address = aStranger();
  const { recipients } = await schedule(caller, address);
  expect(recipients).toEqual([{ address, isConfirmed: false, unsubscribedAt: null }]);
  expect((await askGraphql(caller, '{ canMail }')).body.data).toEqual({ canMail: false });
});

describe('unsubscribing', () => {
  async function mailed(scheduleId: string | null, caller: ApiCaller, address: string) {
    const { ctx } = caller.account;
    const destinationId = await ctx.db.transaction(async (db) => {
      const [id] = await mailDestinations({ ...ctx, db, clock: SYSTEM_CLOCK }, [{ address }]);
      return id ?? 'none';
    });
    const by = { accountId: caller.account.accountId, destinationId, scheduleId };
    return { destinationId, path: `/mail/unsubscribe/${await createUnsubscription(api.db, by, new Date())}` };
  }

  const stateOf = async (destinationId: string) =>
    (
      await queryDatabase<{ state: string }>(api.database, 'select state from destination where id = $1', [
        destinationId,
      ])
    )[0]?.state;

  test('by GET there is a button alone; the POST of a mail program ends the reports of that schedule', async () => {
    const { caller } = await openPerson(api);
    const address = aStranger();
    const { id, projectId } = await schedule(caller, address);
    const { path, destinationId } = await mailed(id, caller, address);
    for (let at = 0; at < 3; at++) {
      const opened = await api.request('GET', path);
      expect([opened.status, opened.text]).toEqual([200, expect.stringContaining('>Unsubscribe</button>')]);
      expect(opened.text).toContain('Acme &lt;b&gt;');
    }
    expect(await recipientsOf(caller, projectId)).toMatchObject([{ unsubscribedAt: null }]);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://mail.example' };
    const posted = await api.request('POST', path, headers, 'List-Unsubscribe=One-Click');
    expect(posted.status).toBe(200);
    expect(await recipientsOf(caller, projectId)).toMatchObject([{ unsubscribedAt: expect.any(String) }]);
    expect((await api.request('POST', path, headers, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await stateOf(destinationId)).toBe('active');
  });

  /** The owner of an account, with a weekly report and a waiting mail of each kind. */
  async function bothKinds() {
    const { caller, email } = await openPerson(api);
    const { accountId, ctx } = caller.account;
    const [owner] = await queryDatabase<{ id: string }>(api.database, 'select id from holder where account_id = $1', [
      accountId,
    ]);
    const { id: projectId } = await createProject(caller, { brand_name: 'Acme' });
    const { id: scheduleId } = await ask(caller, projectId, email);
    const destinationId = await ctx.db.transaction(async (db) => {
      const tx = { ...ctx, db, clock: SYSTEM_CLOCK };
      const [id = 'none'] = await mailDestinations(tx, [{ holderId: owner?.id ?? 'none' }]);
      for (const type of ['alert.opened', 'report.ready'] as const) {
        await recordEvent(tx, { type, projectId, data: {}, recipients: [{ destinationId: id }] });
      }
      return id;
    });
    const link = async (of: string | null) => {
      const by = { accountId, destinationId, scheduleId: of };
      return `/mail/unsubscribe/${await createUnsubscription(api.db, by, new Date())}`;
    };
    const left = async () => {
      const [told] = await queryDatabase<object>(
        api.database,
        'select is_immediate, has_digest from notification where account_id = $1',
        [accountId],
      );
      const waiting = await queryDatabase<{ type: string }>(
        api.database,
        `select e.type
         from delivery d
         join event e on e.account_id = d.account_id and e.id = d.event_id and e.day = d.event_day
         where d.account_id = $1 and d.state = 'waiting'
         order by e.type`,
        [accountId],
      );
      return { told, waiting: waiting.map(({ type }) => type), reports: await recipientsOf(caller, projectId) };
    };
    return { link, left, scheduleId, stateOf: () => stateOf(destinationId) };
  }

  test('from alerts leaves reports as they are', async () => {
    const { link, left, stateOf: state } = await bothKinds();
    const path = await link(null);
    const opened = await api.request('GET', path);
    expect(opened.text).toContain('no further mail about alerts from');
    expect(await left()).toMatchObject({ told: undefined, waiting: ['alert.opened', 'report.ready'] });
    expect((await api.request('POST', path)).status).toBe(200);
    expect((await api.request('POST', path)).status).toBe(200);
    expect(await left()).toMatchObject({
      told: { is_immediate: false, has_digest: false },
      waiting: ['report.ready'],
      reports: [{ unsubscribedAt: null }],
    });
    expect(await state()).toBe('active');
  });

  test('from reports leaves alerts as they are', async () => {
    const { link, left, scheduleId, stateOf: state } = await bothKinds();
    expect((await api.request('POST', await link(scheduleId))).status).toBe(200);
    expect(await left()).toMatchObject({
      told: undefined,
      waiting: ['alert.opened', 'report.ready'],
      reports: [{ unsubscribedAt: expect.any(String) }],
    });
    expect(await state()).toBe('active');
  });

  test('from mail that an address could not choose ends all mail to it', async () => {
    const { caller } = await openPerson(api);
    const { path, destinationId } = await mailed(null, caller, aStranger());
    await api.request('POST', path);
    expect(await stateOf(destinationId)).toBe('disabled');
  });

  test.each([
    '/mail/unsubscribe/x',
    `/mail/unsubscribe/bvu_${'A'.repeat(64)}`,
    `/mail/unsubscribe/bvc_${'A'.repeat(64)}`,
    `/mail/confirm/bvc_${'A'.repeat(64)}`,
    `/mail/confirm/${'%00'.repeat(40)}`,
  ])('%s is not found, by GET and POST', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status, text } = await api.request(method, path);
      expect([status, text]).toEqual([404, expect.stringContaining('This link is not valid')]);
    }
  });
});
