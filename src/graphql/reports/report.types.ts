import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { BrandingView } from '../../core/reports/account-branding.js';
import { RECIPIENTS_MAX, type RecipientView, type ScheduleView } from '../../core/reports/report-schedules.js';
import type { ReportCell as CellView, ReportPages as PagesView } from '../../core/reports/report-sections.js';
import type { ReportView } from '../../core/reports/reports.js';
import {
  REPORT_CADENCES,
  REPORT_STATES,
  type ReportCadence,
  type ReportState,
  WITHOUT_PDF,
  type WithoutPdf,
} from '../../entities/vocabulary.js';
import { connectionOf } from '../shared/connection.types.js';
import { DateScalar, DateTimeScalar, upperCased } from '../shared/scalars.js';

const CadenceEnum = upperCased(REPORT_CADENCES);
registerEnumType(CadenceEnum, {
  name: 'ReportCadence',
  description: 'How often reports of a schedule are made.',
  valuesConfig: {
    WEEKLY: { description: 'On Mondays, for the seven days before.' },
    MONTHLY: { description: 'On the 1st, for the month before.' },
  },
});

const StateEnum = upperCased(REPORT_STATES);
registerEnumType(StateEnum, {
  name: 'ReportState',
  description: 'What has become of a report.',
  valuesConfig: {
    WAITING: { description: 'A worker makes it, or waits for answers that are being analysed again.' },
    READY: { description: 'It was made, and stays as it is.' },
    FAILED: { description: 'It could not be made.' },
  },
});

const WithoutPdfEnum = upperCased(WITHOUT_PDF);
registerEnumType(WithoutPdfEnum, {
  name: 'WithoutPdf',
  description: 'Why a report has no PDF: its page can be printed.',
  valuesConfig: {
    LETTERS: { description: 'It has letters that the fonts of PDFs lack.' },
    BOUNDS: { description: 'It could not be drawn within its bounds.' },
  },
});

@ObjectType({ description: 'A cell of a table of a report.', simpleResolvers: true })
class ReportCell implements Pick<CellView, 'text'> {
  @Field(() => String, { description: 'What it says.' })
  text!: string;

  @Field(() => Float, { nullable: true, description: 'A share in percent, 0 to 100, that is drawn as a bar.' })
  bar!: number | null;

  @Field(() => String, { nullable: true, description: '`up` or `down` of a move beyond chance.' })
  tone!: string | null;
}

@ObjectType({ description: 'A row of a table of a report.', simpleResolvers: true })
class ReportRow {
  @Field(() => [ReportCell], { description: 'Its cells, one a column.' })
  cells!: ReportCell[];
}

@ObjectType({ description: 'A column of a table of a report.', simpleResolvers: true })
class ReportColumn {
  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => Boolean, { description: 'Whether its cells are numbers.' })
  isNumber!: boolean;
}

@ObjectType({ description: 'A table of a report.', simpleResolvers: true })
class ReportTable {
  @Field(() => String, { description: 'What it lists.' })
  caption!: string;

  @Field(() => [ReportColumn], { description: 'Its columns.' })
  columns!: ReportColumn[];

  @Field(() => [ReportRow], { description: 'Its rows.' })
  rows!: ReportRow[];
}

@ObjectType({ description: 'A part of a report.', simpleResolvers: true })
class ReportSection {
  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => [String], { description: 'Its findings, each with the number of answers and the interval.' })
  sentences!: string[];

  @Field(() => [ReportTable], { description: 'Its tables.' })
  tables!: ReportTable[];
}

@ObjectType({ description: 'A point of the trend of a report.', simpleResolvers: true })
class ReportPoint {
  @Field(() => DateScalar, { description: 'The last of the seven UTC days that are pooled.' })
  date!: string;

  @Field(() => Int, { description: 'Percent of accepted responses that name the brand.' })
  percent!: number;
}

@ObjectType({ description: 'A report as it is read: mail and PDF have the same.', simpleResolvers: true })
export class ReportPages {
  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => String, { description: 'The days, and those that they are compared with.' })
  subtitle!: string;

  @Field(() => String, { description: 'The strongest finding.' })
  headline!: string;

  @Field(() => [ReportPoint], { description: 'The score by day.' })
  trend!: ReportPoint[];

  @Field(() => [ReportSection], { description: 'Its parts.' })
  sections!: ReportSection[];
}

/** Rows as objects, and what a cell lacks as null. */
export function toPages({ sections, ...head }: PagesView): ReportPages {
  return {
    ...head,
    sections: sections.map(({ tables, ...section }) => ({
      ...section,
      tables: tables.map(({ rows, ...table }) => ({
        ...table,
        rows: rows.map((cells) => ({ cells: cells.map(toCell) })),
      })),
    })),
  };
}

function toCell({ text, bar, tone }: CellView): ReportCell {
  return { text, bar: bar ?? null, tone: tone ?? null };
}

