import type { Subject } from '../../analysis/facts.js';

/** The names of an analysis as stored: a competitor's `id` is its candidate's, the brand's is the project's own. */
export interface SubjectSnapshot {
  brand: Subject;
  competitors: readonly (Subject & { id: string })[];
}

/** An analysis. Its names never change; a competitor removed later no longer counts in answers after its removal. */
export interface Analysis {
  id: string;
  subjects: SubjectSnapshot;
  /** The judge of what the rules leave unsettled (`Judge.id`); null: the rules alone. */
  judge: string | null;
  /** When competitors of the snapshot were removed, in milliseconds since the epoch, by candidate id. */
  removedAt: Readonly<Record<string, number>>;
}
