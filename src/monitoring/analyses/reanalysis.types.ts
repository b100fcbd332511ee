import type { EntityManager } from '@mikro-orm/postgresql';
import type { Judging } from '../judging/judge.types.js';
import { type JudgedCount, NONE_JUDGED, sumOf } from '../judging/judged-count.js';
import type { ProjectScope } from '../scope.js';

export interface Reanalysis {
  analysisId: string;
  /** Retained answers read. */
  answers: number;
}

/** What all steps of one run share. */
export interface Run {
  em: EntityManager;
  scope: ProjectScope;
  judging: Judging;
  signal?: AbortSignal | undefined;
  /** Rather give up, and leave readers the former analysis, than fall back for want of a judge that answers at all. */
  isPatient?: boolean;
}

/** Answers read under an analysis, and by whom their sentiment was judged. */
export interface Progress {
  answers: number;
  judged: JudgedCount;
}

export const NOTHING_READ: Progress = { answers: 0, judged: NONE_JUDGED };

export function plus(one: Progress, other: Progress): Progress {
  return { answers: one.answers + other.answers, judged: sumOf(one.judged, other.judged) };
}
