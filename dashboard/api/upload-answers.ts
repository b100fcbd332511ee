import { detailsOf, Refused, send } from './refused.ts';

/** As the service bounds it; a longer file is refused before any of it is sent. */
export const FILE_MAX_BYTES = 50 * 1024 * 1024;
/** A part is sent within the service's 20 seconds by lines of one megabit a second. */
const PART_BYTES = 2 * 1024 * 1024;
/** A line's longest, and its end. */
const LINE_MAX_BYTES = 16 * 1024 * 1024 + 1;
const LINE_FEED = 0x0a;

/** What came of the parts sent so far. */
export interface Imported {
  accepted: number;
  rejected: number;
  duplicates: number;
  /** Faulty lines, by their number in the whole file. */
  errors: readonly { line: number; message: string }[];
  sentBytes: number;
}

const NOTHING: Imported = { accepted: 0, rejected: 0, duplicates: 0, errors: [], sentBytes: 0 };

/**
 * Sends a file of answers to a project, in parts that end with a line. What was sent stays where a later part fails,
 * and sending the file again counts it as duplicates.
 * @param onProgress told after each part.
 * @throws Refused.
 */
export async function uploadAnswers(
  projectId: string,
  file: Blob,
  onProgress: (soFar: Imported) => void,
): Promise<Imported> {
  let soFar = NOTHING;
  let linesBefore = 0;
  for (let start = 0; start < file.size; ) {
    const { end, lines } = await endOfPart(file, start);
    const came = await sendPart(projectId, file.slice(start, end));
    const before = linesBefore;
    const errors = came.errors.map(({ line, message }) => ({ line: line === 0 ? 0 : line + before, message }));
    soFar = {
      accepted: soFar.accepted + came.accepted,
      rejected: soFar.rejected + came.rejected,
      duplicates: soFar.duplicates + came.duplicates,
      errors: [...soFar.errors, ...errors],
      sentBytes: end,
    };
    onProgress(soFar);
    linesBefore += lines;
    start = end;
  }
  return soFar;
}

/** After the last line that ends within a part; of a longer line, after that line. */
async function endOfPart(file: Blob, start: number): Promise<{ end: number; lines: number }> {
  const bytes = await read(file, start, PART_BYTES);
  if (start + bytes.length === file.size) return { end: file.size, lines: linesIn(bytes) };
  const last = bytes.lastIndexOf(LINE_FEED);
  if (last >= 0) return { end: start + last + 1, lines: linesIn(bytes.subarray(0, last + 1)) };
  const longer = await read(file, start, LINE_MAX_BYTES);
  const first = longer.indexOf(LINE_FEED);
  return { end: start + (first < 0 ? longer.length : first + 1), lines: 1 };
}

async function read(file: Blob, start: number, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, start + length).arrayBuffer());
}

function linesIn(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === LINE_FEED) count += 1;
  return count;
}

async function sendPart(projectId: string, part: Blob): Promise<Omit<Imported, 'sentBytes'>> {
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const response = await send(`/dashboard/import/${projectId}`, { method: 'POST', headers, body: part });
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body.data;
  const { code = `HTTP_${response.status}`, message = 'The service returned no answer.' } = body.error ?? {};
  throw new Refused(code, message, detailsOf(response));
}
