import { type CpuReading, cpuBetween } from './cpu.js';
import { LastingClient, okBody } from './keep-alive-client.js';
import { quantile } from './statistics.js';

const CONNECTIONS = 16;

/** The throughput of a server under load; CPU for each request, in ms, where the system reports it. */
export interface Measurement {
  perSecond: number;
  p99Ms: number;
  serverCpuMs: number | undefined;
  databaseCpuMs: number | undefined;
}

/**
 * Drives a server with 16 connections of one request at a time, the requests taken in turn: a warm-up of a third of
 * `seconds`, then `seconds`.
 * @throws Error on any response other than 200.
 */
export async function drive(
  port: number,
  requests: readonly Buffer[],
  seconds: number,
  readCpu: () => Promise<CpuReading>,
): Promise<Measurement> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => LastingClient.open(port)));
  try {
    const next = inAccountQueue(requests);
    await askFor(clients, next, (seconds * 1000) / 3);
    const before = await readCpu();
    const { latencies, elapsedMs } = await askFor(clients, next, seconds * 1000);
    const after = await readCpu();
    const { serverMs, databaseMs } = cpuBetween(before, after);
    return {
      perSecond: (latencies.length * 1000) / elapsedMs,
      p99Ms: quantile(latencies, 0.99),
      serverCpuMs: serverMs && serverMs / latencies.length,
      databaseCpuMs: databaseMs && databaseMs / latencies.length,
    };
  } finally {
    for (const client of clients) client.close();
  }
}

async function askFor(clients: readonly LastingClient[], next: () => Buffer, durationMs: number) {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + durationMs;
  const ask = async (client: LastingClient) => {
    for (let from = performance.now(); from < end; ) {
      okBody(await client.exchange(next()));
      const to = performance.now();
      latencies.push(to - from);
      from = to;
    }
  };
  await Promise.all(clients.map(ask));
  return { latencies, elapsedMs: performance.now() - start };
}

function inAccountQueue(requests: readonly Buffer[]): () => Buffer {
  let at = 0;
  return () => {
    const request = requests[at++ % requests.length];
    if (!request) throw new Error('there is no request to send');
    return request;
  };
}
