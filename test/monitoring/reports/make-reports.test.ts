import type { Context } from '../../../src/core/context.js';
import { createHolder } from '../../../src/core/people/holders.js';
import { archiveProject, createProject } from '../../../src/core/projects/project.writes.js';
import { confirmAddress } from '../../../src/core/reports/mail-addresses.js';
import { createSchedule, updateSchedule } from '../../../src/core/reports/report-schedules.js';
import { getReport, getReportPdf, makeReport, pagesOfReports } from '../../../src/core/reports/reports.js';
import { PdfMaker } from '../../../src/monitoring/reports/make-pdf.js';
import { ReportMaker } from '../../../src/monitoring/reports/make-reports.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { storeDestination } from '../../support/destinations.js';
import { anEmail, operatorOf, PASSWORD } from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let database: TestDatabase;
const pdfMaker = new PdfMaker(new URL('./pdf-thread-of-sources.mjs', import.meta.url));
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await pdfMaker.stop();
  await database.close();
});
// The worker looks at all accounts: what a test leaves would be another's.
afterEach(async () => {
  await queryDatabase(database, 'delete from report');
  await queryDatabase(database, 'update report_schedule set removed_at = now()');
});

const faults: string[] = [];
afterEach(() => {
  expect(faults.splice(0)).toEqual([]);
});

/** Time begins at the next Monday's eve, so that a schedule of Mondays is due a day later. */
async function open({ brandName = 'Acme' } = {}) {
  const clock = new TestClock(nextSunday());
  const { ctx } = await openAccount(database.db, 'agency', clock);
  const { id: projectId } = await createProject(ctx, { brandName, websiteUrl: 'https://acme.example' });
  const outcomes: string[] = [];
  const maker = makerAt(clock, outcomes, pdfMaker);
  const look = () => maker.look(new AbortController().signal);
  return { ctx: ctx as Context, clock, projectId, look, outcomes };
}

function makerAt(clock: TestClock, outcomes: string[], pdfs: PdfMaker): ReportMaker {
  return new ReportMaker({
    database,
    clock,
    log: { error: (details, message) => faults.push(`${message} ${JSON.stringify(details)}`) },
    baseUrl: 'https://visibility.example',
    canMail: true,
    counted: (outcome) => outcomes.push(outcome),
    pdfMaker: pdfs,
  });
}

function nextSunday(): string {
  const now = new Date();
  const days = (7 - now.getUTCDay()) % 7;
  return `${new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`;
}

interface Stored {
  id: string;
  state: string;
  from_date: string;
  to_date: string;
  schedule_id: string | null;
}

const reportsOf = ({ caller }: Context) =>
  queryDatabase<Stored>(
    database,
    `select id, state, from_date::text, to_date::text, schedule_id
     from report
     where account_id = $1
     order by created_at, id`,
    [caller.accountId],
  );

const mailsOf = ({ caller }: Context) =>
  queryDatabase<{ address: string | null; holder_id: string | null; data: { report: { url: string } } }>(
    database,
    `select t.address, t.holder_id, e.data
     from delivery d
     join event e on e.account_id = d.account_id and e.id = d.event_id
     join destination t on t.account_id = d.account_id and t.id = d.destination_id
     where d.account_id = $1 and e.type = 'report.ready'
     order by t.address`,
    [caller.accountId],
  );

const WEEKLY = { cadence: 'weekly', hour: 7, timeZone: 'UTC' };

test('a scheduled report is made once, by however many workers, and mailed to who confirmed', async () => {
  const { ctx, clock, projectId, look } = await open();
  const addresses = ['ann@client-of-tests.dev', 'bea@client-of-tests.dev'];
  const { schedule, confirmations } = await createSchedule(ctx, projectId, { ...WEEKLY, addresses }, true);
  await confirmAddress(database.db, confirmations[0]?.token ?? '', clock.now());
  await look();
  expect(await reportsOf(ctx)).toEqual([]);
  clock.advance(DAY_MS);
  await Promise.all([look(), look(), look()]);
  await look();
  const monday = schedule.nextAt.slice(0, 10);
  const [report, ...others] = await reportsOf(ctx);
  expect([report, others]).toMatchObject([{ state: 'ready', schedule_id: schedule.id }, []]);
  expect(Date.parse(monday) - Date.parse(report?.from_date ?? '')).toBe(7 * DAY_MS);
  expect(Date.parse(monday) - Date.parse(report?.to_date ?? '')).toBe(DAY_MS);
  const url = `https://visibility.example/dashboard/projects/${projectId}/reports/${report?.id}`;
  expect(await mailsOf(ctx)).toMatchObject([{ address: 'ann@client-of-tests.dev', data: { report: { url } } }]);
  clock.advance(7 * DAY_MS);
  await look();
  expect(await reportsOf(ctx)).toHaveLength(2);
});

