import { quantile } from '../shared/statistics.js';

export type RequestKind = 'read' | 'write';

/**
 * The figures of the honest accounts in one window of the run. Latencies are in ms, from the instant a request was due.
 */
export interface Window {
  isAttacked: boolean;
  reads: number;
  readP50Ms: number;
  readP99Ms: number;
  writes: number;
  writeP50Ms: number;
  writeP99Ms: number;
  /** Responses with a status of 500 and above, and connections that broke. */
  failures: number;
  residentMb: number;
  databaseConnections: number;
}

/** Collects the responses of a window, and turns them into its figures. */
export class Recorder {
  readonly #latencies: Record<RequestKind, number[]> = { read: [], write: [] };
  #failures = 0;
  readonly unexpected = new Map<string, number>();

  add(kind: RequestKind, latencyMs: number, status: number, body: string): void {
    this.#latencies[kind].push(latencyMs);
    if (status >= 500 || status === 0) this.#failures += 1;
    if (status >= 400 || status === 0) this.#note(`${status} ${body.slice(0, 120)}`);
  }

  /** The figures since the last call. */
  endWindow(rest: Pick<Window, 'isAttacked' | 'residentMb' | 'databaseConnections'>): Window {
    const { read, write } = this.#latencies;
    const window = {
      ...rest,
      reads: read.length,
      readP50Ms: quantile(read, 0.5),
      readP99Ms: quantile(read, 0.99),
      writes: write.length,
      writeP50Ms: quantile(write, 0.5),
      writeP99Ms: quantile(write, 0.99),
      failures: this.#failures,
    };
    read.length = 0;
    write.length = 0;
    this.#failures = 0;
    return window;
  }

  #note(response: string): void {
    this.unexpected.set(response, (this.unexpected.get(response) ?? 0) + 1);
  }
}
