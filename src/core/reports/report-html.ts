import { NO_FURTHER_REPORTS } from './report.words.js';
import type { ReportCell, ReportPages, ReportSection, ReportTable } from './report-sections.js';

/** Bytes of a mail's HTML: some readers cut off what is beyond 102 kB. */
export const HTML_BYTES_MAX = 90_000;

/** How a report looks: the service's own look, or that of the account's branding. */
export interface ReportLook {
  /** Of who sends it. */
  name: string;
  /** `#rrggbb`, of headings and bars; with enough contrast on white. */
  color: string;
  /** What the HTML names the logo by, as `cid:`; null without one. */
  logoCid: string | null;
}

/** What stands below a mailed report: where its page is, and how to receive no further ones. */
export interface ReportLinks {
  pageUrl: string;
  unsubscribeUrl: string;
  /** Why no PDF is attached, where one was wanted; null otherwise. */
  withoutPdf: string | null;
}

/** Rows of a table that are tried in turn until the whole is short enough. */
const ROWS_TRIED = [100, 20, 10, 5, 1];

/**
 * A report as the HTML of a mail: tables with inline styles and bars in cells, since mail readers know little else.
 * Nothing in it is fetched from anywhere, so it does not tell when it is read. At most {@link HTML_BYTES_MAX}: of
 * reports that would be longer, tables end earlier, and say so.
 */
export function reportHtml(pages: ReportPages, look: ReportLook, links: ReportLinks): string {
  for (const rowsMax of ROWS_TRIED) {
    const html = draw(pages, look, links, rowsMax);
    if (Buffer.byteLength(html) <= HTML_BYTES_MAX) return html;
  }
  throw new Error('a report of a row a table is longer than mail may be');
}

const FONT = 'font-family:Arial,Helvetica,sans-serif';
const INK = '#1c2024';
const SOFT = '#60646c';
const LINE = '#e0e1e6';
const TONES = { up: '#18794e', down: '#b4231f' } as const;

function draw(pages: ReportPages, look: ReportLook, links: ReportLinks, rowsMax: number): string {
  const { title, subtitle, headline, sections } = pages;
  const cid = look.logoCid === null ? null : escaped(look.logoCid);
  const logo = cid === null ? '' : `<img src="cid:${cid}" alt="" height="40" style="height:40px">`;
  const isCut = sections.some(({ tables }) => tables.some(({ rows }) => rows.length > rowsMax));
  const cut = isCut ? paragraph('Some tables are longer: the page of the report has all rows.', SOFT) : '';
  const withoutPdf = links.withoutPdf === null ? '' : paragraph(escaped(links.withoutPdf), SOFT);
  const whole = 'role="presentation" width="100%" cellspacing="0" cellpadding="0"';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title></head>
<body style="margin:0;padding:0;background:#ffffff">
<table ${whole} style="${FONT};color:${INK}"><tr><td align="center">
<table ${whole} style="max-width:640px"><tr><td style="padding:24px 16px;text-align:left">
${logo}<p style="margin:8px 0 0;font-size:14px;color:${SOFT}">${escaped(look.name)}</p>
<h1 style="margin:4px 0;font-size:24px;line-height:1.25;color:${look.color}">${escaped(title)}</h1>
${paragraph(escaped(subtitle), SOFT)}
<p style="margin:16px 0;font-size:18px;line-height:1.4">${escaped(headline)}</p>
${sections.map((section) => drawSection(section, look, rowsMax)).join('\n')}
${cut}${withoutPdf}
<p style="margin:24px 0 8px;font-size:14px">${link(links.pageUrl, "Open the report's page", look.color)}</p>
<p style="margin:8px 0;font-size:12px">${link(links.unsubscribeUrl, NO_FURTHER_REPORTS, SOFT)}</p>
</td></tr></table></td></tr></table></body></html>
`;
}

function link(url: string, text: string, color: string): string {
  return `<a href="${escaped(url)}" style="color:${color}">${text}</a>`;
}

function drawSection({ title, sentences, tables }: ReportSection, look: ReportLook, rowsMax: number): string {
  const heading = `<h2 style="margin:28px 0 8px;font-size:17px;color:${look.color}">${escaped(title)}</h2>`;
  const said = sentences.map((sentence) => paragraph(escaped(sentence))).join('');
  return `${heading}${said}${tables.map((table) => drawTable(table, look, rowsMax)).join('')}`;
}

function paragraph(html: string, color: string = INK): string {
  return `<p style="margin:6px 0;font-size:14px;line-height:1.5;color:${color}">${html}</p>`;
}

const CELL = `padding:6px 8px 6px 0;border-bottom:1px solid ${LINE};font-size:13px;line-height:1.4;vertical-align:top`;

function drawTable({ caption, columns, rows }: ReportTable, look: ReportLook, rowsMax: number): string {
  const align = (at: number) => (columns[at]?.isNumber === true ? 'right' : 'left');
  const head = columns
    .map(({ title }, at) => {
      return `<th scope="col" align="${align(at)}" style="${CELL};color:${SOFT}">${escaped(title)}</th>`;
    })
    .join('');
  const body = rows.slice(0, rowsMax).map((cells) => {
    const drawn = cells.map((cell, at) => `<td align="${align(at)}" style="${CELL}">${drawCell(cell, look)}</td>`);
    return `<tr>${drawn.join('')}</tr>`;
  });
  const label = escaped(caption);
  const table = `<table width="100%" cellspacing="0" cellpadding="0" aria-label="${label}" style="margin:8px 0">`;
  return `${table}<tr>${head}</tr>${body.join('')}</table>`;
}

/** Pixels of a bar of 100 %: mail readers do not agree on parts of a cell. */
const BAR_PIXELS = 80;

function drawCell({ text, bar, tone }: ReportCell, look: ReportLook): string {
  const shown = tone === undefined ? escaped(text) : `<b style="color:${TONES[tone]}">${escaped(text)}</b>`;
  if (bar === undefined) return shown;
  const filled = Math.round((BAR_PIXELS * Math.min(100, Math.max(0, bar))) / 100);
  const parts = [
    [filled, look.color],
    [BAR_PIXELS - filled, LINE],
  ] as const;
  const drawn = parts
    .filter(([pixels]) => pixels > 0)
    .map(([pixels, color]) => {
      return `<td width="${pixels}" height="6" bgcolor="${color}" style="font-size:0;line-height:6px">&nbsp;</td>`;
    });
  const table = '<table role="presentation" cellspacing="0" cellpadding="0" align="right" style="clear:both">';
  return `${shown}${table}<tr>${drawn.join('')}</tr></table>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
