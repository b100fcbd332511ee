import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, SYSTEM_CLOCK } from '../../clock.js';
import { invalid } from '../../core/errors.js';
import { getOpenScope, type ProjectScope } from '../../core/facts/project-scope.js';
import { rollUp } from '../../core/facts/rollups.js';
import { openMarketsByName } from '../../core/markets/market.reads.js';
import { rowLock, tryLock } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import type { IncomingAnswer } from '../facts/facts.js';
import { ensureAnalysis, recordWithheld } from '../facts/selected-analysis.js';
import { following, type Judging, NONE_JUDGED, reportJudged, WITHOUT_JUDGE } from '../judge/judging.js';
import { longTransaction, retryUntil } from '../long-transaction.js';
import { reanalyseWhereDue } from '../reanalysis/reanalyse.js';
import { createLineReader, type ImportedProject } from './import-line.js';
import { ingestBatches, judgeAhead } from './ingest.js';
import { type Line, readLines } from './lines.js';

/**
 * `received` counts lines that are not blank, and is the sum of the three others; a faulty line is a rejected one. An
 * answer that could not be analysed is accepted all the same, and named among the errors.
 */
interface ImportReport {
  received: number;
  accepted: number;
  rejected: number;
  duplicates: number;
  /** In the order of the file; after the first thousand, one entry with the number of the others. */
  errors: { line: number; message: string }[];
}

export const ERRORS_MAX = 1_000;

/** Lines of an upload: what a file of 50 MiB may hold of the shortest that are read, and what may be wrong with it. */
export const UPLOAD_LINES = { most: 500_000, refused: 5_000 } as const;

/** How far a file is read: to its end where left out. */
interface ReadingBounds {
  lines?: { most: number; refused: number };
  /** Aborted when nobody waits for the report any more: nothing of the file is stored then. */
  signal?: AbortSignal;
}

/** A batch ends at either bound: several copies of each text are in memory while it is ingested. */
const BATCH_ANSWERS = 500;
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/**
 * Ingests a file of answers (operating, "The import file") in one transaction: all of its good lines or, where reading
 * or writing fails, none. Readers see the metrics of before or of after. Memory does not grow with the file. A second
 * import of the project waits for the first. A project whose names changed since its last analysis is analysed again
 * first. Where a model judges, it is asked before the transaction, in a first reading of the file. An import
 * does not choose the judge: it uses that of the project's analysis.
 * @throws ServiceError VALIDATION_ERROR for an id that is no UUID, NOT_FOUND for a project unknown or archived.
 */
export async function importAnswers(
  db: DatabaseSession,
  { projectId }: { projectId: string },
  source: AsyncIterable<string | Uint8Array>,
  chosen: Judging = WITHOUT_JUDGE,
  clock: Clock = SYSTEM_CLOCK,
  bounds: ReadingBounds = {},
): Promise<ImportReport> {
  const scope = await getOpenScope(db, projectId);
  const judging = following(chosen);
  const { isDue } = await ensureAnalysis(db, scope, judging);
  if (isDue) await reanalyseWhereDue(db, scope, judging);
  // Not earlier: what the import waited for may have changed the judge.
  const { analysis } = await ensureAnalysis(db, scope, judging);
  const project = { clock, bounds, markets: await openMarketsByName(db, scope) };
  let withheld = 0;
  const ingestOnce = (file: typeof source) =>
    ingestInTransaction(db, scope, judging, { ...project, source: file }, withheld);
  if (judging.judge === null || analysis?.judge !== judging.judge.id) return ingestOnce(source);
  const judgeOnce = async (file: typeof source) => {
    withheld = await judgeFile(db, scope, judging, { ...project, source: file });
  };
  return readTwice(source, judgeOnce, ingestOnce);
}

/**
 * As {@link importAnswers}, of a file that arrives over a network: whole before any of it is ingested, so that a slow
 * sender holds neither a transaction nor the project's turn. It ends at {@link UPLOAD_LINES}, and where `signal` is
 * aborted, and then leaves nothing. @throws also VALIDATION_ERROR beyond these bounds, and what `source` fails with.
 */
export async function importUpload(
  db: DatabaseSession,
  project: { projectId: string },
  source: Pieces,
  chosen: Judging = WITHOUT_JUDGE,
  clock: Clock = SYSTEM_CLOCK,
  signal?: AbortSignal,
): Promise<ImportReport> {
  const bounds = { lines: UPLOAD_LINES, ...(signal && { signal }) };
  const arrive = async (pieces: Pieces) => {
    for await (const _ of pieces);
  };
  return readTwice(source, arrive, (file) => importAnswers(db, project, file, chosen, clock, bounds));
}

/** A file's bytes, and what its lines are read with. */
interface ImportFile extends ImportedProject {
  source: AsyncIterable<string | Uint8Array>;
  bounds: ReadingBounds;
}

async function judgeFile(
  db: DatabaseSession,
  scope: ProjectScope,
  judging: Judging,
  file: ImportFile,
): Promise<number> {
  let withheld = 0;
  for await (const batch of batches(file, new Tally())) {
    withheld += await judgeAhead(db, scope, judging, batch);
  }
  return withheld;
}

