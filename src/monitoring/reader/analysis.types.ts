import type { Subject } from '../../analysis/facts.types.js';

/** The names of an analysis as stored: a competitor's `id` is its candidate's, the brand's is the project's own. */
export interface SubjectSnapshot {
  brand: Subject;
  competitors: readonly (Subject & { id: string })[];
}

/** An analysis that answers are read under. Its names never change; what is read with them may end with a removal. */
export interface Analysis {
  id: string;
  subjects: SubjectSnapshot;
  /** Whose verdicts on sentiment it is made of (`Judge.id`); null: the rules'. */
  judge: string | null;
  /** When competitors of the snapshot were removed, in milliseconds since the epoch, by candidate id. */
  removedAt: Readonly<Record<string, number>>;
}
