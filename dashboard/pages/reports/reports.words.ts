import { instant, longDay, plural } from '../../format.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  noReportsYet: 'No reports yet',
  makeOneOrASchedule: 'Make one of any days, or let reports be made every Monday or on the 1st of each month.',
  beingMade: 'Being made. This page shows it when it is ready.',
  couldNotBeMade: 'It could not be made. Make a new one of the same days.',
  reportsAreMadeOnSchedule: 'Reports are made by themselves, and mailed to whom you choose.',
  noSchedulesYet: 'No reports are made by themselves yet.',
  schedulesNote:
    'A report is about the seven days before a Monday, or the month before. East of UTC it waits until the last of its ' +
    'days is over.',
  mailIsNotSetUp: 'This service has no mail server, so reports are made and not mailed. They are listed here.',
  newAddressesConfirm:
    'An address that is new is asked first, by a mail with a link. Nothing else is sent until it agrees.',
  addressesHint: 'One address a line. People of the account are chosen above.',
  peopleLegend: 'Mail to people',
  attachPdf: 'Attach a PDF',
  endReports: 'No further reports are made or mailed by this schedule. Its reports stay.',
  lookOfReports: 'Reports have the name and colour of your company.',
  lookNote: 'For owners, in plans with API access. How the numbers were measured stays in every report.',
  logoHint: 'PNG or JPEG, up to 200 kB and 1,000 × 400 pixels. Leave empty to keep the one that is there.',
  colorHint: 'Of headings and bars, such as #1f5fbf, readable on white.',
  nameHint: 'Up to 60 characters. Leave empty for Brand Visibility.',
  onlyOwners: 'Only owners change how reports look.',
  asManyAsTenADay: 'Up to ten a day are made by hand. Nobody is mailed them.',
  thePdfLacksLetters: 'There is no PDF, as the report has letters that its fonts lack. Print this page instead.',
  thePdfWasNotDrawn: 'There is no PDF, as it could not be drawn. Print this page instead.',
  trendCaption: 'Score by day, seven days pooled',
  allReports: 'All reports',
  theReport: 'The report',
  makeAReport: 'Make a report',
  logoOfReports: 'Logo of reports',
  answersGoTo: 'Answers go to',
  theSender: 'The sender of the service',
  firstOfMonth: 'The 1st of each month',
  endThisSchedule: 'End this schedule?',
} as const;

/** How many there are. */
export function reportsFinding(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${plural(count, 'report')}.`;
  return count === 1 ? 'One report so far.' : `${plural(count, 'report')}, the newest first.`;
}

interface Point {
  date: string;
  percent: number;
}

/** What the chart of a report shows, for who hears it. */
export function trendWords(first: Point, last: Point): string {
  const [from, to] = [first, last].map(({ date, percent }) => `${percent}% on ${longDay(date)}`);
  return `Score from ${from} to ${to}`;
}

export function daysOfReport({ from, to }: { from: string; to: string }): string {
  return `${longDay(from)} to ${longDay(to)}`;
}

/** `Mondays at 07:00, Europe/Zurich` */
export function scheduleWords({
  cadence,
  hour,
  timeZone,
}: {
  cadence: string;
  hour: number;
  timeZone: string;
}): string {
  const days = cadence === 'WEEKLY' ? 'Mondays' : WORDS.firstOfMonth;
  return `${days} at ${String(hour).padStart(2, '0')}:00, ${timeZone}`;
}

interface Recipient {
  name: string | null;
  address: string;
  isConfirmed: boolean;
  unsubscribedAt: string | null;
}

/** Who it is, and why nothing is mailed there, where nothing is. */
export function recipientWords({ name, address, isConfirmed, unsubscribedAt }: Recipient): string {
  const who = name === null ? address : `${name} (${address})`;
  if (unsubscribedAt !== null) return `${who}: unsubscribed`;
  return isConfirmed ? who : `${who}: not confirmed yet`;
}

export function nextReportWords(nextAt: string): string {
  return `Next: ${instant(nextAt)}`;
}

/** Why the list of recipients is refused, before it is sent; null where it is not. */
export function addressesFault(addresses: readonly string[]): string | null {
  const wrong = addresses.find((address) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address));
  return wrong === undefined ? null : `${wrong} is not an e-mail address.`;
}
