import { initGraphQLTada, type ResultOf, type TadaDocumentNode } from 'gql.tada';
import { print } from 'graphql';
import type { introspection } from './graphql-env.js';

/** Reads a query as a type: each answer has the fields that were asked for, and each variable its type. */
const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Date: string; DateTime: string };
  disableMasking: true;
}>();

/** How each project stands: one request to the server instead of 81, at the price of eleven. */
export const DASHBOARD = graphql(`
  query Dashboard($first: Int!) {
    projects(first: $first) {
      totalCount
      nodes {
        name
        visibility(window: D30) {
          score
          adjustedConfidence { low high }
          previous { change significant }
        }
        sentiment(window: D30) { positive negative }
        citations(window: D30, first: 1) { nodes { domain share } }
      }
    }
  }
`);

export interface Server {
  /** Where the service is, such as `http://127.0.0.1:4000`. */
  url: string;
  key: string;
}

/**
 * Asks one operation.
 * @throws Error with the server's message where nothing of it was answered; a metric that failed alone is null.
 */
export async function ask<Data, Variables>(
  server: Server,
  operation: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const response = await fetch(new URL('/graphql', server.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: print(operation), variables }),
  });
  // The server answers in the shape of the schema that `introspection` was generated from.
  const { data, errors } = (await response.json()) as { data?: Data | null; errors?: { message: string }[] };
  if (data) return data;
  const wait = response.headers.get('Retry-After');
  throw new Error(`${errors?.[0]?.message ?? response.statusText}${wait ? `; again in ${wait} s` : ''}`);
}

type Project = NonNullable<ResultOf<typeof DASHBOARD>['projects']>['nodes'][number];

const HEAD = ['Project', 'Score', '95 % interval', 'Change', 'Praised', 'Criticised', 'Most cited'];

/** A line for each project, below a line of heads; `–` where a project has no answers yet. */
export function tableOf({ projects }: ResultOf<typeof DASHBOARD>): string {
  const lines = [HEAD, ...(projects?.nodes ?? []).map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellsOf({ name, visibility, sentiment, citations }: Project): string[] {
  const confidence = visibility?.adjustedConfidence;
  const source = citations?.nodes[0];
  return [
    name,
    confidence ? `${shown(visibility.score)} %` : NONE,
    confidence ? `${shown(confidence.low)} to ${shown(confidence.high)}` : NONE,
    visibility?.previous ? changeOf(visibility.previous) : NONE,
    shown(sentiment?.positive),
    shown(sentiment?.negative),
    source ? sourceOf(source) : NONE,
  ];
}

const NONE = '–';

function shown(measure: number | undefined): string {
  return measure === undefined ? NONE : `${measure}`;
}

function changeOf({ change, significant }: { change: number; significant: boolean }): string {
  return `${change > 0 ? '+' : ''}${change}${significant ? ' *' : ''}`;
}

function sourceOf({ domain, share }: { domain: string; share: number }): string {
  return `${domain} (${share} %)`;
}

if (process.argv[1] === import.meta.filename) {
  const { URL: url = 'http://127.0.0.1:4000', KEY: key = '' } = process.env;
  process.stdout.write(`${tableOf(await ask({ url, key }, DASHBOARD, { first: 20 }))}\n`);
}
