import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Context } from '../../src/core/context.js';
import { MAILS_A_DAY, receiverOfMail } from '../../src/core/destinations/mail-receivers.js';
import { mailDestinations } from '../../src/core/events/mail-destinations.js';
import { recordEvent } from '../../src/core/events/record-event.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { updateBranding } from '../../src/core/reports/account-branding.js';
import { confirmAddress } from '../../src/core/reports/mail-addresses.js';
import { createSchedule } from '../../src/core/reports/report-schedules.js';
import { daysBefore, toDay } from '../../src/core/time.js';
import { EVENT_TABLES, ensurePartitions } from '../../src/database/partitions.js';
import { createMailer } from '../../src/mail/mail.js';
import { PdfMaker } from '../../src/monitoring/reports/make-pdf.js';
import { ReportMaker } from '../../src/monitoring/reports/make-reports.js';
import { type Sending, startSending } from '../../src/sending/deliver.js';
import { MAIL_PACE, mailCarrier } from '../../src/sending/mail-carrier.js';
import { Pace } from '../../src/sending/pace.js';
import { createSendingMeter } from '../../src/sending/sending-metrics.js';
import { openAccount, ownerOf } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { TOLD_WITHOUT_MAIL } from '../support/destinations.js';
import { MailServer } from '../support/mail-server.js';
import { queryDatabase } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';
import { until } from '../support/until.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = 'Visibility <no-reply@visibility.example>';
/** A transparent point. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

let database: TestDatabase;
let server: MailServer;
let clock: TestClock;
let ctx: Context;
let sending: Sending[] = [];
let logged: string[] = [];
const pdfMaker = new PdfMaker(new URL('../monitoring/reports/pdf-thread-of-sources.mjs', import.meta.url));

beforeAll(async () => {
  database = await createTestDatabase();
  server = await MailServer.start();
});
afterAll(async () => {
  await pdfMaker.stop();
  await server.close();
  await database.close();
});

beforeEach(async () => {
  clock = new TestClock();
  ({ ctx } = await openAccount(database.db, 'agency', clock));
  logged = [];
});
afterEach(async () => {
  await Promise.all(sending.map((each) => each.stop()));
  sending = [];
  server.refuses = null;
  await queryDatabase(database, 'delete from delivery');
});

function start({ smtpUrl = server.url, pace = new Pace(MAIL_PACE) } = {}): void {
  const sendMail = createMailer({ smtpUrl, mailFrom: FROM });
  if (!sendMail) throw new Error('there is no mailer');
  const log = {
    error: (details: object, message: string) => {
      // The test's clock goes ahead of the database's.
      if (!('seconds' in details)) logged.push(`${message} ${JSON.stringify(details)}`);
    },
  };
  const mail = mailCarrier({ database, sendMail, baseUrl: 'https://visibility.example', mailFrom: FROM, log, pace });
  const carriers = { webhook: null, slack: null, mail };
  const meter = createSendingMeter(new Registry());
  const telling = TOLD_WITHOUT_MAIL;
  sending.push(startSending({ database, clock, log, meter, carriers, telling, drainMs: HOUR }));
}

const aStranger = () => `${randomUUID()}@client-of-tests.dev`;

/** An event that one address is mailed. */
async function record(address: string, summary = 'It fell.', brandName = 'Acme'): Promise<string> {
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const [destinationId = 'none'] = await mailDestinations(tx, [{ address }]);
    const data = {
      project: { brand_name: brandName },
      alert: { id: 'a', summary, url: 'https://visibility.example/x' },
    };
    await recordEvent(tx, { type: 'alert.opened', projectId: null, data, recipients: [{ destinationId }] });
    return destinationId;
  });
}

interface Stored {
  id: string;
  state: string;
  due_at: Date;
  attempts: { status: number | null; fault: string | null }[];
}

const deliveries = () =>
  queryDatabase<Stored>(
    database,
    `select d.id, d.state, d.due_at, coalesce(
       (select json_agg(a order by a.number) from delivery_attempt a where a.delivery_id = d.id), '[]'
     ) as attempts
     from delivery d
     where d.account_id = $1
     order by d.created_at, d.id`,
    [ctx.caller.accountId],
  );

