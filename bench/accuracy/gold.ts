import { dirname, join } from 'node:path';
import { type AnswerFacts, type AnswerText, createAnalyser, type Subject } from '../../src/analysis/analyser.js';
import { type Analyse, byRules } from './analyse.js';
import { type RecordedAnswer, readLines, toAnswerText } from './recorded-answers.js';
import type { ScoredAnswer, ScoredRow, SubjectLabel } from './scored.js';

/** A row of gold.jsonl: one brand in one answer. */
interface GoldRow extends SubjectLabel {
  answer_id: string;
  file: string;
  brand: string;
  aliases: string[];
  website: string;
}

/** A row of brands.jsonl: every brand that an answer names. */
interface GoldBrands {
  answer_id: string;
  brands: string[];
  peripheral: string[];
  variants: Record<string, string[]>;
}

interface GoldAnswer {
  id: string;
  answer: AnswerText;
  rows: GoldRow[];
  brands: GoldBrands | undefined;
}

/** A brand that no answer names, so that every name in an answer is a candidate. */
const NOBODY: Subject = { name: 'qzxv unnamed', aliases: [], website: '' };

/**
 * Reads a folder of gold labels and analyses each row as its brand's own project would: the other brands of the answer
 * are the competitors. Candidates are those of a project without competitors.
 */
export function scoreGold(folder: string, analyse: Analyse = byRules): ScoredRow[] {
  const readCandidates = createAnalyser({ brand: NOBODY, competitors: [] });
  return readGold(folder).flatMap(({ id, answer, rows, brands }) => {
    const analysed = rows.map((label) => ({ label, facts: analyseAsBrand(analyse, label, rows, answer) }));
    const scored: ScoredAnswer = {
      id,
      file: rows[0]?.file ?? '',
      text: answer.text,
      candidates: brands
        ? {
            labels: { names: brands.brands, optional: brands.peripheral, variants: brands.variants },
            found: readCandidates(answer).candidates.map(({ name }) => name),
          }
        : null,
      domains: {
        expected: new Set(answer.citations.flatMap(({ url }) => hostOf(url))),
        found: new Set(analysed[0]?.facts.citations.map(({ domain }) => domain)),
      },
    };
    return analysed.map(({ label, facts }) => ({
      answer: scored,
      subject: toSubject(label),
      label,
      facts: facts.brand,
    }));
  });
}

function readGold(folder: string): GoldAnswer[] {
  const rows = readLines<GoldRow>(join(folder, 'gold.jsonl'));
  const brands = new Map(readLines<GoldBrands>(join(folder, 'brands.jsonl')).map((line) => [line.answer_id, line]));
  const answers = new Map<string, RecordedAnswer>();
  for (const file of new Set(rows.map((row) => row.file))) {
    for (const answer of readLines<RecordedAnswer>(join(dirname(folder), file))) answers.set(answer.id, answer);
  }
  return Array.from(
    Map.groupBy(rows, (row) => row.answer_id),
    ([id, group]) => ({ id, answer: toAnswerText(answers.get(id)), rows: group, brands: brands.get(id) }),
  );
}

function analyseAsBrand(analyse: Analyse, row: GoldRow, rows: readonly GoldRow[], answer: AnswerText): AnswerFacts {
  const competitors = rows.filter((other) => other !== row).map(toSubject);
  return analyse({ brand: toSubject(row), competitors }, answer);
}

function toSubject(row: GoldRow): Subject {
  return { name: row.brand, aliases: row.aliases, website: row.website };
}

function hostOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).hostname.replace(/^www\./, '')] : [];
}
