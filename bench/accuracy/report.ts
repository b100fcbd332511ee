import { SENTIMENTS, type Sentiment } from '../../src/entities/vocabulary.js';
import { scoreCandidates } from './candidate-scores.js';
import { scoreCitations } from './citation-scores.js';
import type { AnalysedRow } from './gold.js';

export function printScores(title: string, rows: readonly AnalysedRow[], listsRows: boolean): void {
  console.log(`\n== ${title}: ${rows.length} rows of ${new Set(rows.map(({ row }) => row.answer_id)).size} answers`);
  printMentions(rows, listsRows);
  printSentiment(rows, listsRows);
  printPositions(rows, listsRows);
  printCandidates(rows, listsRows);
  const { matched, found, expected } = scoreCitations(rows);
  console.log(
    `citations   domains found ${share(matched, expected)} of the rows' own lists, ${found - matched} beyond them (links of the text)`,
  );
}

function printMentions(rows: readonly AnalysedRow[], listsRows: boolean): void {
  const named = rows.filter(({ facts }) => facts.brand.mentionCount > 0);
  const right = named.filter(({ row }) => row.mentioned).length;
  const truly = rows.filter(({ row }) => row.mentioned);
  const precision = right / named.length;
  const recall = right / truly.length;
  const agreed = rows.filter(({ row, facts }) => row.mentioned === facts.brand.mentionCount > 0).length;
  const exact = truly.filter(({ row, facts }) => row.mention_count === facts.brand.mentionCount).length;
  const f1 = (2 * precision * recall) / (precision + recall);
  console.log(
    `mentions    precision ${digits(precision)} recall ${digits(recall)} F1 ${digits(f1)} accuracy ${share(agreed, rows.length)} exact counts ${share(exact, truly.length)}`,
  );
  if (!listsRows) return;
  for (const { row, facts } of rows.filter((each) => each.row.mention_count !== each.facts.brand.mentionCount)) {
    console.log(
      `  ${row.answer_id} ${row.brand} ${JSON.stringify(row.aliases)}: gold ${row.mention_count}, found ${facts.brand.mentionCount} | ${row.note ?? ''}`,
    );
  }
}

function printSentiment(rows: readonly AnalysedRow[], listsRows: boolean): void {
  const both = rows.filter(({ row, facts }) => row.sentiment !== null && facts.brand.sentiment !== null);
  printClasses(
    'sentiment  ',
    both.map(({ row, facts }) => ({ gold: row.sentiment, found: facts.brand.sentiment })),
  );
  if (!listsRows) return;
  for (const { row, facts } of both.filter((each) => each.row.sentiment !== each.facts.brand.sentiment)) {
    console.log(
      `  ${row.answer_id} ${row.brand}: gold ${row.sentiment} (${row.evidence}), found ${facts.brand.sentiment} (${facts.brand.evidence})`,
    );
  }
}

/** A label and the class that was found for it. */
export interface ClassPair {
  gold: Sentiment | null;
  found: Sentiment | null;
}

/** Prints how classes agree: accuracy, F1 of each class, and the table of both. */
export function printClasses(title: string, pairs: readonly ClassPair[]): void {
  const count = (isCounted: (pair: ClassPair) => boolean) => pairs.filter(isCounted).length;
  const right = count(({ gold, found }) => gold === found);
  const f1s = SENTIMENTS.map((sentiment) => {
    const gold = count((pair) => pair.gold === sentiment);
    const found = count((pair) => pair.found === sentiment);
    const hit = count((pair) => pair.gold === sentiment && pair.found === sentiment);
    return gold + found === 0 ? 0 : (2 * hit) / (gold + found);
  });
  const macro = f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length;
  console.log(
    `${title} accuracy ${share(right, pairs.length)} macro-F1 ${digits(macro)} (${SENTIMENTS.map((name, at) => `${name} ${digits(f1s[at] ?? 0)}`).join(', ')})`,
  );
  console.log(`            gold \\ found ${SENTIMENTS.join(' ')}`);
  for (const sentiment of SENTIMENTS) {
    const cells = SENTIMENTS.map((found) => count((pair) => pair.gold === sentiment && pair.found === found));
    console.log(
      `            ${sentiment.padEnd(12)} ${cells.map((cell, at) => String(cell).padStart(SENTIMENTS[at]?.length ?? 0)).join(' ')}`,
    );
  }
}

function printPositions(rows: readonly AnalysedRow[], listsRows: boolean): void {
  const truly = rows.filter(({ row, facts }) => row.mentioned && facts.brand.mentionCount > 0);
  const right = truly.filter(({ row, facts }) => row.list_position === facts.brand.position).length;
  console.log(`position    exact ${share(right, truly.length)} of the named rows`);
  if (!listsRows) return;
  for (const { row, facts } of truly.filter((each) => each.row.list_position !== each.facts.brand.position)) {
    console.log(`  ${row.answer_id} ${row.brand}: position gold ${row.list_position}, found ${facts.brand.position}`);
  }
}

function printCandidates(rows: readonly AnalysedRow[], listsRows: boolean): void {
  const { wrong, missed, found, right, expected } = scoreCandidates(rows);
  console.log(`candidates  precision ${share(right, found)} recall ${share(expected - missed.length, expected)}`);
  if (!listsRows) return;
  for (const line of wrong) console.log(`  not a brand: ${line}`);
  for (const line of missed) console.log(`  missed: ${line}`);
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'n/a' : `${digits(part / whole)} (${part}/${whole})`;
}

function digits(value: number): string {
  return value.toFixed(3);
}
