import express, { type Router } from 'express';
import { openContext } from '../core/context.js';
import { getReportPdf } from '../core/reports/reports.js';
import { contextOf } from '../http/request-context.js';
import { DOWNLOAD_HEADERS, type ExportOptions } from './export.routes.js';

/** `GET /reports/{id}.pdf`: the PDF of a report, for people who signed in and for keys. */
export function createReportRouter({ core, admission }: ExportOptions): Router {
  const router = express.Router();
  router.get('/reports/:id.pdf', async (req, res) => {
    res.setHeaders(DOWNLOAD_HEADERS);
    const { caller } = await admission.waitAndAdmit(req, res, 'downloads');
    const { pdf, fileName } = await getReportPdf(openContext(core, caller, contextOf(res).signal), req.params.id);
    res.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
    res.type('application/pdf').send(pdf);
  });
  return router;
}
