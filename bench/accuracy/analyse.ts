import { type AnswerFacts, type AnswerText, createAnalyser, type Subject } from '../../src/analysis/analyser.js';

/** The brand and the competitors of a project. */
export interface Subjects {
  brand: Subject;
  competitors: readonly Subject[];
}

/** How labelled answers are analysed: by the rules alone, or with a judge beside them. */
export type Analyse = (subjects: Subjects, answer: AnswerText) => AnswerFacts;

export const byRules: Analyse = (subjects, answer) => createAnalyser(subjects)(answer);
