import { SENTIMENTS } from '../../src/entities/vocabulary.js';
import { scoreCandidates } from './candidate-scores.js';
import { scoreCitations } from './citation-scores.js';
import { scoreMentions } from './mention-scores.js';
import { answersOf, rateOf, type ScoredAnswer, type ScoredRow, type Share } from './scored.js';
import { type ClassPair, scoreClasses, sentimentPairs } from './sentiment-scores.js';

/** Prints every score of the rows, and, where asked, each row that differs from its label. */
export function printScores(title: string, rows: readonly ScoredRow[], listsRows: boolean): void {
  const answers = answersOf(rows);
  console.log(`\n== ${title}: ${rows.length} rows of ${answers.length} answers`);
  printMentions(rows, listsRows);
  printSentiment(rows, listsRows);
  printPositions(rows, listsRows);
  printCandidates(answers, listsRows);
  printCitations(answers, listsRows);
}

function printMentions(rows: readonly ScoredRow[], listsRows: boolean): void {
  const { precision, recall, f1, accuracy, exactCounts } = scoreMentions(rows);
  const agreement = `accuracy ${withCounts(accuracy)} exact counts ${withCounts(exactCounts)}`;
  console.log(
    `mentions    precision ${digits(rateOf(precision))} recall ${digits(rateOf(recall))} F1 ${digits(f1)} ${agreement}`,
  );
  if (!listsRows) return;
  for (const { answer, subject, label, facts } of rows) {
    if (label.mention_count === facts.mentionCount) continue;
    const who = `${answer.id} ${subject.name} ${JSON.stringify(subject.aliases)}`;
    console.log(`  ${who}: gold ${label.mention_count}, found ${facts.mentionCount} | ${label.note ?? ''}`);
  }
}

function printSentiment(rows: readonly ScoredRow[], listsRows: boolean): void {
  printClasses('sentiment  ', sentimentPairs(rows));
  if (!listsRows) return;
  for (const { answer, subject, label, facts } of rows) {
    if (label.sentiment === null || facts.sentiment === null || label.sentiment === facts.sentiment) continue;
    const gold = label.evidence ? `${label.sentiment} (${label.evidence})` : label.sentiment;
    console.log(`  ${answer.id} ${subject.name}: gold ${gold}, found ${facts.sentiment} (${facts.evidence})`);
  }
}

/** Prints how classes agree: accuracy, F1 of each class, and the table of both. */
export function printClasses(title: string, pairs: readonly ClassPair[]): void {
  const { accuracy, macroF1, f1, table } = scoreClasses(pairs);
  const each = SENTIMENTS.map((name) => `${name} ${digits(f1[name])}`).join(', ');
  console.log(`${title} accuracy ${withCounts(accuracy)} macro-F1 ${digits(macroF1)} (${each})`);
  console.log(`            gold \\ found ${SENTIMENTS.join(' ')}`);
  for (const label of SENTIMENTS) {
    const cells = SENTIMENTS.map((found) => String(table[label][found]).padStart(found.length));
    console.log(`            ${label.padEnd(12)} ${cells.join(' ')}`);
  }
}

function printPositions(rows: readonly ScoredRow[], listsRows: boolean): void {
  const labelled = rows.filter(({ label }) => label.list_position !== undefined);
  if (labelled.length === 0) return;
  const named = labelled.filter(({ label, facts }) => label.mentioned && facts.mentionCount > 0);
  const differing = named.filter(({ label, facts }) => label.list_position !== facts.position);
  const exact = { part: named.length - differing.length, whole: named.length };
  console.log(`position    exact ${withCounts(exact)} of the named rows`);
  if (!listsRows) return;
  for (const { answer, subject, label, facts } of differing) {
    console.log(`  ${answer.id} ${subject.name}: position gold ${label.list_position}, found ${facts.position}`);
  }
}

function printCandidates(answers: readonly ScoredAnswer[], listsRows: boolean): void {
  const { precision, recall, wrong, missed } = scoreCandidates(answers);
  console.log(`candidates  precision ${withCounts(precision)} recall ${withCounts(recall)}`);
  if (!listsRows) return;
  for (const line of wrong) console.log(`  not a brand: ${line}`);
  for (const line of missed) console.log(`  missed: ${line}`);
}

function printCitations(answers: readonly ScoredAnswer[], listsRows: boolean): void {
  const { precision, recall } = scoreCitations(answers);
  const beyond = precision.whole - precision.part;
  console.log(`citations   domains found ${withCounts(recall)} of those expected, ${beyond} beyond them`);
  if (!listsRows) return;
  for (const { id, domains } of answers) {
    const missing = [...domains.expected].filter((domain) => !domains.found.has(domain));
    const extra = [...domains.found].filter((domain) => !domains.expected.has(domain));
    if (missing.length > 0) console.log(`  ${id}: domains missing ${missing.join(', ')}`);
    if (extra.length > 0) console.log(`  ${id}: domains beyond ${extra.join(', ')}`);
  }
}

function withCounts(share: Share): string {
  return share.whole === 0 ? 'n/a' : `${digits(rateOf(share))} (${share.part}/${share.whole})`;
}

function digits(value: number): string {
  return value.toFixed(3);
}