async function attempted(attempts: number): Promise<Stored> {
  const [found] = await until(deliveries, ([only]) => only?.attempts.length === attempts);
  if (!found) throw new Error('there is no delivery');
  return found;
}

const destinationOf = async (address: string) =>
  (await queryDatabase<{ id: string }>(database, 'select id from destination where address = $1', [address]))[0]?.id ??
  'none';

const pass = async (ms: number) => {
  await clock.waits(2);
  clock.advance(ms);
};

const stateOf = async (id: string) =>
  (await queryDatabase<{ state: string }>(database, 'select state from destination where id = $1', [id]))[0]?.state;

/** A report of a project that one address has confirmed to receive, as a worker has made it. */
async function reportTo(address: string, brandName: string): Promise<void> {
  const { id } = await createProject(ctx, { brandName, websiteUrl: 'https://acme.example' });
  const weekly = { cadence: 'weekly', hour: 7, timeZone: 'UTC', addresses: [address] };
  const { schedule, confirmations } = await createSchedule(ctx, id, weekly, true);
  await confirmAddress(database.db, confirmations[0]?.token ?? '', new Date());
  clock.advance(Date.parse(schedule.nextAt) - clock.now().getTime());
  const maker = new ReportMaker({
    database,
    clock,
    log: { error: (details, message) => logged.push(`${message} ${JSON.stringify(details)}`) },
    baseUrl: 'https://visibility.example',
    canMail: true,
    counted: () => undefined,
    pdfMaker,
  });
  await maker.look(new AbortController().signal);
}

async function mailTo(address: string) {
  const [mail] = await until(
    () => server.read(address),
    (mails) => mails.length === 1,
  );
  if (!mail) throw new Error('no mail came');
  return mail;
}

