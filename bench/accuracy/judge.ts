import { type AnswerFacts, type AnswerText, createAnalyser } from '../../src/analysis/analyser.js';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { readConfig } from '../../src/config.js';
import type { Judge, JudgeOutcome, JudgeVerdict } from '../../src/monitoring/judge/judging.js';
import { createModelJudge } from '../../src/monitoring/judge/model-judge.js';
import type { AskedQuestion } from '../../src/monitoring/judge/settle-answers.js';
import { isNamedBy, questionsAbout } from '../../src/monitoring/judge/settle-answers.js';
import { type Analyse, byRules, type Subjects } from './analyse.js';

/** Answers by rules, and the questions about each that they leave to a judge. */
interface Reading {
  subjects: Subjects;
  answer: AnswerText;
  facts: AnswerFacts;
  asked: readonly AskedQuestion[];
}

/** What a judge was asked, and what came of it. */
export interface Asking {
  answers: number;
  requests: number;
  questions: number;
  verdicts: number;
  /** Why questions have no verdict: requests by the first fault of each. */
  faults: ReadonlyMap<string, number>;
}

/** The judge of the environment; ends the process with a message where it names none. */
export function judgeOfEnvironment(): Judge {
  const { judge } = readConfig(process.env);
  if (!judge || judge === 'off') {
    console.error('--judge asks the model of JUDGE, or of a platform with a key: neither is set.');
    process.exit(1);
  }
  const warn = (details: object, message: string) => console.error(message, JSON.stringify(details));
  return createModelJudge(judge, { info() {}, warn }, SYSTEM_CLOCK);
}

/**
 * Reads all answers by the rules, asks the judge once about each that they leave unsettled, and returns how the product
 * would analyse the same answers with its verdicts.
 */
export async function askedAbout(
  judge: Judge,
  readAll: (analyse: Analyse) => void,
): Promise<{ analyse: Analyse; asking: Asking }> {
  const readings = new Map<string, Reading>();
  readAll((subjects, answer) => {
    const facts = byRules(subjects, answer);
    readings.set(keyOf(subjects, answer), {
      subjects,
      answer,
      facts,
      asked: questionsOf(judge, subjects, answer, facts),
    });
    return facts;
  });
  const open = [...readings].filter(([, { asked }]) => asked.length > 0);
  const outcomes = await Promise.all(
    open.map(async ([key, { answer, asked }]) => {
      const questions = asked.map(({ question }) => question);
      return [key, await judge.ask({ text: answer.text, questions })] as const;
    }),
  );
  const byKey = new Map(outcomes);
  return {
    analyse: (subjects, answer) => {
      const key = keyOf(subjects, answer);
      const reading = readings.get(key);
      if (!reading) throw new Error('an answer is analysed that was not read before');
      return judgedFacts(reading, byKey.get(key));
    },
    asking: askingOf(
      readings.size,
      open.map(([, { asked }]) => asked.length),
      outcomes.map(([, outcome]) => outcome),
    ),
  };
}

function keyOf(subjects: Subjects, { text, question }: AnswerText): string {
  return JSON.stringify([subjects, text, question ?? null]);
}

function questionsOf(judge: Judge, { brand, competitors }: Subjects, { text }: AnswerText, facts: AnswerFacts) {
  const subjects = [brand, ...competitors];
  const names = facts.unsettled.names.map((each) => {
    const { name = '', website = '' } = subjects[each.subject] ?? {};
    return { ...each, name, website };
  });
  return questionsAbout(judge.id, text, { brand: facts.brand, unsettled: { ...facts.unsettled, names } });
}

function judgedFacts({ subjects, answer, facts, asked }: Reading, outcome: JudgeOutcome | undefined): AnswerFacts {
  if (!outcome) return facts;
  const decisions = new Map<number, boolean>();
  let tone: JudgeVerdict | null = null;
  for (const [at, { subject }] of asked.entries()) {
    const verdict = outcome.verdicts[at];
    if (!verdict) continue;
    const isNamed = isNamedBy(verdict);
    if (isNamed === undefined) tone = verdict;
    else decisions.set(subject, isNamed);
  }
  const read = decisions.size > 0 ? createAnalyser(subjects)(answer, decisions) : facts;
  if (!tone || !('sentiment' in tone) || read.brand.sentiment === null) return read;
  return { ...read, brand: { ...read.brand, sentiment: tone.sentiment } };
}

function askingOf(answers: number, questions: readonly number[], outcomes: readonly JudgeOutcome[]): Asking {
  const faults = new Map<string, number>();
  for (const { problem } of outcomes) if (problem) faults.set(problem.fault, (faults.get(problem.fault) ?? 0) + 1);
  return {
    answers,
    requests: questions.length,
    questions: questions.reduce((sum, count) => sum + count, 0),
    verdicts: outcomes.flatMap(({ verdicts }) => verdicts).filter((verdict) => verdict !== null).length,
    faults,
  };
}
