import { once } from 'node:events';
import type { Readable } from 'node:stream';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { type Context, openContext } from '../core/context.js';
import type { Client } from '../core/people/security-events.js';
import { type AccountExport, openAccountExport, openPersonExport } from '../core/privacy/account-export.js';
import { contextOf } from '../http/request-context.js';
import { TurnsOfAccounts } from '../http/turns-of-accounts.js';
import { breakOff, DOWNLOAD_HEADERS, type ExportOptions } from './export.routes.js';

/** How long an archive may take: ten million rows, and a slow line. */
const ARCHIVE_MS = 3_600_000;
/** Requests of the budget that an archive costs, whatever it holds. */
const ARCHIVE_REQUESTS = 20;
/** Archives that a process writes at once; an account has one of them. */
const ARCHIVES_MAX = 4;
const RETRY_AFTER_SECONDS = 60;

type Open = (ctx: Context, client: Client) => Promise<AccountExport>;

/**
 * `GET /account.zip`, all of an account for its owners, and `GET /person.zip`, what is kept of who asks: each for
 * people who signed in and proved who they are, not for keys. `GET /account` and `GET /person` tell a page whether they
 * may, with 204 or the refusal.
 */
export function createAccountExportRouter(options: ExportOptions): Router {
  const router = express.Router();
  const turns = new TurnsOfAccounts({
    most: ARCHIVES_MAX,
    underWay: 'An export of this account is under way already',
    busy: 'Other exports are under way. Try again in a few minutes.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  router.get('/account', serveLeave(openAccountExport, options));
  router.get('/person', serveLeave(openPersonExport, options));
  router.get('/account.zip', serveArchive(openAccountExport, turns, options));
  router.get('/person.zip', serveArchive(openPersonExport, turns, options));
  return router;
}

function serveLeave(open: Open, { core, admission }: ExportOptions): RequestHandler {
  return async (req, res) => {
    res.setHeaders(DOWNLOAD_HEADERS);
    const { caller } = await admission.waitAndAdmit(req, res, 'downloads');
    await open(openContext(core, caller), contextOf(res).client);
    res.status(204).end();
  };
}

function serveArchive(open: Open, turns: TurnsOfAccounts, options: ExportOptions): RequestHandler {
  const { core, admission, log, fileMs = ARCHIVE_MS } = options;
  return async (req, res) => {
    res.setHeaders(DOWNLOAD_HEADERS);
    const { caller } = await admission.waitAndAdmit(req, res, 'downloads');
    const signal = AbortSignal.any([contextOf(res).signal, AbortSignal.timeout(fileMs)]);
    const found = await open(openContext(core, caller, signal), contextOf(res).client);
    if (req.method === 'HEAD') {
      describe(res, found).end();
      return;
    }
    const end = turns.take(caller.accountId);
    try {
      await admission.admit(req, res, ARCHIVE_REQUESTS - 1);
      await send(describe(res, found), await found.open(), signal);
    } catch (error) {
      breakOff(res, error, log);
    } finally {
      end();
    }
  };
}

function describe(res: Response, { fileName }: AccountExport): Response {
  res.setHeader('Content-Type', 'application/zip');
  res.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  return res;
}

/** Ends the archive too where its reader has gone. @throws the signal's reason, and what the archive fails with. */
async function send(res: Response, archive: Readable, signal: AbortSignal): Promise<void> {
  for await (const chunk of archive) {
    signal.throwIfAborted();
    if (!res.write(chunk)) await once(res, 'drain', { signal });
  }
  res.end();
}
