import express, { type Request, type RequestHandler, type Router } from 'express';
import { refuseUnlessHolder } from '../core/access/access.js';
import { type Core, openContext } from '../core/context.js';
import { invalid, type ServiceError } from '../core/errors.js';
import { getProject } from '../core/projects/project.reads.js';
import { write } from '../core/writes.js';
import type { AdmissionControl } from '../http/admission-control.js';
import { contextOf } from '../http/request-context.js';
import { TurnsOfAccounts } from '../http/turns-of-accounts.js';

/** Bytes of an uploaded file. */
export const FILE_MAX_BYTES = 50 * 1024 * 1024;
/** Files that a process takes in at once; an account has one of them. */
const FILES_AT_ONCE = 4;
/** Of a file that one request of the budget pays for: a part of the dashboard's is below it. */
const BYTES_PER_REQUEST = 4 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 10;
const TYPES = ['application/x-ndjson', 'application/jsonl'];

/** What came of a file: how many of its lines, and what is wrong with those that were refused. */
interface ImportedFile {
  received: number;
  accepted: number;
  rejected: number;
  duplicates: number;
  errors: { line: number; message: string }[];
}

/**
 * Reads a file whole, then takes its answers in for a project: all of its good lines, or none. It ends once `signal` is
 * aborted.
 */
export type ImportFile = (
  projectId: string,
  file: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
) => Promise<ImportedFile>;

export interface ImportOptions {
  core: Core;
  admission: AdmissionControl;
  importFile: ImportFile;
}

/**
 * `POST /dashboard/import/:projectId`: answers as JSON Lines (operating.md, "The import file"), for who signed in as an
 * owner or a member of the project's account. All refusals but that of a file that is too long come before any of it is
 * read; a file that breaks off leaves nothing.
 */
export function createImportRouter(options: ImportOptions): Router {
  const turns = new TurnsOfAccounts({
    most: FILES_AT_ONCE,
    underWay: 'A file of this account is being imported already',
    busy: 'Other files are being imported. Try again in a moment.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  return express.Router().post('/:projectId', serveImport(turns, options));
}

function serveImport(turns: TurnsOfAccounts, { core, admission, importFile }: ImportOptions): RequestHandler {
  return async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    await admission.waitForSlot(req, res, 'operations');
    const { caller } = await admission.admit(req, res, requestsOf(req));
    refuseUnlessHolder(caller, 'Imports of answers', 'member');
    if (!req.is(TYPES)) throw invalid([], `Content-Type must be ${TYPES.join(' or ')}`);
    const ctx = openContext(core, caller);
    const { id } = await write(ctx, (tx) => getProject(tx, req.params['projectId']));
    if (Number(req.get('content-length') ?? 0) > FILE_MAX_BYTES) throw tooLong();
    const end = turns.take(caller.accountId);
    try {
      res.json({ success: true, data: await importFile(id, piecesOf(req), contextOf(res).signal) });
    } catch (error) {
      // Cut for its slowness, or left by its sender: no one is there to be answered.
      if (contextOf(res).signal.aborted) return;
      throw error;
    } finally {
      end();
      // What is left of a refused file is taken off the connection, whose next request would wait behind it.
      if (!req.complete) req.resume();
    }
  };
}

/** What a file costs, by its announced length; one of no announced length as the longest. */
function requestsOf(req: Request): number {
  const announced = Number(req.get('content-length') ?? FILE_MAX_BYTES);
  return Math.max(1, Math.ceil(Math.min(announced, FILE_MAX_BYTES) / BYTES_PER_REQUEST));
}

/** The bytes as they come, within the bound; the connection outlives a refusal, which is sent over it. */
async function* piecesOf(req: Request): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of req.iterator({ destroyOnReturn: false })) {
    bytes += piece.length;
    if (bytes > FILE_MAX_BYTES) throw tooLong();
    yield piece;
  }
}

function tooLong(): ServiceError {
  return invalid(['file'], `must be at most ${FILE_MAX_BYTES / 1024 / 1024} MiB`);
}
