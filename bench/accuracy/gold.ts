import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type AnswerFacts, type AnswerText, createAnalyser, type Subject } from '../../src/analysis/analyser.js';
import type { Sentiment } from '../../src/entities/vocabulary.js';
import { type RecordedAnswer, readLines, toAnswerText } from './recorded-answers.js';

/** A row of gold.jsonl: one brand in one answer. */
export interface GoldRow {
  answer_id: string;
  file: string;
  brand: string;
  aliases: string[];
  website: string;
  mentioned: boolean;
  mention_count: number;
  sentiment: Sentiment | null;
  evidence: string | null;
  list_position: number | null;
  notFoundOrForbidden?: string;
  note?: string;
}

/** A row of brands.jsonl: every brand that an answer names. */
export interface GoldBrands {
  answer_id: string;
  brands: string[];
  peripheral: string[];
  variants: Record<string, string[]>;
}

export interface GoldAnswer {
  answer: AnswerText;
  rows: GoldRow[];
  brands: GoldBrands | undefined;
}

export interface AnalysedRow {
  row: GoldRow;
  facts: AnswerFacts;
  gold: GoldAnswer;
  isHeldBack: boolean;
}

export function readGold(folder: string): GoldAnswer[] {
  const rows = readLines<GoldRow>(join(folder, 'gold.jsonl'));
  const brands = new Map(readLines<GoldBrands>(join(folder, 'brands.jsonl')).map((line) => [line.answer_id, line]));
  const answers = new Map<string, RecordedAnswer>();
  for (const file of new Set(rows.map((row) => row.file))) {
    for (const answer of readLines<RecordedAnswer>(join(dirname(folder), file))) answers.set(answer.id, answer);
  }
  return Array.from(
    Map.groupBy(rows, (row) => row.answer_id),
    ([id, group]) => ({
      answer: toAnswerText(answers.get(id)),
      rows: group,
      brands: brands.get(id),
    }),
  );
}

/** Each row as its brand's own project would see it: the other brands of the answer are the competitors. */
export function analyseGold(gold: readonly GoldAnswer[]): AnalysedRow[] {
  return gold.flatMap((answer) =>
    answer.rows.map((row) => {
      const competitors = answer.rows.filter((other) => other !== row).map(toSubject);
      const facts = createAnalyser({ brand: toSubject(row), competitors })(answer.answer);
      return { row, facts, gold: answer, isHeldBack: isHeldBack(row.answer_id) };
    }),
  );
}

function isHeldBack(answerId: string): boolean {
  return createHash('sha256').update(answerId).digest().readUInt32BE(0) % 3 === 0;
}

function toSubject(row: GoldRow): Subject {
  return { name: row.brand, aliases: row.aliases, website: row.website };
}
