import express, { type RequestHandler, type Response, type Router } from 'express';
import type { Core } from '../core/context.js';
import { findUnsubscription, unsubscribe } from '../core/destinations/unsubscriptions.js';
import { confirmAddress, findConfirmation } from '../core/reports/mail-addresses.js';
import { contextOf } from '../http/request-context.js';

interface MailRouteOptions {
  core: Core;
}

const HEADERS = new Map([
  ['Content-Security-Policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"],
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Robots-Tag', 'noindex, nofollow'],
]);

/** What a mail program posts itself, and what the button of the page posts (RFC 8058). */
const readForm = express.urlencoded({ extended: false, limit: '1kb' });

/**
 * Where the links of mails lead: `/mail/confirm/{token}` and `/mail/unsubscribe/{token}`. Opening one shows a button
 * alone, as programs that look for harm open links before people do; pressing it, or a mail program's own POST, acts.
 */
export function createMailRouter({ core }: MailRouteOptions): Router {
  const router = express.Router();
  router.use((_req, res, next) => {
    res.setHeaders(HEADERS);
    next();
  });
  router.get('/confirm/:token', serveQuestion(core, askToConfirm));
  router.post('/confirm/:token', readForm, serveConfirmation(core));
  router.get('/unsubscribe/:token', serveQuestion(core, askToUnsubscribe));
  router.post('/unsubscribe/:token', readForm, serveUnsubscription(core));
  return router;
}

type Session = ReturnType<Core['database']['openForAdmission']>;

interface Question {
  title: string;
  text: string;
  button: string;
}

/** A question about a link; null where the link is not good. */
type Ask = (db: Session, token: string) => Promise<Question | null>;

const askToConfirm: Ask = async (db, token) => {
  const found = await findConfirmation(db, token);
  return (
    found && {
      title: 'Receive reports',
      text: `Do you want to receive reports from ${found.accountName} at your address?`,
      button: 'Receive reports',
    }
  );
};

const askToUnsubscribe: Ask = async (db, token) => {
  const found = await findUnsubscription(db, token);
  const what = found?.reportsOf ? `reports about ${found.reportsOf}` : 'mail about alerts';
  return (
    found && {
      title: 'Unsubscribe',
      text: `Do you want to receive no further ${what} from ${found.accountName}?`,
      button: 'Unsubscribe',
    }
  );
};

function serveQuestion({ database }: Core, ask: Ask): RequestHandler {
  return async (req, res) => {
    const question = await ask(openFor(database, res), tokenOf(req.params));
    if (!question) return sendNotGood(res);
    const form = `<form method="post"><button type="submit">${escaped(question.button)}</button></form>`;
    sendPage(res, 200, question.title, `<p>${escaped(question.text)}</p>${form}`);
  };
}

function serveConfirmation({ database, clock }: Core): RequestHandler {
  return async (req, res) => {
    const isGood = await confirmAddress(openFor(database, res), tokenOf(req.params), clock.now());
    if (!isGood) return sendNotGood(res);
    sendPage(res, 200, 'Confirmed', '<p>Reports will be mailed to you. Each has a link to unsubscribe.</p>');
  };
}

function serveUnsubscription({ database, clock }: Core): RequestHandler {
  return async (req, res) => {
    const isGood = await unsubscribe(openFor(database, res), tokenOf(req.params), clock.now());
    if (!isGood) return sendNotGood(res);
    sendPage(res, 200, 'Unsubscribed', '<p>You will receive no further mail of this kind.</p>');
  };
}

/** What cannot be a token asks the database nothing; networks take turns for the rest. */
function openFor(database: Core['database'], res: Response): Session {
  return database.openForAdmission(contextOf(res).client.network);
}

function tokenOf({ token }: Readonly<Record<string, string | string[] | undefined>>): string {
  return typeof token === 'string' ? token : '';
}

function sendNotGood(res: Response): void {
  sendPage(res, 404, 'This link does not work', '<p>This link is not valid, or not valid any more.</p>');
}

function sendPage(res: Response, status: number, title: string, html: string): void {
  res
    .status(status)
    .type('html')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title></head><body><main><h1>${escaped(title)}</h1>${html}</main></body></html>
`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
