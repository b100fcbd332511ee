import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerText } from '../../src/analysis/analyser.js';
import { type AnswerLine, sampleAnswers } from '../../src/demo/answers/sample-answers.js';
import { DEMO_PROJECTS } from '../../src/demo/load-demo.js';
import { readReply } from '../../src/platforms/platform-apis.js';
import { type RecordedAnswer, readLines, toAnswerText } from '../accuracy/recorded-answers.js';

const SAMPLES = 700;
const SAMPLE_DAY = new Date('2026-11-01T12:00:00Z');

/** The texts to analyse: recorded answers where the folder exists, else the demo's sample answers. */
export function loadAnswers(folder: string): { what: string; answers: AnswerText[] } {
  if (!existsSync(folder)) return { what: "the demo's sample answers", answers: demoAnswers() };
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const answers = files.toSorted().flatMap((name) => readLines<RecordedAnswer>(join(folder, name)).map(toAnswerText));
  return { what: 'recorded answers', answers };
}

function demoAnswers(): AnswerText[] {
  const answers: AnswerText[] = [];
  for (const project of DEMO_PROJECTS) {
    for (const sample of sampleAnswers(project, SAMPLE_DAY)) {
      if (answers.length === SAMPLES) return answers;
      answers.push(textOf(sample));
    }
  }
  return answers;
}

function textOf({ platform, answer, citations, raw }: AnswerLine): AnswerText {
  const reply = raw === undefined ? { accepted: true, text: answer ?? '', citations } : readReply(platform, raw);
  if (!('text' in reply)) throw new Error('a sample answer is not accepted');
  return { text: reply.text, citations: reply.citations ?? [] };
}
