import { type LastingClient, okBody } from './keep-alive-client.js';
import { median, quantile } from './statistics.js';

/** The latencies of one question: the median of each batch and p99 over all, in ms. */
export interface Latencies {
  batchMediansMs: number[];
  p99Ms: number;
}

/** A question that is asked again and again; how it differs from the others says its owner. */
export class TimedQuestion {
  readonly #all: number[] = [];
  readonly #batchMediansMs: number[] = [];
  #batch: number[] = [];

  constructor(readonly request: Buffer) {}

  async ask(client: LastingClient): Promise<void> {
    const from = performance.now();
    okBody(await client.exchange(this.request));
    this.#batch.push(performance.now() - from);
  }

  endBatch(counts: boolean): void {
    if (counts) {
      this.#all.push(...this.#batch);
      this.#batchMediansMs.push(median(this.#batch));
    }
    this.#batch = [];
  }

  latencies(): Latencies {
    return { batchMediansMs: this.#batchMediansMs, p99Ms: quantile(this.#all, 0.99) };
  }
}

/** How often all are asked, and what is done before each batch of them. */
export interface Turns {
  batches: number;
  timesPerBatch: number;
  beforeBatch: () => Promise<void>;
}

/** Asks questions in turn, one request at a time, so that other work falls on all alike. The first batch warms up. */
export async function askInTurn(
  questions: readonly TimedQuestion[],
  client: LastingClient,
  { batches, timesPerBatch, beforeBatch }: Turns,
): Promise<void> {
  for (let batch = 0; batch <= batches; batch++) {
    await beforeBatch();
    for (let time = 0; time < timesPerBatch; time++) {
      for (const question of questions) await question.ask(client);
    }
    for (const question of questions) question.endBatch(batch > 0);
  }
}
