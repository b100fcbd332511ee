import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import type { Outcome, SharedNames, Works } from './analysis-thread.js';

/**
 * Characters of texts of one message, beyond which the next begins: of short answers some ten, 15 ms of work, so that
 * messages cost little and those who wait for a thread take turns often. A longer answer has a message of its own.
 */
const MESSAGE_CHARACTERS = 32 * 1024;
/**
 * For the texts of one message: the longest text that is accepted, of 1 MiB, takes 2 s. It is time as it passes, so it
 * leaves room for a machine that is busy.
 */
const MESSAGE_MS_MAX = 60_000;
/** Messages that wait for a thread; each caller has few, and the callers of a process are bounded. */
const WAITING_MAX = 1_000;
/**
 * Threads that are not used for so long end, and return their memory. Not much less: a new one takes half a second to
 * begin, and its first hundred answers three times as long as those that follow.
 */
const IDLE_MS = 600_000;
/** A text of 1 MiB takes 300 MB at most, compiled names 64, words 100; beyond it the thread ends, not the process. */
const THREAD_HEAP_MB = 512;

/** No text is at fault: the threads cannot be used now. */
export class AnalysisUnavailable extends Error {}

/** The thread was lost over the texts of a message. */
class ThreadLost extends Error {}

/**
 * The threads of this process that analyse texts, begun when they are needed. A text that ends its thread, or takes
 * longer than a minute, is a fault of that text alone: those that shared its message are analysed again one by one.
 */
export class AnalysisThreads {
  private opened: OpenedPool | undefined;
  private isStopped = false;
  private readonly place: ReturnType<typeof pLimit>;

  /**
   * @param threads how many, 1 at least. @param file the code of a thread. @param messageMs how long the texts of one
   * message may take.
   */
  constructor(
    private readonly threads: number,
    private readonly file = new URL('./analysis-thread.js', import.meta.url),
    private readonly messageMs = MESSAGE_MS_MAX,
  ) {
    this.place = pLimit(threads);
  }

  /**
   * Does the work for each text, by all threads. Of the messages of one call as many wait as there are threads, so that
   * a call with many texts lets others in between. @returns an outcome a text, in the order of the texts.
   * @throws AnalysisUnavailable where no thread begins, too many wait or the threads are stopped.
   */
  async each<Name extends keyof Works>(
    work: Name,
    names: SharedNames,
    items: readonly Works[Name]['item'][],
  ): Promise<Outcome<Works[Name]['result']>[]> {
    const turn = pLimit(2 * this.threads);
    const messages = messagesOf(items);
    const outcomes = await Promise.all(messages.map((some) => turn(() => this.doAll(work, names, some))));
    return outcomes.flat();
  }

  /** Ends the threads at once; what is under way, and all that is asked from now on, fails. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.opened?.pool.destroy();
  }

  private async doAll<Name extends keyof Works>(
    work: Name,
    names: SharedNames,
    items: readonly Works[Name]['item'][],
  ): Promise<Outcome<Works[Name]['result']>[]> {
    try {
      return await this.send(work, names, items);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      if (items.length === 1) return [{ fault: error.message }];
      const outcomes: Outcome<Works[Name]['result']>[] = [];
      for (const item of items) outcomes.push(...(await this.doAll(work, names, [item])));
      return outcomes;
    }
  }

  /** Begins at once what it hands to the library, as there are as many places as threads: so time counts the work. */
  private async send<Name extends keyof Works>(
    work: Name,
    names: SharedNames,
    items: readonly Works[Name]['item'][],
  ): Promise<Outcome<Works[Name]['result']>[]> {
    if (this.place.pendingCount >= WAITING_MAX) throw new AnalysisUnavailable('too many texts wait to be analysed');
    return this.place(async () => {
      if (this.isStopped) throw new AnalysisUnavailable(STOPPED);
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), this.messageMs);
      const opened = this.open();
      try {
        return await opened.pool.run({ names, items }, { name: work, signal: late.signal });
      } catch (error) {
        throw this.faultOf(error, opened, late.signal);
      } finally {
        clearTimeout(timer);
      }
    });
  }

  private faultOf(error: unknown, { broken }: OpenedPool, late: AbortSignal): Error {
    if (this.isStopped) return new AnalysisUnavailable(STOPPED);
    if (broken) return new AnalysisUnavailable('the threads of the analysis do not begin', { cause: broken.reason });
    if (late.aborted) return new ThreadLost(`its analysis took longer than ${this.messageMs} ms`);
    return new ThreadLost(`its analysis ended the thread: ${error instanceof Error ? error.message : String(error)}`);
  }

  private open(): OpenedPool {
    if (this.opened) return this.opened;
    const pool = new Piscina({
      filename: this.file.href,
      minThreads: 0,
      maxThreads: this.threads,
      idleTimeout: IDLE_MS,
      maxQueue: this.threads,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
      recordTiming: false,
    });
    const opened: OpenedPool = { pool };
    // What fails while no text is under way is the beginning of a thread: those that wait for it would wait for ever.
    pool.on('error', (reason: unknown) => {
      opened.broken = { reason };
      this.opened = undefined;
      void pool.destroy();
    });
    this.opened = opened;
    return opened;
  }
}

/** The library's pool, and why it is no longer used. */
interface OpenedPool {
  pool: Piscina;
  broken?: { reason: unknown };
}

const STOPPED = 'the threads of the analysis are stopped';

function messagesOf<Item extends { text: string }>(items: readonly Item[]): Item[][] {
  const messages: Item[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (characters + item.text.length > MESSAGE_CHARACTERS) {
      messages.push([]);
      characters = 0;
    }
    messages.at(-1)?.push(item);
    characters += item.text.length;
  }
  return messages;
}
