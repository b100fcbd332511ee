import { readFileSync } from 'node:fs';
import type { AnswerText } from '../../src/analysis/analyser.js';

/** A line of a file of recorded answers. */
export interface RecordedAnswer {
  id: string;
  /** What was asked, where it was recorded: the product knows it too. */
  question?: string | null;
  answer: string;
  citations: { url: string; title?: string | null }[];
}

export function toAnswerText(recorded: RecordedAnswer | undefined): AnswerText {
  const citations = recorded?.citations ?? [];
  return {
    text: recorded?.answer ?? '',
    question: recorded?.question ?? null,
    citations: citations.map(({ url, title }) => ({ url, title: title ?? null })),
  };
}

/** The files are the bench's own input, in the form of their README; a wrong form shows as a wrong score. */
export function readLines<Row>(file: string): Row[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}
