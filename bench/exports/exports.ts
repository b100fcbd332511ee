import { setTimeout as delay } from 'node:timers/promises';
import { type BenchAccount, resetBudgets } from '../shared/accounts.js';
import { getBytes, LastingClient, okBody } from '../shared/keep-alive-client.js';
import { printTable } from '../shared/report.js';
import type { Stage } from '../shared/stage.js';
import { median, quantile } from '../shared/statistics.js';

/** Domains that each answer day of the exported project cites: 90 days on 4 platforms make 99,720 rows. */
const DOMAINS = 277;
const DAYS = 90;
const ROWS = DOMAINS * DAYS * 4;
/** Ordinary reads that come in a second, whether those before are answered or not. */
const READS_PER_SECOND = 40;
const CONNECTIONS = 16;

const INSERT_CITATIONS = `
insert into daily_citation (account_id, project_id, analysis_id, bucket_date, platform, domain, citation_count,
  response_count, first_seen_at, last_seen_at)
select $1, $2, $2, $3::date - d, platform, 'domain-' || n || '.example', 1 + n % 7, 1 + n % 5, $3::date - d,
  $3::date - d
from generate_series(0, ${DAYS - 1}) d
cross join unnest(array['chatgpt', 'perplexity', 'claude', 'gemini']) platform
cross join generate_series(1, ${DOMAINS}) n`;

/** How reads went while something else was under way. */
interface Variant {
  name: string;
  /** Latencies of the reads of each round, in ms, from when each was due. */
  rounds: number[][];
  /** How long each whole file took, in ms. */
  files: number[];
}

/**
 * What files of 100,000 rows do to the reads of others: latencies alone, while a file is loaded all the time from
 * another process of the service, which shares machine and database with the one that is read from, and while it is
 * loaded from the same process. What the last two differ by is what a file takes of the process's own turns.
 */
export async function measureExports(stage: Stage): Promise<Variant[]> {
  const { accounts, database, options, today, service } = stage;
  const [exporter, ...readers] = accounts;
  if (!exporter) throw new Error('there is no account to export');
  await database.client.query(INSERT_CITATIONS, [exporter.accountId, exporter.projectId, today]);
  await database.client.query('vacuum analyze');
  const other = await stage.servers.startService();
  const files: readonly [name: string, ending: string, port: number][] = [
    ['alone', '', 0],
    ['beside Parquet of another process', 'parquet', other.port],
    ['beside Parquet', 'parquet', service.port],
    ['beside CSV of another process', 'csv', other.port],
    ['beside CSV', 'csv', service.port],
  ];
  const variants = files.map(([name]): Variant => ({ name, rounds: [], files: [] }));
  const requests = readers.map(({ key, projectId }) =>
    getBytes(`/api/v1/projects/${projectId}/visibility?window=30d`, key),
  );
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => LastingClient.open(service.port)));
  try {
    await readAll(clients, requests, options.seconds);
    for (let round = 0; round < options.rounds; round++) {
      for (const [name, ending, port] of files) {
        const variant = variants.find((one) => one.name === name);
        await resetBudgets(database.client);
        const load = ending === '' ? null : new Load(stage, exporter, ending, port);
        variant?.rounds.push(await readAll(clients, requests, options.seconds));
        variant?.files.push(...((await load?.stop()) ?? []));
      }
    }
  } finally {
    for (const client of clients) client.close();
  }
  return variants;
}

/** Loads a file again and again until it is stopped. */
class Load {
  #isStopped = false;
  readonly #times: Promise<number[]>;

  constructor(stage: Stage, account: BenchAccount, ending: string, port: number) {
    this.#times = this.#run(stage, account, ending, port);
  }

  /** Waits for the file under way. @returns how long each took, in ms. */
  stop(): Promise<number[]> {
    this.#isStopped = true;
    return this.#times;
  }

  async #run({ database }: Stage, { key, projectId }: BenchAccount, ending: string, port: number): Promise<number[]> {
    const times = [];
    const url = `http://127.0.0.1:${port}/dashboard/export/citations.${ending}?project=${projectId}&window=90d`;
    while (!this.#isStopped) {
      await resetBudgets(database.client);
      const from = performance.now();
      const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
      if (response.status !== 200) throw new Error(`wrong answer: ${response.status} ${await response.text()}`);
      for await (const _ of response.body ?? []);
      times.push(performance.now() - from);
    }
    return times;
  }
}

/** Sends reads as they are due, for `seconds`; one that waits for a connection counts from when it was due. */
async function readAll(
  clients: readonly LastingClient[],
  requests: readonly Buffer[],
  seconds: number,
): Promise<number[]> {
  const free = [...clients];
  const waiting: ((client: LastingClient) => void)[] = [];
  const latencies: number[] = [];
  const count = Math.ceil(seconds * READS_PER_SECOND);
  const start = performance.now();
  const asked = Array.from({ length: count }, async (_, at) => {
    const dueMs = start + (at * 1_000) / READS_PER_SECOND;
    await delay(Math.max(0, dueMs - performance.now()));
    const client = free.pop() ?? (await new Promise<LastingClient>((resolve) => waiting.push(resolve)));
    const request = requests[at % requests.length];
    if (!request) throw new Error('there is no request to send');
    okBody(await client.exchange(request));
    latencies.push(performance.now() - dueMs);
    const next = waiting.shift();
    if (next) next(client);
    else free.push(client);
  });
  await Promise.all(asked);
  return latencies;
}

export function printExports(variants: readonly Variant[]): void {
  console.log(`Reads (${READS_PER_SECOND} a second) beside files of ${ROWS} rows: medians of the rounds, ms`);
  const middle = (rounds: readonly number[][], share: number) =>
    median(rounds.map((round) => quantile(round, share))).toFixed(1);
  printTable(
    ['', 'p50', 'p99', 'p99 of rounds', 'a file'],
    variants.map(({ name, rounds, files }) => [
      name,
      middle(rounds, 0.5),
      middle(rounds, 0.99),
      rounds.map((round) => quantile(round, 0.99).toFixed(0)).join(' '),
      files.length === 0 ? '–' : `${(median(files) / 1_000).toFixed(2)} s`,
    ]),
  );
}
