import type { Pool, QueryConfig, QueryResult } from 'pg';
import { LostBehindAnother, Pipeline, type PipelineBounds } from './pipeline.js';
import { QuickStatements } from './quick-statements.js';

export const PIPELINES = {
  /** At once. */
  connections: 2,
  silentMs: 20,
  idleMs: 20,
} as const;

/** A read that an account asks for. */
export interface Asked {
  accountId: string;
  /** The statement's, also where it is sent without one. */
  name: string;
  query: QueryConfig;
  /** Runs it on a connection of its own. */
  alone: () => Promise<QueryResult>;
}

/**
 * Sends quick statements of several requests over the same connections, each before the one before it was answered:
 * fewer packets and fewer processes woken, which was measured at a fifth of the CPU of a small read, here and in the
 * database. Who is in a pipeline waits for those before it, so only statements that were quick of late are
 * (`quick-statements.ts`), and no more of them than have a permit at once. Who loses the connection by another's
 * statement is sent again, alone, once: so only reads are in pipelines, which may be repeated.
 */
export class Pipelines {
  readonly #open = new Set<Pipeline>();

  constructor(
    private readonly pool: Pool,
    private readonly bounds: Readonly<PipelineBounds & { connections: number }> = PIPELINES,
    private readonly quick = new QuickStatements(),
  ) {}

  /**
   * Runs the statement in a pipeline where it may, else alone.
   * @param noteWait is told how long it waited for others, in milliseconds: for those before it, and for what another's
   *   failed statement cost it.
   * @throws what the driver throws for this statement.
   */
  async query(asked: Asked, noteWait: (ms: number) => void): Promise<QueryResult> {
    const pipeline = this.quick.isQuick(asked.accountId, asked.name) ? this.#choose() : undefined;
    if (!pipeline) return this.#alone(asked);
    try {
      return await this.#inPipeline(pipeline, asked, noteWait);
    } catch (error) {
      if (error instanceof LostBehindAnother) return this.#alone(asked);
      throw error;
    }
  }

  async #inPipeline(pipeline: Pipeline, { accountId, name, query }: Asked, noteWait: (ms: number) => void) {
    const sentMs = performance.now();
    return pipeline.send(query, (waitedMs) => {
      noteWait(waitedMs);
      const tookMs = performance.now() - sentMs;
      this.quick.note(accountId, name, tookMs - waitedMs);
      this.quick.notePipelined(accountId, tookMs);
    });
  }

  async #alone({ accountId, name, alone }: Asked): Promise<QueryResult> {
    const sentMs = performance.now();
    try {
      return await alone();
    } finally {
      this.quick.note(accountId, name, performance.now() - sentMs);
    }
  }

  /** The one with the fewest under way; a further one is opened where none is idle. Undefined where all are silent. */
  #choose(): Pipeline | undefined {
    let best: Pipeline | undefined;
    for (const pipeline of this.#open) {
      if (!pipeline.isSilent && (best === undefined || pipeline.underWay < best.underWay)) best = pipeline;
    }
    return this.#open.size < this.bounds.connections && best?.underWay !== 0 ? this.#openNext() : best;
  }

  #openNext(): Pipeline {
    const pipeline: Pipeline = new Pipeline(this.pool, this.bounds, () => this.#open.delete(pipeline));
    this.#open.add(pipeline);
    return pipeline;
  }
}