test('who has not accepted an invitation is mailed no report, and is shown as not confirmed', async () => {
  const { ctx, clock, projectId, look } = await open();
  const { accountId, tier } = ctx.caller;
  const invite = (password?: string) => {
    const person = { email: anEmail(), name: 'Ann', role: 'viewer', ...(password ? { password } : {}) };
    return createHolder(operatorOf(database.db, { accountId, tier }), person);
  };
  const [invited, joined] = [await invite(), await invite(PASSWORD)];
  const recipients = { holderIds: [joined.holderId], addresses: [invited.email] };
  const { schedule, confirmations } = await createSchedule(ctx, projectId, { ...WEEKLY, ...recipients }, true);
  expect(confirmations).toEqual([]);
  expect(new Map(schedule.recipients.map(({ holderId, isConfirmed }) => [holderId, isConfirmed]))).toEqual(
    new Map([
      [invited.holderId, false],
      [joined.holderId, true],
    ]),
  );
  clock.advance(DAY_MS);
  await look();
  expect(await mailsOf(ctx)).toMatchObject([{ holder_id: joined.holderId }]);
});

test('a schedule that is changed as it is due has its report, unless its time is another', async () => {
  const { ctx, clock, projectId, look } = await open();
  const [kept, moved] = [
    (await createSchedule(ctx, projectId, WEEKLY, true)).schedule,
    (await createSchedule(ctx, projectId, WEEKLY, true)).schedule,
  ];
  clock.advance(DAY_MS);
  await updateSchedule(ctx, kept.id, { hasPdf: false, holderIds: [] }, true);
  await updateSchedule(ctx, moved.id, { hour: 8 }, true);
  await look();
  expect(await reportsOf(ctx)).toMatchObject([{ state: 'ready', schedule_id: kept.id }]);
});

test('of a project that is archived while its report is made nobody is told', async () => {
  const { ctx, clock, projectId } = await open();
  await storeDestination(database, ctx.caller.accountId, { events: ['report.ready'] });
  const archiving = Object.assign(new PdfMaker(), {
    make: async () => {
      await archiveProject(ctx, projectId);
      return { without: 'letters' as const, cause: null };
    },
  });
  const today = clock.now().toISOString().slice(0, 10);
  await makeReport(ctx, projectId, { from: today, to: today });
  await makerAt(clock, [], archiving).look(new AbortController().signal);
  expect(await reportsOf(ctx)).toMatchObject([{ state: 'ready' }]);
  expect(await mailsOf(ctx)).toEqual([]);
});

test('a report by hand has its numbers and a PDF, is mailed to nobody, and ten a day are made', async () => {
  const { ctx, clock, projectId, look } = await open();
  const today = clock.now().toISOString().slice(0, 10);
  const asked = await makeReport(ctx, projectId, { from: today, to: today });
  expect(asked).toMatchObject({ state: 'waiting', summary: null, hasPdf: false });
  await look();
  const made = await getReport(ctx, asked.id);
  expect(made).toMatchObject({ state: 'ready', summary: 'No answers were received in this period.', hasPdf: true });
  expect((await getReportPdf(ctx, asked.id)).pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect((await getReportPdf(ctx, asked.id)).fileName).toBe(`Acme-${today}-${today}.pdf`);
  expect((await pagesOfReports(ctx, [asked.id])).get(asked.id)?.pages?.title).toBe('Acme: visibility in AI answers');
  expect(await mailsOf(ctx)).toEqual([]);
  for (let at = 1; at < 10; at++) await makeReport(ctx, projectId, { from: today, to: today });
  await expect(makeReport(ctx, projectId, { from: today, to: today })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'At most 10 reports a day are made by hand',
  });
});

