import type { Platform } from '../../entities/vocabulary.js';
import type { CitedSource } from '../../platforms/reply.js';

/** An accepted answer on its way in, live or imported. Its texts hold neither NUL nor lone surrogates. */
export interface IncomingAnswer {
  /** Unique in the project: an answer that was ingested before is skipped. At most 255 characters. */
  externalId: string;
  /** The prompt that was asked, even if edited or archived since; where absent, the one of the same text is found. */
  promptId?: string | null;
  platform: Platform;
  model: string | null;
  question: string;
  text: string;
  citations: readonly CitedSource[];
  isTruncated: boolean;
  answeredAt: Date;
}

/** An answer as it is retained, with the columns that its facts repeat. */
export interface RetainedAnswer {
  id: string;
  /** The UTC day of `answeredAt`. */
  bucketDate: string;
  platform: Platform;
  question: string;
  text: string;
  citations: readonly CitedSource[];
  answeredAt: Date;
}
