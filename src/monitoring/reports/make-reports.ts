import type { Timer } from '../../clock.js';
import { analysesOfProjects } from '../../core/analysis-state/project-analysis.js';
import type { Context } from '../../core/context.js';
import { appliedBranding } from '../../core/reports/account-branding.js';
import { collectReport } from '../../core/reports/collect-report.js';
import type { ReportDocument } from '../../core/reports/report-document.js';
import {
  type ClaimedReport,
  claimReport,
  failReport,
  findDueReports,
  findDueSchedules,
  keepReport,
  type MadeReport,
  putReportOff,
  queueScheduled,
} from '../../core/reports/report-queue.js';
import { pagesOf } from '../../core/reports/report-sections.js';
import type { Database } from '../../database/database.js';
import type { Tier } from '../../entities/vocabulary.js';
import { startSteps } from '../periodic.js';
import { PdfMaker } from './make-pdf.js';

/** Where reports are logged; pino's shape. */
interface ReportLog {
  error(details: object, message: string): void;
}

export interface ReportsOptions {
  database: Database;
  clock: Timer;
  log: ReportLog;
  /** Where people reach the service; a report's page is below it. */
  baseUrl: string;
  /** False without a mail server: nothing is mailed. */
  canMail: boolean;
  /** Counts what came of a report. */
  counted: (outcome: 'ready' | 'waiting' | 'failed') => void;
  pdfMaker?: PdfMaker;
}

/** A person waits for one that was asked for by hand. */
const LOOK_EVERY_MS = 2_000;
/** Schedules, and reports, of one look. */
const AT_ONCE = 20;
/** Between two looks at whether answers are still being analysed again. */
const REANALYSIS_PAUSE_MS = 120_000;
/** After a report could not be made, longer each time. */
const RETRY_PAUSE_MS = 60_000;
const ATTEMPTS_MAX = 5;

/**
 * The worker of reports: queues those of schedules that are due, and makes those that are queued, one after the other.
 * Any number of workers may: each report is claimed, made once and kept by the fence of its claim.
 */
export function startReports(options: ReportsOptions): { stop(): Promise<void> } {
  const maker = new ReportMaker(options);
  const { clock, log } = options;
  const step = { name: 'making reports', everyMs: LOOK_EVERY_MS, run: (signal: AbortSignal) => maker.look(signal) };
  const steps = startSteps([step], { clock, log });
  return { stop: async () => void (await Promise.all([steps.stop(), maker.stop()])) };
}

export class ReportMaker {
  private readonly pdfs: PdfMaker;

  constructor(private readonly options: ReportsOptions) {
    this.pdfs = options.pdfMaker ?? new PdfMaker();
  }

  /** Queues and makes all that is due now, as far as one look goes. */
  async look(signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.options;
    for (const schedule of await findDueSchedules(database.openForJob(), clock.now(), AT_ONCE)) {
      if (signal.aborted) return;
      await queueScheduled(this.contextOf(schedule), schedule).catch((error: unknown) => {
        log.error({ schedule_id: schedule.id, err: error }, 'a scheduled report was not queued');
      });
    }
    for (const due of await findDueReports(database.openForJob(), clock.now(), AT_ONCE)) {
      if (signal.aborted) return;
      const ctx = this.contextOf(due);
      const report = await claimReport(ctx, due.id);
      if (report) await this.make(ctx, report);
    }
  }

  async stop(): Promise<void> {
    await this.pdfs.stop();
  }

  private contextOf({ accountId, tier }: { accountId: string; tier: Tier }): Context {
    const { database, clock } = this.options;
    return { db: database.openForJob(), clock, caller: { kind: 'worker', accountId, tier } };
  }

  private async make(ctx: Context, report: ClaimedReport): Promise<void> {
    const { clock, log, baseUrl, canMail, counted } = this.options;
    try {
      const document = await this.collect(ctx, report);
      if (document === null) {
        await putReportOff(ctx, report, new Date(clock.now().getTime() + REANALYSIS_PAUSE_MS), false);
        counted('waiting');
        return;
      }
      const url = `${baseUrl}/dashboard/projects/${report.projectId}/reports/${report.id}`;
      await keepReport(ctx, report, await this.draw(ctx, report, document), { url, canMail });
      counted('ready');
    } catch (error) {
      log.error({ report_id: report.id, project_id: report.projectId, err: error }, 'a report was not made');
      if (report.attempts >= ATTEMPTS_MAX) {
        await failReport(ctx, report);
        counted('failed');
        return;
      }
      const pauseMs = RETRY_PAUSE_MS * 2 ** report.attempts;
      await putReportOff(ctx, report, new Date(clock.now().getTime() + pauseMs), true);
    }
  }

  /** Null where answers are being analysed again, for as long as the report waits for that. */
  private async collect(
    ctx: Context,
    { projectId, period, waitsUntil }: ClaimedReport,
  ): Promise<ReportDocument | null> {
    const document = await collectReport(ctx, projectId, period);
    const after = (await analysesOfProjects(ctx, [projectId])).get(projectId);
    const isWhole = !document.isReanalysing && after?.analysisId === document.analysisId;
    // One that was set aside does not end by itself.
    const isWaiting = !isWhole && after?.state !== 'set_aside' && ctx.clock.now() < waitsUntil;
    return isWaiting ? null : { ...document, isReanalysing: !isWhole };
  }

  private async draw(ctx: Context, { id, hasPdf }: ClaimedReport, document: ReportDocument): Promise<MadeReport> {
    if (!hasPdf) return { document, pdf: null, withoutPdf: null };
    const { name, color, logo } = await appliedBranding(ctx);
    const request = { pages: pagesOf(document), madeAt: document.madeAt, name, color };
    const first = await this.pdfs.make({ ...request, logo: logo?.content ?? null });
    // A file that begins and ends as a picture need not be one: the report has its PDF all the same.
    const isWithoutLogo = 'without' in first && first.without === 'bounds' && logo !== null;
    const made = isWithoutLogo ? await this.pdfs.make({ ...request, logo: null }) : first;
    if ('pdf' in made) return { document, pdf: made.pdf, withoutPdf: null };
    if (made.without === 'bounds') this.options.log.error({ report_id: id, err: made.cause }, 'a PDF was not drawn');
    return { document, pdf: null, withoutPdf: made.without };
  }
}