test('ten a day are made of all projects together, also where two processes are asked at once', async () => {
  const { ctx, clock, projectId } = await open();
  const { id: otherId } = await createProject(ctx, { brandName: 'Bolt', websiteUrl: 'https://bolt.example' });
  const today = clock.now().toISOString().slice(0, 10);
  for (let at = 1; at < 10; at++) await makeReport(ctx, projectId, { from: today, to: today });
  // In transactions of their own, as in two processes, requests take no turns.
  const asked = [projectId, otherId].map((id) =>
    ctx.db.transaction((db) => makeReport({ ...ctx, db }, id, { from: today, to: today })),
  );
  const made = await Promise.allSettled(asked);
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test.each([
  [{ from: '2026-01-01', to: '2099-01-01' }, /^to: must not be after today/],
  [{ from: '2026-01-02', to: '2026-01-01' }, /^from: must not be after to/],
  [{ from: '2026-01-01', to: '2026-06-01' }, /^from: date range must be 0-90 days/],
  [{ from: '2026-02-30', to: '2026-03-01' }, /^from: must be a date that exists/],
])('days %j are refused', async (days, message) => {
  const { ctx, projectId } = await open();
  await expect(makeReport(ctx, projectId, days)).rejects.toMatchObject({ message: expect.stringMatching(message) });
});

test('of a name in Han letters there is no PDF, and the report says so', async () => {
  const { ctx, clock, projectId, look } = await open({ brandName: '漢字' });
  const today = clock.now().toISOString().slice(0, 10);
  const { id } = await makeReport(ctx, projectId, { from: today, to: today });
  await look();
  expect(await getReport(ctx, id)).toMatchObject({ state: 'ready', hasPdf: false, withoutPdf: 'letters' });
  await expect(getReportPdf(ctx, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a report waits for answers that are being analysed again, six hours at most, and then says so', async () => {
  const { ctx, clock, projectId, look, outcomes } = await open();
  const today = clock.now().toISOString().slice(0, 10);
  // Names changed since an analysis that has an answer, and no worker analyses again here.
  await queryDatabase(
    database,
    `with a as (
       insert into analysis (account_id, id, project_id, version, subjects)
       values ($1, gen_random_uuid(), $2, 1, '{"brand": {"name": "Former"}, "competitors": []}')
       returning id
     ), s as (
       insert into analysis_selection (account_id, project_id, analysis_id) select $1, $2, id from a
     )
     insert into daily_response
     select $1, $2, id, $3::date, 'chatgpt', 10, 5, 0, 0, 0, 0, 0 from a`,
    [ctx.caller.accountId, projectId, today],
  );
  const { id } = await makeReport(ctx, projectId, { from: today, to: today });
  await look();
  clock.advance(5 * HOUR_MS);
  await look();
  expect([(await getReport(ctx, id)).state, outcomes]).toEqual(['waiting', ['waiting', 'waiting']]);
  clock.advance(HOUR_MS);
  await look();
  const pages = (await pagesOfReports(ctx, [id])).get(id)?.pages;
  const method = pages?.sections.at(-1)?.sentences.at(-1);
  expect(method).toMatch(/while answers were being analysed again: later numbers of these days may differ\.$/);
});

test('of an archived project or an inactive account nothing is made; the schedule goes on', async () => {
  for (const change of [
    'update project set archived_at = now() where account_id = $1',
    `update account set subscription = 'inactive' where account_id = $1`,
  ]) {
    const { ctx, clock, projectId, look } = await open();
    await createSchedule(ctx, projectId, WEEKLY, true);
    await queryDatabase(database, change, [ctx.caller.accountId]);
    clock.advance(DAY_MS);
    await look();
    expect(await reportsOf(ctx)).toEqual([]);
    const [schedule] = await queryDatabase<{ is_moved: boolean }>(
      database,
      'select next_at > $2 as is_moved from report_schedule where account_id = $1',
      [ctx.caller.accountId, clock.now()],
    );
    expect(schedule?.is_moved).toBe(true);
  }
});

test('what fails is tried again, and after five times given up', async () => {
  const { ctx, clock, projectId, look, outcomes } = await open();
  const today = clock.now().toISOString().slice(0, 10);
  const { id } = await makeReport(ctx, projectId, { from: today, to: today });
  await queryDatabase(database, 'update report set from_date = $2 where id = $1', [id, '0001-01-01']);
  for (let at = 0; at < 6; at++) {
    await look();
    clock.advance(HOUR_MS);
  }
  expect([(await getReport(ctx, id)).state, outcomes]).toEqual(['failed', ['failed']]);
  expect(faults.splice(0)).toHaveLength(5);
});
