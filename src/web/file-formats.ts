import type { Response } from 'express';
import { sendCsv } from './csv-rows.js';
import { sendNdjson } from './ndjson-rows.js';
import { sendParquet } from './parquet-rows.js';
import { type RowsToSend, sendText } from './written-rows.js';

/** A form that a file is sent in. */
export interface FileFormat {
  /** Of its address and its name, without the dot. */
  ending: string;
  contentType: string;
  /** Ends the response once all rows are sent. @throws where they cannot be. */
  send: (res: Response, rows: RowsToSend) => Promise<void>;
}

export const CSV: FileFormat = { ending: 'csv', contentType: 'text/csv; charset=utf-8; header=present', send: sendCsv };

export const NDJSON: FileFormat = {
  ending: 'ndjson',
  contentType: 'application/x-ndjson; charset=utf-8',
  send: sendNdjson,
};

export const PARQUET: FileFormat = {
  ending: 'parquet',
  contentType: 'application/vnd.apache.parquet',
  send: sendParquet,
};

/** A file whose rows have one cell, which is a line of JSON already. */
export const LINES: FileFormat = {
  ending: 'jsonl',
  contentType: 'application/x-ndjson; charset=utf-8',
  send: (res, rows) => sendText(res, rows, '', ([line]) => `${line}\n`),
};
