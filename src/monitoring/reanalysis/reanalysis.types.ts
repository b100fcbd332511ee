import type { EntityManager } from '@mikro-orm/postgresql';
import type { Judging } from '../judge/judge.types.js';
import { type JudgedCount, NONE_JUDGED, sumOf } from '../judge/judged-count.js';
import type { UNREAD_MAX } from '../reader/read-answers.js';
import type { ProjectScope } from '../scope.js';

export interface Reanalysis {
  analysisId: string;
  /** Retained answers that were analysed. */
  answers: number;
  /** Those that could not be, and why, {@link UNREAD_MAX} at most; absent where there are none. */
  unread?: { answerId: string; fault: string }[];
}

/** The outcome of a run whose names changed meanwhile: readers keep the former analysis, and the lock is released. */
export const NAMES_CHANGED = 'names changed';
export type NamesChanged = typeof NAMES_CHANGED;

/** The outcome where no run began, as another of the same project is under way. */
export const BUSY = 'busy';
export type Busy = typeof BUSY;

/** The parameters that all steps of one run share. */
export interface Run {
  em: EntityManager;
  scope: ProjectScope;
  judging: Judging;
  /** Why answers could not be analysed, by their ids; the run does not try these again. */
  unread: Map<string, string>;
  signal?: AbortSignal | undefined;
  /** If no judge can be asked, fail and leave readers the former analysis, instead of falling back to the rules. */
  isPatient?: boolean;
  /** If names change meanwhile, switch to those that the run began with, instead of ending as {@link NAMES_CHANGED}. */
  mustSwitch?: boolean;
}

/** Answers analysed under an analysis, and how many of them the judge decided. */
export interface Progress {
  answers: number;
  judged: JudgedCount;
}

export const NOTHING_READ: Progress = { answers: 0, judged: NONE_JUDGED };

export function plus(one: Progress, other: Progress): Progress {
  return { answers: one.answers + other.answers, judged: sumOf(one.judged, other.judged) };
}
