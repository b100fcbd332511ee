import { Piscina } from 'piscina';
import type { WithoutPdf } from '../../entities/vocabulary.js';
import type { PdfOutcome, PdfRequest } from './pdf-drawing.js';

/** The heap of the thread: a report of ten pages takes some 40 MB. */
const THREAD_HEAP_MB = 128;
/** A report of ten pages takes half a second of a processor. */
const DRAWING_MS_MAX = 20_000;
/** The thread ends after so long without work, and returns its memory. */
const IDLE_MS = 60_000;
/** Bytes of a PDF that is stored. */
export const PDF_BYTES_MAX = 2_000_000;

/** Makes PDFs in a thread of its own, one at a time, so that none holds up the process or takes its memory. */
export class PdfMaker {
  private pool: Piscina | undefined;

  /** @param file the code of the thread. @param drawingMs how long one may take. */
  constructor(
    private readonly file = new URL('./pdf-thread.js', import.meta.url),
    private readonly drawingMs = DRAWING_MS_MAX,
  ) {}

  /** The bytes, or why there are none. Whatever a text does to the thread, the process goes on. */
  async make(request: PdfRequest): Promise<{ pdf: Buffer } | { without: WithoutPdf; cause: unknown }> {
    const pool = this.open();
    const late = AbortSignal.timeout(this.drawingMs);
    try {
      const outcome: PdfOutcome = await pool.run(request, { signal: late });
      if ('lacksLetters' in outcome) return { without: 'letters', cause: null };
      const pdf = Buffer.from(outcome.pdf);
      return pdf.byteLength > PDF_BYTES_MAX ? { without: 'bounds', cause: `${pdf.byteLength} bytes` } : { pdf };
    } catch (error) {
      return { without: 'bounds', cause: error };
    }
  }

  async stop(): Promise<void> {
    await this.pool?.destroy();
    this.pool = undefined;
  }

  private open(): Piscina {
    if (this.pool) return this.pool;
    const pool = new Piscina({
      filename: this.file.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
      recordTiming: false,
    });
    // A thread that does not begin: the next PDF has another pool.
    pool.on('error', () => {
      this.pool = undefined;
      void pool.destroy();
    });
    this.pool = pool;
    return pool;
  }
}
