import type { EntityManager } from '@mikro-orm/postgresql';
import type { Judging } from '../judging/judge.types.js';
import { type JudgedCount, NONE_JUDGED, sumOf } from '../judging/judged-count.js';
import type { ProjectScope } from '../scope.js';

export interface Reanalysis {
  analysisId: string;
  /** Retained answers read. */
  answers: number;
}

/** A run's end where readers were left the former analysis, as names changed meanwhile: its turn is given back. */
export const NAMES_CHANGED = 'names changed';
export type NamesChanged = typeof NAMES_CHANGED;

/** No run began, as another of the same project is under way. */
export const BUSY = 'busy';
export type Busy = typeof BUSY;

/** What all steps of one run share. */
export interface Run {
  em: EntityManager;
  scope: ProjectScope;
  judging: Judging;
  signal?: AbortSignal | undefined;
  /** Rather give up, and leave readers the former analysis, than fall back for want of a judge that answers at all. */
  isPatient?: boolean;
  /** Rather switch readers to the names there were as it began than end with {@link NAMES_CHANGED}. */
  mustSwitch?: boolean;
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
