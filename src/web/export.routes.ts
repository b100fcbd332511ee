import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { type Core, openContext } from '../core/context.js';
import { getManifest } from '../core/exports/export-manifest.js';
import type { Cell } from '../core/exports/file-kind.js';
import {
  EXPORT_NAMES,
  type ExportFile,
  type ExportName,
  LINE_EXPORT_NAMES,
  openExport,
} from '../core/exports/open-export.js';
import type { AdmissionControl } from '../http/admission-control.js';
import { etagOf, namesTag } from '../http/assets.js';
import { contextOf } from '../http/request-context.js';
import { CSV, type FileFormat, LINES, NDJSON, PARQUET } from './file-formats.js';

export interface ExportOptions {
  core: Core;
  admission: AdmissionControl;
  /** Where a file that broke off is reported; pino's shape. */
  log: { warn: (details: object, message: string) => void };
  /** How long a file may take; its reader's session may end meanwhile. */
  fileMs?: number;
}

/** How long a file may take. */
export const FILE_MS = 600_000;

/** Another site's page may neither show a file nor run it. */
export const DOWNLOAD_HEADERS = new Map([
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]);

const FORMATS: readonly FileFormat[] = [CSV, PARQUET, NDJSON];

/**
 * `GET /visibility.csv`, `.parquet`, `.ndjson` and their like: for people of any role who signed in, and for keys. One
 * request of the budget pays for looking, and what more the rows cost is charged before any of them is read. All
 * refusals come before the first byte; a file that cannot be ended breaks the connection, so that none looks whole that
 * is not.
 */
export function createExportRouter(options: ExportOptions): Router {
  const router = express.Router();
  for (const name of EXPORT_NAMES) {
    for (const format of FORMATS) router.get(`/${name}.${format.ending}`, serveFile(name, format, options));
  }
  for (const name of LINE_EXPORT_NAMES) router.get(`/${name}.jsonl`, serveFile(name, LINES, options));
  router.get('/manifest.json', serveManifest(options));
  return router;
}

function serveFile(name: ExportName, format: FileFormat, options: ExportOptions): RequestHandler {
  const { core, admission, log, fileMs = FILE_MS } = options;
  return async (req, res) => {
    res.setHeaders(DOWNLOAD_HEADERS);
    const { caller, ceiling } = await admission.waitAndAdmit(req, res, 'downloads');
    const signal = AbortSignal.any([contextOf(res).signal, AbortSignal.timeout(fileMs)]);
    const file = await openExport(openContext(core, caller, signal), name, parametersOf(req), ceiling);
    if (req.method === 'HEAD') {
      describe(res, file, format).end();
      return;
    }
    if (file.requests > 1) await admission.admit(req, res, file.requests - 1);
    const pages = await begin(file.pages());
    const rows = { columns: file.columns, pages, signal };
    await format.send(describe(res, file, format), rows).catch((error: unknown) => breakOff(res, error, log));
  };
}

/** 304 where `If-None-Match` names what there is: a program that keeps a copy asks this, and loads what is new. */
function serveManifest({ core, admission }: ExportOptions): RequestHandler {
  return async (req, res) => {
    res.setHeaders(DOWNLOAD_HEADERS);
    const { caller } = await admission.waitAndAdmit(req, res, 'downloads');
    const manifest = await getManifest(openContext(core, caller, contextOf(res).signal), { ...req.query });
    const body = JSON.stringify({
      project_id: manifest.projectId,
      analysis_id: manifest.analysisId,
      first_day: manifest.firstDay,
      last_day: manifest.lastDay,
      months: manifest.months,
      lists_version: manifest.listsVersion,
      kinds: manifest.kinds.map(({ kind, isOfPeriod, columns }) => ({ kind, is_of_period: isOfPeriod, columns })),
    });
    const etag = etagOf(body);
    res.setHeader('ETag', etag);
    if (namesTag(req.get('if-none-match'), etag)) res.status(304).end();
    else res.type('application/json').send(body);
  };
}

/** The query as the core's rules take it: platforms are separated by commas, or the parameter is repeated. */
function parametersOf({ query }: Request): object {
  const { platforms } = query;
  return typeof platforms === 'string'
    ? { ...query, platforms: platforms.split(',').map((platform) => platform.trim()) }
    : { ...query };
}

/** Reads the first page: until then a failure has a response of its own. */
export async function begin(pages: AsyncGenerator<Cell[][]>): Promise<AsyncIterable<Cell[][]>> {
  const first = await pages.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pages;
  })();
}

function describe(res: Response, { name }: ExportFile, { ending, contentType }: FileFormat): Response {
  res.setHeader('Content-Type', contentType);
  res.setHeader('Content-Disposition', `attachment; filename="${name}.${ending}"`);
  return res;
}

/**
 * Ends a response whose file cannot be ended. With a reset: a proxy that speaks HTTP/1.0 with us would take a plain end
 * for the file's.
 * @throws the failure where nothing is sent yet, so that it has a response of its own.
 */
export function breakOff(res: Response, error: unknown, log: ExportOptions['log']): void {
  if (res.closed) return;
  if (!res.headersSent) {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Disposition');
    throw error;
  }
  log.warn({ err: error, request_id: contextOf(res).id }, 'an export broke off');
  if (res.socket) res.socket.resetAndDestroy();
  else res.destroy();
}