@ObjectType({ description: "What a project's numbers of some days say, made once.", simpleResolvers: true })
export class Report {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => ID, { description: 'Its project.' })
  projectId!: string;

  @Field(() => ID, { nullable: true, description: 'The schedule that it was made by; null where asked for by hand.' })
  scheduleId!: string | null;

  @Field(() => DateScalar, { description: 'First day.' })
  from!: string;

  @Field(() => DateScalar, { description: 'Last day.' })
  to!: string;

  @Field(() => StateEnum, { description: 'What has become of it.' })
  state!: ReportState;

  @Field(() => String, { nullable: true, description: 'The strongest finding; null until it is ready.' })
  summary!: string | null;

  @Field(() => String, { description: 'The path of its page below the address of the service.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'The path of its PDF; null without one.' })
  pdfUrl!: string | null;

  @Field(() => WithoutPdfEnum, { nullable: true, description: 'Why it has no PDF, where one was wanted.' })
  withoutPdf!: WithoutPdf | null;

  @Field(() => DateTimeScalar, { description: 'When it was asked for or due.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was made; null until then.' })
  madeAt!: string | null;
}

export function toReport({ period, hasPdf, ...view }: ReportView): Report {
  const { id, projectId } = view;
  return {
    ...view,
    ...period,
    url: `/dashboard/projects/${projectId}/reports/${id}`,
    pdfUrl: hasPdf ? `/dashboard/export/reports/${id}.pdf` : null,
  };
}

@ObjectType({ description: 'A page of a list of reports.', simpleResolvers: true })
export class ReportConnection extends connectionOf(Report, 'Report') {}

@ObjectType({ description: 'Somebody whom reports are mailed to.', simpleResolvers: true })
class ReportRecipient implements RecipientView {
  @Field(() => ID, { nullable: true, description: 'The person of the account; null for an address of no person.' })
  holderId!: string | null;

  @Field(() => String, { nullable: true, description: "The person's name." })
  name!: string | null;

  @Field(() => String, { description: 'Where mail goes.' })
  address!: string;

  @Field(() => Boolean, {
    description:
      'Whether mail goes there: a person who has accepted the invitation, or an address that confirmed by a link.',
  })
  isConfirmed!: boolean;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it unsubscribed; nothing is mailed since.' })
  unsubscribedAt!: string | null;
}

@ObjectType({ description: 'When reports of a project are made, and whom they are mailed to.', simpleResolvers: true })
export class ReportSchedule implements ScheduleView {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => ID, { description: 'Its project.' })
  projectId!: string;

  @Field(() => CadenceEnum, { description: 'How often.' })
  cadence!: ReportCadence;

  @Field(() => Int, { description: 'The hour of the day, 0 to 23.' })
  hour!: number;

  @Field(() => String, { description: 'The time zone of the hour, such as `Europe/Zurich`.' })
  timeZone!: string;

  @Field(() => Boolean, { description: 'Whether a PDF is made and attached.' })
  hasPdf!: boolean;

  @Field(() => DateTimeScalar, { description: 'When the next one is made; never before the last UTC day is over.' })
  nextAt!: string;

  @Field(() => [ReportRecipient], { description: 'Whom they are mailed to, by address.' })
  recipients!: ReportRecipient[];
}

@InputType({ description: 'The days of a report: 91 at most, none after today.' })
export class MakeReportInput {
  @Field(() => DateScalar, { description: 'First day.' })
  from!: string;

  @Field(() => DateScalar, { description: 'Last day.' })
  to!: string;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether a PDF is made.' })
  hasPdf!: boolean;
}

const RECIPIENTS = `Recipients are ${RECIPIENTS_MAX} at most, people and addresses together.`;

@InputType({ description: `When reports are made, and whom they are mailed to. ${RECIPIENTS}` })
export class CreateReportScheduleInput {
  @Field(() => CadenceEnum, { description: 'How often.' })
  cadence!: ReportCadence;

  @Field(() => Int, { description: 'The hour of the day, 0 to 23.' })
  hour!: number;

  @Field(() => String, { description: 'The time zone of the hour, such as `Europe/Zurich`.' })
  timeZone!: string;

  @Field(() => [ID], { nullable: true, description: 'People of the account.' })
  holderIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Addresses. One that is new is mailed a link to confirm by, and nothing else until it has.',
  })
  addresses?: string[] | null;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether a PDF is made and attached.' })
  hasPdf!: boolean;
}

@InputType({
  description: `Changes to a schedule; what is left out stays. Both lists of recipients go together. ${RECIPIENTS}`,
})
export class UpdateReportScheduleInput {
  @Field(() => CadenceEnum, { nullable: true, description: 'How often.' })
  cadence?: ReportCadence | null;

  @Field(() => Int, { nullable: true, description: 'The hour of the day, 0 to 23.' })
  hour?: number | null;

  @Field(() => String, { nullable: true, description: 'The time zone of the hour.' })
  timeZone?: string | null;

  @Field(() => [ID], { nullable: true, description: 'People of the account.' })
  holderIds?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Addresses.' })
  addresses?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether a PDF is made and attached.' })
  hasPdf?: boolean | null;
}

@ObjectType({
  description: "How the account's reports and share links look; null is the service's own look.",
  simpleResolvers: true,
})
export class Branding {
  @Field(() => String, { nullable: true, description: 'The name that reports come from.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'Of headings and bars, as `#rrggbb`.' })
  color!: string | null;

  @Field(() => String, { nullable: true, description: 'The logo as a `data:` address.' })
  logoUrl!: string | null;

  @Field(() => ID, { nullable: true, description: 'The person whom readers answer to.' })
  replyToId!: string | null;
}

export function toBranding({ logo, ...view }: BrandingView): Branding {
  return { ...view, logoUrl: logo && `data:${logo.type};base64,${logo.base64}` };
}

@InputType({ description: "Changes to how reports look; what is left out stays, null is the service's own." })
export class UpdateBrandingInput {
  @Field(() => String, { nullable: true, description: 'Up to 60 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'As `#rrggbb`, with a contrast of 4.5 on white.' })
  color?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A PNG or JPEG as base64: 200 kB and 1,000 x 400 pixels at most.',
  })
  logo?: string | null;

  @Field(() => ID, { nullable: true, description: 'A person of the account.' })
  replyToId?: string | null;
}
