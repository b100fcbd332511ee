import type { SentHeaders } from '../support/api.js';

/** A tool, and how it sends a query that was pasted into it. */
export interface Tool {
  name: string;
  /** Its page in docs/tools. */
  page: string;
  /** The language of the page's blocks. */
  language: string;
  /** What it sends beside the key. */
  headers: SentHeaders;
  /** The requests' bodies: one, or the first two pages where it pages by itself. */
  bodiesOf: (code: string) => string[];
  /** How it is answered to a mistake in the query. */
  statusOfMistake: number;
}

/** Infinity's backend: macros are replaced in the text, and an empty variables box is null. */
const GRAFANA: Tool = {
  name: 'Grafana',
  page: 'grafana',
  language: 'graphql',
  headers: {
    'User-Agent': 'Go-http-client/1.1',
    Accept: 'application/json;q=0.9,text/plain',
    'Content-Type': 'application/json',
    'Accept-Encoding': 'gzip',
  },
  bodiesOf: (code) => {
    const query = replaceMacros(code.trim(), {
      '__timeFrom:date:YYYY-MM-DD': '2026-05-16',
      '__timeTo:date:YYYY-MM-DD': '2026-06-15',
      '__pagination.limit': '1000',
    });
    const offsets = query.includes('__pagination.offset') ? ['0', '1000'] : [''];
    return offsets.map((offset) =>
      JSON.stringify({ query: replaceMacros(query, { '__pagination.offset': offset }), variables: null }),
    );
  },
  statusOfMistake: 200,
};

/** Power Query: the document is the only multi-line text of the block; `Pages` and `Ask` give the variables. */
const POWER_BI: Tool = {
  name: 'Power BI',
  page: 'power-bi',
  language: 'powerquery',
  headers: {
    'User-Agent': 'Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)',
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'Accept-Encoding': 'gzip, deflate',
  },
  bodiesOf: (code) => {
    const query = /"(query [^"]*)"/.exec(code)?.[1];
    const own = /\[first = (\d+)\]/.exec(code)?.[1];
    const variables = own ? [{ first: Number(own) }] : [0, 1000].map((offset) => ({ limit: 1000, offset }));
    return variables.map((sent) => JSON.stringify({ query, variables: sent }));
  },
  statusOfMistake: 200,
};

const RETOOL_VARIABLES: Readonly<Record<string, unknown>> = {
  from: null,
  to: '2026-06-15',
  limit: 100,
  offset: 0,
  first: 20,
};

/** Retool sends the variables that a query declares. */
const RETOOL: Tool = {
  name: 'Retool',
  page: 'retool',
  language: 'graphql',
  headers: {
    'User-Agent': 'Retool/2.0 (+https://docs.tryretool.com/docs/apis)',
    Accept: '*/*',
    'Content-Type': 'application/json',
    'X-Retool-Forwarded-For': '203.0.113.7',
  },
  bodiesOf: (query) => {
    const declared = [...query.matchAll(/\$(\w+):/g)].map(([, name = '']) => [name, RETOOL_VARIABLES[name]]);
    const variables = Object.fromEntries(declared);
    const operationName = /^query (\w+)/.exec(query)?.[1];
    return [
      { query, variables },
      { query, variables, operationName },
    ].map((body) => JSON.stringify(body));
  },
  statusOfMistake: 400,
};

/** curl takes the line breaks out of what `-d @-` reads. */
const CURL: Tool = {
  name: 'curl',
  page: 'curl',
  language: 'sh',
  headers: { 'User-Agent': 'curl/8.5.0', Accept: '*/*', 'Content-Type': 'application/json' },
  bodiesOf: (code) => [(/<<'JSON'\n([\s\S]*)\nJSON\n/.exec(code)?.[1] ?? '').replaceAll('\n', '')],
  statusOfMistake: 400,
};

export const TOOLS: readonly Tool[] = [GRAFANA, POWER_BI, RETOOL, CURL];

function replaceMacros(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{([^}]+)\}/g, (macro, name: string) => values[name] ?? macro);
}
