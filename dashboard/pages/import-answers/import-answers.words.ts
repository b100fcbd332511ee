import { plural } from '../../format.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  answersFromAFile: 'Answers that you have already, from a file.',
  oneAnswerALine:
    'A JSON Lines file: one answer a line, with external_id, platform, question, answer and answered_at. ' +
    'At most 50 MB. Importing a file twice changes nothing.',
  theFileIsTooLong: 'The file has more than 50 MB. Split it, and import the parts one after the other.',
  jsonLinesFile: 'JSON Lines file',
  theFileIsEmpty: 'The file is empty.',
  importing: 'Importing',
  partsBeforeStay: 'What was imported before stays. You can import the same file again.',
  linesThatWereLeftOut: 'Lines that were left out',
  openTheOverview: 'Open the overview',
} as const;

/** Of a file that was sent whole. */
export function importedWords({ accepted, duplicates, rejected }: Counts): string {
  const parts = [`${plural(accepted, 'answer')} imported`];
  if (duplicates > 0) parts.push(`${duplicates.toLocaleString('en')} known already`);
  if (rejected > 0) parts.push(`${plural(rejected, 'line')} left out`);
  return `${parts.join(', ')}.`;
}

interface Counts {
  accepted: number;
  duplicates: number;
  rejected: number;
}

/** Beside the bar. */
export function progressWords(sentBytes: number, bytes: number): string {
  return `${Math.floor((100 * sentBytes) / Math.max(bytes, 1))} % of the file`;
}

export function moreLinesWords(count: number): string {
  return `and ${plural(count, 'more line')}`;
}