const headerOf = (mail: Awaited<ReturnType<typeof mailTo>>, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value;

test('a report is mailed as text, HTML and PDF, with the look of the account, and each says the same', async () => {
  const owner = { ...ctx, caller: ownerOf(ctx.caller) };
  await updateBranding(owner, { name: 'Agency of tests', color: '#b00020', logo: PNG });
  const address = aStranger();
  await reportTo(address, 'Zürich & Söhne');
  start();
  const mail = await mailTo(address);
  expect(mail.from).toEqual({ name: 'Agency of tests', address: 'no-reply@visibility.example' });
  expect(mail.subject).toMatch(/^Zürich & Söhne: visibility in AI answers, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/);
  const headline = 'No answers were received in this period.';
  expect(mail.text).toContain(headline);
  expect(mail.html).toContain(headline);
  expect(mail.html).toContain('Zürich &amp; Söhne');
  expect(mail.html).toContain('#b00020');
  const end = 'No further reports';
  expect([mail.text, mail.html]).toEqual([
    expect.stringContaining(`${end}: https:`),
    expect.stringContaining(`>${end}</a>`),
  ]);
  const [logo, pdf] = ['image/png', 'application/pdf'].map((type) =>
    mail.attachments.find((one) => one.mimeType === type),
  );
  expect(mail.html).toContain(`src="cid:${logo?.contentId?.replace(/[<>]/g, '')}"`);
  expect(pdf?.filename).toMatch(/^Zu-rich-So-hne-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/);
  const proxy = await getDocumentProxy(new Uint8Array(pdf?.content as ArrayBuffer));
  const { text } = await extractText(proxy, { mergePages: true });
  expect(text.replaceAll(/\s/g, '')).toContain(headline.replaceAll(' ', ''));
  expect(logged).toEqual([]);
});

test('a mail says that it is automatic, and has one link to unsubscribe by, which a POST uses', async () => {
  const address = aStranger();
  await record(address);
  start();
  const mail = await mailTo(address);
  expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated');
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const link = /^<(https:\/\/visibility\.example\/mail\/unsubscribe\/bvu_[\w-]{64})>$/;
  const url = link.exec(headerOf(mail, 'list-unsubscribe') ?? '')?.[1] ?? 'no link';
  expect(mail.text).toContain(url);
  const { id } = await attempted(1);
  expect(mail.messageId).toBe(`<${id}@visibility.example>`);
});

test.each([
  ['\r\nBcc: all@evil.example\r\n\r\n<script>', 'It fell\r\nBcc: x@evil.example'],
  ['\u202eevil\u202c \u2066x', 'with marks of direction'],
  ['x'.repeat(10_000), 'y'.repeat(9_000)],
])('a hostile name stays within the subject and the body: %#', async (name, summary) => {
  const address = aStranger();
  await record(address, summary, name);
  start();
  const mail = await mailTo(address);
  expect(mail.to).toEqual([{ name: '', address }]);
  expect([mail.cc, mail.bcc, headerOf(mail, 'bcc')]).toEqual([undefined, undefined, undefined]);
  expect([...(mail.subject ?? '')].length).toBeLessThanOrEqual(120);
  expect(mail.subject).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(mail.text?.replaceAll('\r\n', '\n')).toContain(summary.replaceAll('\r\n', '\n'));
});

describe('what the mail server does not take', () => {
  test('now, it is offered for a day, as the same mail, and then given up; the receiver is not at fault', async () => {
    server.refuses = { at: 'recipient', code: 451 };
    const address = aStranger();
    const id = await record(address);
    start();
    expect(await attempted(1)).toMatchObject({ state: 'waiting', attempts: [{ status: 451, fault: 'mail_server' }] });
    let attempts = 1;
    while ((await deliveries())[0]?.state === 'waiting') {
      const [{ due_at } = { due_at: new Date() }] = await deliveries();
      await pass(due_at.getTime() - clock.now().getTime() + 5_000);
      attempts += 1;
      await attempted(attempts);
    }
    const [given] = await deliveries();
    expect([given?.state, await stateOf(id)]).toEqual(['failed', 'active']);
    expect(attempts).toBeGreaterThan(4);
    expect(server.to(address)).toEqual([]);
  }, 60_000);

  test('now, it takes later', async () => {
    server.refuses = { at: 'text', code: 452 };
    const address = aStranger();
    await record(address);
    start();
    await attempted(1);
    server.refuses = null;
    await pass(10_000);
    expect(await attempted(2)).toMatchObject({ state: 'delivered' });
    expect(server.to(address)).toHaveLength(1);
  });

  test('as it is not there, is tried again', async () => {
    const gone = await MailServer.start();
    const { url: smtpUrl } = gone;
    await gone.close();
    await record(aStranger());
    start({ smtpUrl });
    expect(await attempted(1)).toMatchObject({ state: 'waiting', attempts: [{ status: null, fault: 'mail_server' }] });
  });

  test('as the sender is refused, is tried again and is an error in the log', async () => {
    server.refuses = { at: 'sender', code: 553 };
    await record(aStranger());
    start();
    expect(await attempted(1)).toMatchObject({
      state: 'waiting',
      attempts: [{ status: 553, fault: 'sender_refused' }],
    });
    expect(logged).toEqual([expect.stringContaining('the mail server refuses the sender')]);
  });

  test('as the recipient is refused, fails at once; three running end all mail to it', async () => {
    server.refuses = { at: 'recipient', code: 550 };
    const address = aStranger();
    start();
    for (const expected of ['active', 'active', 'disabled']) {
      const id = await record(address);
      await pass(DAY);
      const states = async () => (await deliveries()).map(({ state }) => state);
      await until(states, (found) => found.every((state) => state === 'failed'));
      expect(await stateOf(id)).toBe(expected);
    }
  });
});

test('what is due at once of alerts is one mail, tried again as one, and is one of the mails of a day', async () => {
  server.refuses = { at: 'text', code: 452 };
  const address = aStranger();
  await record(address, 'It fell.', 'Acme');
  await record(address, 'It rose.', 'Bolt');
  await record(address, 'It lost a prompt.', 'Acme');
  start();
  const faults = async () => (await deliveries()).map(({ attempts }) => attempts.map(({ fault }) => fault));
  await until(faults, (found) => found.every((each) => each.length === 1));
  expect(await faults()).toEqual(Array.from({ length: 3 }, () => ['mail_server']));
  expect(new Set((await deliveries()).map(({ due_at }) => due_at.getTime())).size).toBe(1);
  server.refuses = null;
  await pass(10_000);
  const mail = await mailTo(address);
  expect(mail.subject).toBe('3 alerts of Acme, Bolt');
  for (const text of ['Alert of Acme\nIt fell.', 'Alert of Bolt\nIt rose.', 'It lost a prompt.']) {
    expect(mail.text?.replaceAll('\r\n', '\n')).toContain(text);
  }
  const states = async () => (await deliveries()).map(({ state }) => state);
  await until(states, (found) => found.every((state) => state === 'delivered'));
  expect(server.to(address)).toHaveLength(1);
  const destinationId = await destinationOf(address);
  const { mailedToday } = await receiverOfMail(
    database.db,
    { accountId: ctx.caller.accountId, destinationId },
    clock.now(),
  );
  expect(mailedToday).toBe(1);
});

test('nothing is mailed to a reserved domain, nor tried again', async () => {
  const before = server.mails.length;
  await record('ann@example.com');
  start();
  expect(await attempted(1)).toMatchObject({
    state: 'failed',
    attempts: [{ status: null, fault: 'recipient_refused' }],
  });
  expect(server.mails).toHaveLength(before);
});

test('who unsubscribed after a report was made is not mailed it', async () => {
  const address = aStranger();
  await reportTo(address, 'Acme');
  await queryDatabase(database, 'update report_recipient set unsubscribed_at = now() where address = $1', [address]);
  start();
  expect(await attempted(1)).toMatchObject({ state: 'failed' });
  expect(server.to(address)).toEqual([]);
});

test.each([
  ['', 0],
  [', digests that waited for a week included', 7],
])(`an account is mailed ${MAILS_A_DAY} times a day at most%s; the rest goes the day after`, async (_what, days) => {
  const address = aStranger();
  const id = await record(address);
  const madeOn = daysBefore(toDay(clock.now()), days);
  await ensurePartitions(database.db, [madeOn], EVENT_TABLES);
  await queryDatabase(
    database,
    `insert into delivery (account_id, id, day, destination_id, event_id, event_day, state, due_at, created_at,
       finished_at)
     select $1, gen_random_uuid(), $3::date, $2, gen_random_uuid(), $3::date, 'delivered', $4, $4,
       $4::timestamptz + at * interval '1 microsecond' * 1000
     from generate_series(1, $5) as s (at)`,
    [ctx.caller.accountId, id, madeOn, clock.now(), MAILS_A_DAY],
  );
  start();
  const waiting = async () => (await deliveries()).filter(({ state }) => state === 'waiting');
  const [put] = await until(waiting, ([only]) => only !== undefined && only.due_at > clock.now());
  expect(put?.due_at.toISOString().slice(11, 19)).toBe('00:00:00');
  expect(put?.attempts).toEqual([]);
  expect(server.to(address)).toEqual([]);
});

test('what is beyond the mails of a minute waits, and goes with its first attempt', async () => {
  const pace = new Pace(MAIL_PACE);
  for (let at = 0; at < 29; at++) pace.take(clock.now().getTime());
  const addresses = Array.from({ length: 12 }, aStranger);
  for (const address of addresses) await record(address);
  start({ pace });
  const delivered = async () => (await deliveries()).filter(({ state }) => state === 'delivered').length;
  await until(delivered, (count) => count === 1);
  await pass(MINUTE / 2);
  await clock.waits(2);
  expect(await delivered()).toBe(1);
  await pass(MINUTE);
  await pass(3_000);
  await until(delivered, (count) => count === addresses.length);
  expect((await deliveries()).map(({ attempts }) => attempts.length)).toEqual(addresses.map(() => 1));
});

test('a digest that waited for days is offered for a day from its first attempt on', async () => {
  server.refuses = { at: 'recipient', code: 451 };
  await record(aStranger());
  await queryDatabase(
    database,
    `update delivery set created_at = created_at - interval '6 days' where account_id = $1`,
    [ctx.caller.accountId],
  );
  start();
  expect(await attempted(1)).toMatchObject({ state: 'waiting' });
});

test('a process mails thirty times a minute', () => {
  const pace = new Pace(MAIL_PACE);
  for (let at = 0; at < 30; at++) expect(pace.take(at)).toBe(0);
  expect(pace.take(100)).toBe(MINUTE - 100);
  expect(pace.pauseMs(MINUTE)).toBe(0);
  expect(pace.take(MINUTE)).toBe(0);
  expect(pace.pauseMs(MINUTE)).toBe(1);
  expect(pace.take(MINUTE)).toBe(1);
});
