import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { statement } from '../../database/rows.js';
import type { ReportState, SharedPart, WithoutPdf } from '../../entities/vocabulary.js';
import { notFoundOrForbidden, refuseUnlessMayWrite } from '../access/access.js';
import { bindProjects, type Context, refuseVisitor, seenRows, seesProject } from '../context.js';
import { invalid } from '../errors.js';
import { flag, parse, uuid } from '../input.js';
import { day, type Period, toPeriod } from '../metrics/metric-query.js';
import type { PagePosition } from '../pages.js';
import { lockAccount } from '../people/accounts.js';
import { lockProjectAlone } from '../projects/project.writes.js';
import { toDay, toTimestamp } from '../time.js';
import { inAccountQueue } from '../writes.js';
import type { ReportDocument } from './report-document.js';
import { pagesOf, type ReportPages } from './report-sections.js';

/** Reports that an account may ask for by hand in a UTC day. */
export const REPORTS_A_DAY = 10;

const HOUR_MS = 3_600_000;
/** How long a report waits for answers that are being analysed again. */
const PATIENCE_HOURS = 6;

const makeInput = z.object({ from: day, to: day, hasPdf: flag.default(true) }, 'must be an object');

/** A report in a list. */
export interface ReportView {
  id: string;
  projectId: string;
  /** Null where it was asked for by hand. */
  scheduleId: string | null;
  period: Period;
  state: ReportState;
  /** Its headline; null until it is ready. */
  summary: string | null;
  hasPdf: boolean;
  /** Why there is no PDF although one was wanted. */
  withoutPdf: WithoutPdf | null;
  createdAt: string;
  madeAt: string | null;
}

interface ReportRow {
  id: string;
  project_id: string;
  schedule_id: string | null;
  from_date: string;
  to_date: string;
  state: ReportState;
  summary: string | null;
  has_pdf: boolean;
  without_pdf: WithoutPdf | null;
  created_at: string;
  made_at: string | null;
}

const COLUMNS = `r.id, r.project_id, r.schedule_id, r.from_date::text, r.to_date::text, r.state, r.summary,
     r.pdf is not null as has_pdf, r.without_pdf, r.created_at, r.made_at`;

interface ReportPage {
  first: number;
  after: PagePosition | null;
}

/** The newest first; one more than a page, which tells whether there is another. */
const LIST = statement<{ owner_id: string } & (ReportRow | { id: null })>(
  'list-reports',
  `select x.id as owner_id, r.*
   from project x
   left join lateral (
     select ${COLUMNS}
     from report r
     where r.account_id = $1 and r.project_id = x.id
       and ($4::timestamptz is null or (r.created_at, r.id) < ($4, $5::uuid))
     order by r.created_at desc, r.id desc
     limit $3
   ) r on true
   where x.account_id = $1 and x.id = any ($2::uuid[])
   order by x.id, r.created_at desc, r.id desc`,
);

/** A page of the reports of each project that the account holds, archived ones included, by project. */
export async function reportsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { first, after }: ReportPage,
): Promise<Map<string, { entries: ReportView[]; hasMore: boolean }>> {
  const values = [...bindProjects(ctx, projectIds), first + 1, after?.at ?? null, after?.id ?? null];
  const pages = new Map<string, { entries: ReportView[]; hasMore: boolean }>();
  for (const row of await ctx.db.rows(LIST, values)) {
    const page = pages.get(row.owner_id) ?? { entries: [], hasMore: false };
    pages.set(row.owner_id, page);
    if (row.id === null) continue;
    if (page.entries.length === first) page.hasMore = true;
    else page.entries.push(toView(row));
  }
  return pages;
}

function toView(row: ReportRow): ReportView {
  return {
    id: row.id,
    projectId: row.project_id,
    scheduleId: row.schedule_id,
    period: { from: row.from_date, to: row.to_date },
    state: row.state,
    summary: row.summary,
    hasPdf: row.has_pdf,
    withoutPdf: row.without_pdf,
    createdAt: toTimestamp(row.created_at),
    madeAt: row.made_at === null ? null : toTimestamp(row.made_at),
  };
}

const FIND = statement<ReportRow>(
  'find-report',
  `select ${COLUMNS}
   from report r
   where r.account_id = $1 and r.id = $2`,
);

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getReport(ctx: Context, reportId: unknown): Promise<ReportView> {
  refuseVisitor(ctx.caller);
  const id = parse(uuid, reportId, 'reportId');
  const [row] = await ctx.db.rows(FIND, [ctx.caller.accountId, id]);
  if (!row || !seesProject(ctx.caller, row.project_id)) throw await notFoundOrForbidden(ctx, 'report', id);
  return toView(row);
}

const DOCUMENTS = statement<{ id: string; project_id: string; document: ReportDocument | null }>(
  'documents-of-reports',
  `select r.id, r.project_id, r.document
   from report r
   where r.account_id = $1 and r.id = any ($2::uuid[])`,
);

