import { statement } from '../../database/rows.js';
import type { Tier, WithoutPdf } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import type { Period } from '../metrics/metric-query.js';
import { type AppliedBranding, appliedBranding } from './account-branding.js';
import type { ReportDocument } from './report-document.js';
import { pagesOf, type ReportPages } from './report-sections.js';
import { reportFileName } from './reports.js';

/** A report as it is mailed to one of its recipients. */
export interface MailedReport {
  /** The schedule that it was made by; null where it was asked for by hand. */
  scheduleId: string | null;
  pages: ReportPages;
  period: Period;
  pdf: { content: Buffer; fileName: string } | null;
  /** Why there is no PDF although one was wanted. */
  withoutPdf: WithoutPdf | null;
  branding: AppliedBranding;
}

interface MailedRow {
  tier: Tier;
  schedule_id: string | null;
  document: ReportDocument;
  pdf: Buffer | null;
  without_pdf: WithoutPdf | null;
}

/** Nothing of a report that is gone, or whose recipient has unsubscribed or was taken off the schedule meanwhile. */
const FIND = statement<MailedRow>(
  'find-mailed-report',
  `select a.tier, r.schedule_id, r.document, r.pdf, r.without_pdf
   from report r
   join account a on a.account_id = $1
   join destination d on d.account_id = $1 and d.id = $3
   where r.account_id = $1 and r.id = $2 and r.state = 'ready'
     and (
       r.schedule_id is null or exists (
         select
         from report_recipient n
         where n.account_id = $1 and n.schedule_id = r.schedule_id and n.unsubscribed_at is null
           and (n.holder_id = d.holder_id or n.address = lower(d.address))
       )
     )`,
);

/** A report for one destination of mail; null where it is not to be mailed there any more. */
export async function findMailedReport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { accountId, reportId, destinationId }: { accountId: string; reportId: string; destinationId: string },
): Promise<MailedReport | null> {
  const [row] = await db.rows(FIND, [accountId, reportId, destinationId]);
  if (!row) return null;
  const { document, pdf, tier } = row;
  const { period, project } = document;
  return {
    scheduleId: row.schedule_id,
    pages: pagesOf(document),
    period,
    pdf: pdf && { content: pdf, fileName: reportFileName(project.brandName, period) },
    withoutPdf: row.without_pdf,
    branding: await appliedBranding({ db, clock, caller: { kind: 'worker', accountId, tier } }),
  };
}