async function ingestInTransaction(
  db: DatabaseSession,
  scope: ProjectScope,
  judging: Judging,
  file: ImportFile,
  withheld: number,
): Promise<ImportReport> {
  const { report, ingested } = await longTransaction(db, async (tx) => {
    await retryUntil(() => tryLock(tx, rowLock('import', scope.projectId)));
    const tally = new Tally();
    const ingested = await ingestBatches(tx, scope, batches(file, tally), judging, (externalId, fault) => {
      tally.addUnread(externalId, fault);
    });
    await rollUp(tx, scope, ingested.analysisId, ingested.days);
    await recordWithheld(tx, scope, ingested.analysisId, { ...NONE_JUDGED, withheld });
    return { report: tally.report(ingested.accepted, ingested.duplicates), ingested };
  });
  reportJudged(judging, scope.projectId, ingested.judge, { ...ingested.judged, withheld });
  return report;
}

async function* batches({ source, bounds, ...project }: ImportFile, tally: Tally): AsyncGenerator<IncomingAnswer[]> {
  const readLine = createLineReader(project);
  let batch: IncomingAnswer[] = [];
  let characters = 0;
  tally.beginBatch();
  for await (const line of readLines(source)) {
    bounds.signal?.throwIfAborted();
    tally.refuseBeyond(line.number, bounds);
    const outcome = 'fault' in line ? line : readLine(line.text);
    if ('fault' in outcome) {
      tally.reject(line.number, outcome.fault);
      continue;
    }
    batch.push(outcome.answer);
    tally.addLine(outcome.answer.externalId, line.number);
    characters += lengthOf(line);
    if (batch.length < BATCH_ANSWERS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
    tally.beginBatch();
  }
  if (batch.length > 0) yield batch;
}

function lengthOf(line: Line): number {
  return 'text' in line ? line.text.length : 0;
}

/** Counts all faulty lines, and holds the first thousand. */
class Tally {
  private rejected = 0;
  /** The lines of the batch under way, by external id; of several with one id the first, which is the one stored. */
  private readonly lines = new Map<string, number>();
  private readonly errors: ImportReport['errors'] = [];
  private readonly unread: ImportReport['errors'] = [];
  private firstOmitted: number | null = null;

  beginBatch(): void {
    this.lines.clear();
  }

  addLine(externalId: string, line: number): void {
    if (!this.lines.has(externalId)) this.lines.set(externalId, line);
  }

  /** Few, so that they are held beside the thousand. */
  addUnread(externalId: string, fault: string): void {
    const message = `stored, and not analysed until the project is analysed again: ${fault}`;
    this.unread.push({ line: this.lines.get(externalId) ?? 0, message });
  }

  reject(line: number, message: string): void {
    this.rejected += 1;
    if (this.errors.length < ERRORS_MAX) this.errors.push({ line, message });
    else this.firstOmitted ??= line;
  }

  /** @throws ServiceError VALIDATION_ERROR for a line beyond the bounds, with the first that was refused. */
  refuseBeyond(line: number, { lines }: ReadingBounds): void {
    if (!lines) return;
    if (line > lines.most) throw invalid(['file'], `must have at most ${lines.most} lines`);
    if (this.rejected < lines.refused) return;
    const [first] = this.errors;
    const example = first ? `; line ${first.line}: ${first.message}` : '';
    throw invalid(['file'], `has ${lines.refused} faulty lines, so nothing of it was imported${example}`);
  }

  report(accepted: number, duplicates: number): ImportReport {
    const { rejected } = this;
    const more = {
      line: this.firstOmitted ?? 0,
      message: `and ${rejected - ERRORS_MAX} faulty lines from this one on`,
    };
    const faulty = this.firstOmitted === null ? this.errors : [...this.errors, more];
    const errors = [...faulty, ...this.unread].sort((one, other) => one.line - other.line);
    return { received: accepted + rejected + duplicates, accepted, rejected, duplicates, errors };
  }
}

type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * Passes a stream that can be read only once to `first`, and then, from a copy, to `second`. The copy is a file in the
 * system's temporary folder, readable by this user alone. Its name is deleted as soon as it is open, so that a killed
 * process leaves nothing; a system that cannot do that deletes it at the end. If `first` or the stream fails, `second`
 * is not called.
 */
export async function readTwice<Result>(
  source: Pieces,
  first: (pieces: Pieces) => Promise<void>,
  second: (pieces: Pieces) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bvm-import-'));
  const file = await open(join(folder, 'copy'), 'wx+', 0o600);
  const deleteCopy = () => rm(folder, { recursive: true, force: true });
  await deleteCopy().catch(() => {});
  try {
    await first(copied(source, file));
    return await second(file.createReadStream({ start: 0, autoClose: false }));
  } finally {
    await file.close();
    await deleteCopy();
  }
}

async function* copied(source: Pieces, file: FileHandle): Pieces {
  for await (const piece of source) {
    await file.appendFile(piece);
    yield piece;
  }
}
