import { SERVICE_NAME } from '../core/reports/account-branding.js';
import type { MailedReport } from '../core/reports/find-mailed-report.js';
import { NO_FURTHER_REPORTS } from '../core/reports/report.words.js';
import { reportHtml } from '../core/reports/report-html.js';
import { reportText } from '../core/reports/report-text.js';
import type { WithoutPdf } from '../entities/vocabulary.js';
import type { Mail } from './mail.js';

const LOGO = 'logo@report';

const WITHOUT_PDF: Readonly<Record<WithoutPdf, string>> = {
  letters: 'There is no PDF, as the report has letters that its fonts lack: print the page of the report.',
  bounds: 'There is no PDF, as it could not be drawn: print the page of the report.',
};

/**
 * A report as a mail: its text, its HTML with the logo, and its PDF or why there is none; below it the link to its
 * page, and the one by which its recipient ends the reports of its schedule.
 */
export function reportMail(
  { pages, period, pdf, withoutPdf, branding }: MailedReport,
  links: { pageUrl: string; unsubscribeUrl: string },
): Omit<Mail, 'to'> {
  const { name, color, logo, replyTo } = branding;
  const note = withoutPdf === null ? null : WITHOUT_PDF[withoutPdf];
  const footer = [...(note === null ? [] : [note]), links.pageUrl, `${NO_FURTHER_REPORTS}: ${links.unsubscribeUrl}`];
  return {
    subject: `${pages.title}, ${period.from} to ${period.to}`,
    text: `${reportText(pages)}\n${footer.join('\n\n')}\n`,
    html: reportHtml(pages, { name, color, logoCid: logo && LOGO }, { ...links, withoutPdf: note }),
    attachments: [
      ...(logo ? [{ filename: 'logo', contentType: logo.type, content: logo.content, cid: LOGO }] : []),
      ...(pdf ? [{ filename: pdf.fileName, contentType: 'application/pdf', content: pdf.content }] : []),
    ],
    fromName: name === SERVICE_NAME ? undefined : name,
    replyTo: replyTo ?? undefined,
  };
}
