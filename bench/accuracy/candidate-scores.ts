import { type CandidateFacts, createAnalyser } from '../../src/analysis/analyser.js';
import type { AnalysedRow, GoldBrands } from './gold.js';

export interface CandidateScores {
  found: number;
  right: number;
  expected: number;
  wrong: string[];
  missed: string[];
}

/**
 * Compares the candidates of each answer, read once with no subject that it names, with its list of brands. A
 * peripheral brand is right when found and not missed when left out; a canonical name with a product behind it (`Dell
 * UltraSharp`) is right.
 */
export function scoreCandidates(rows: readonly AnalysedRow[]): CandidateScores {
  const scores: CandidateScores = { found: 0, right: 0, expected: 0, wrong: [], missed: [] };
  const analyse = createAnalyser({ brand: { name: 'qzxv unnamed', aliases: [], website: '' }, competitors: [] });
  for (const gold of new Set(rows.map((row) => row.gold))) {
    if (gold.brands) addAnswer(scores, analyse(gold.answer).candidates, gold.brands);
  }
  return scores;
}

function addAnswer(scores: CandidateScores, candidates: readonly CandidateFacts[], labels: GoldBrands): void {
  const accepted = labels.brands.map((brand) => [brand, ...(labels.variants[brand] ?? [])].map(key));
  const hits = new Set<number>();
  for (const { name } of candidates) {
    const at = accepted.findIndex((names) => names.some((known) => isSame(key(name), known)));
    scores.found++;
    if (at < 0) scores.wrong.push(`${labels.answer_id} ${name}`);
    else {
      hits.add(at);
      scores.right++;
    }
  }
  labels.brands.forEach((brand, at) => {
    if (labels.peripheral.includes(brand)) return;
    scores.expected++;
    if (!hits.has(at)) scores.missed.push(`${labels.answer_id} ${brand}`);
  });
}

function key(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function isSame(candidate: string, brand: string): boolean {
  return candidate === brand || candidate.replaceAll(' ', '') === brand.replaceAll(' ', '');
}