/** What each report says, by report: nothing until it is ready. Visitors are not told what their link hides. */
export async function pagesOfReports(
  { db, caller }: Context,
  reportIds: readonly string[],
): Promise<Map<string, { pages: ReportPages | null }>> {
  const found = await db.rows(DOCUMENTS, [caller.accountId, reportIds]);
  const shown = (document: ReportDocument) =>
    caller.kind === 'visitor' ? withoutHidden(document, caller.shows) : document;
  return new Map(
    seenRows(caller, found).map(({ id, document }) => [id, { pages: document && pagesOf(shown(document)) }]),
  );
}

/** Without alerts, changes, notes and runs, which no link shows, and without prompts where those are not shown. */
function withoutHidden(document: ReportDocument, shows: readonly SharedPart[]): ReportDocument {
  const prompts = shows.includes('prompts') ? {} : { lost: [], gained: [], promptsLookedAt: 0 };
  return { ...document, alerts: [], changes: [], furtherChanges: 0, asked: [], ...prompts };
}

const FIND_PDF = statement<{
  project_id: string;
  pdf: Buffer | null;
  from_date: string;
  to_date: string;
  brand_name: string;
}>(
  'find-pdf-of-report',
  `select r.project_id, r.pdf, r.from_date::text, r.to_date::text, p.brand_name
   from report r
   join project p on p.account_id = $1 and p.id = r.project_id
   where r.account_id = $1 and r.id = $2`,
);

/** The PDF of a report, and a name for its file. @throws ServiceError NOT_FOUND, also where it has none; FORBIDDEN. */
export async function getReportPdf(ctx: Context, reportId: unknown): Promise<{ pdf: Buffer; fileName: string }> {
  const id = parse(uuid, reportId, 'reportId');
  const [row] = await ctx.db.rows(FIND_PDF, [ctx.caller.accountId, id]);
  if (!row?.pdf || !seesProject(ctx.caller, row.project_id)) throw await notFoundOrForbidden(ctx, 'report', id);
  return { pdf: row.pdf, fileName: reportFileName(row.brand_name, { from: row.from_date, to: row.to_date }) };
}

/** A name for the file of a report, of letters and digits that every system takes. */
export function reportFileName(brandName: string, { from, to }: Period): string {
  const name = brandName
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${name === '' ? 'report' : name}-${from}-${to}.pdf`;
}

const COUNT_TODAY = statement<{ count: number }>(
  'count-reports-of-day',
  `select count(*)::int as count
   from report r
   where r.account_id = $1 and r.schedule_id is null and r.created_at >= $2::date::timestamp at time zone 'UTC'`,
);

const SAVE = statement<object>(
  'save-report',
  `insert into report (account_id, id, project_id, schedule_id, from_date, to_date, has_pdf, state, due_at, waits_until,
     created_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, $10, $8)
   on conflict (account_id, schedule_id, from_date) do nothing`,
);

/** What a report is queued by: a worker makes it within seconds. */
interface NewReport {
  projectId: string;
  scheduleId: string | null;
  period: Period;
  hasPdf: boolean;
}

/** Queues a report in the transaction of `tx`; of a schedule and first day there is one. @returns its id. */
export async function queueReport(tx: Context, { projectId, scheduleId, period, hasPdf }: NewReport): Promise<string> {
  const { caller, clock } = tx;
  const id = randomUUID();
  const now = clock.now();
  const patience = new Date(now.getTime() + PATIENCE_HOURS * HOUR_MS);
  const holderId = caller.kind === 'holder' ? caller.holderId : null;
  const { from, to } = period;
  await tx.db.rows(SAVE, [caller.accountId, id, projectId, scheduleId, from, to, hasPdf, now, patience, holderId]);
  return id;
}

/**
 * Asks for a report of some days of a project, 91 at most; a worker makes it. Nobody is mailed it.
 * @throws ServiceError VALIDATION_ERROR (also for the reports of a day), NOT_FOUND, FORBIDDEN.
 */
export async function makeReport(ctx: Context, projectId: unknown, input: unknown): Promise<ReportView> {
  refuseUnlessMayWrite(ctx.caller);
  const id = parse(uuid, projectId, 'projectId');
  const { from, to, hasPdf } = parse(makeInput, input);
  const today = toDay(ctx.clock.now());
  if (to > today) throw invalid(['to'], `must not be after today (${today})`);
  const period = toPeriod(ctx, { from, to });
  return inAccountQueue(ctx, () =>
    ctx.db.transaction(async (db) => {
      const tx = { ...ctx, db };
      await lockAccount(tx);
      await lockProjectAlone(tx, id);
      const count = (await db.rows(COUNT_TODAY, [ctx.caller.accountId, today]))[0]?.count ?? 0;
      if (count >= REPORTS_A_DAY) throw invalid([], `At most ${REPORTS_A_DAY} reports a day are made by hand`);
      return getReport(tx, await queueReport(tx, { projectId: id, scheduleId: null, period, hasPdf }));
    }),
  );
}
