import { SYSTEM_CLOCK } from '../../src/clock.js';
import { readConfig } from '../../src/config.js';
import type { Judge, JudgeOutcome } from '../../src/monitoring/judging/judge.types.js';
import { createModelJudge } from '../../src/monitoring/judging/model-judge.js';
import { questionOf } from '../../src/monitoring/judging/verdict-key.js';
import { printClasses } from './report.js';
import type { Part, ScoredRow } from './scored.js';

interface JudgedRow extends ScoredRow {
  outcome: JudgeOutcome;
}

/**
 * Asks the model that the environment names about the rows whose subject is named by label and analysis alike, and
 * prints its classes beside those of the rules, on the same rows, part by part.
 */
export async function printJudge(parts: readonly Part[]): Promise<void> {
  const { sentimentJudge } = readConfig(process.env);
  if (!sentimentJudge) {
    console.error('--judge asks the model of SENTIMENT_JUDGE, which is not set.');
    process.exit(1);
  }
  const warn = (details: object, message: string) => console.error(message, JSON.stringify(details));
  const judge = createModelJudge(sentimentJudge, { info() {}, warn }, SYSTEM_CLOCK);
  const named = parts.map(({ title, rows }) => ({ title, rows: rows.filter(isNamedByBoth) }));
  console.log(`\n== judge ${judge.id}: ${named.reduce((sum, { rows }) => sum + rows.length, 0)} rows`);
  const judged = await Promise.all(
    named.map(async ({ title, rows }) => ({ title, rows: await Promise.all(rows.map((row) => judgeRow(judge, row))) })),
  );
  for (const { title, rows } of judged) printPart(title, rows);
}

function isNamedByBoth({ label, facts }: ScoredRow): boolean {
  return label.sentiment !== null && facts.mentionCount > 0;
}

async function judgeRow(judge: Judge, row: ScoredRow): Promise<JudgedRow> {
  return { ...row, outcome: await judge.ask(questionOf(row.answer.text, row.facts.spans)) };
}

/** The judge where it returned a verdict, the rules on the same rows, and the product: the judge, else the rules. */
function printPart(title: string, rows: readonly JudgedRow[]): void {
  const answered = rows.filter(({ outcome }) => 'verdict' in outcome);
  const faults = rows.flatMap(({ outcome }) => ('fault' in outcome ? [outcome.fault] : []));
  const kinds = [...new Set(faults)].map((kind) => `${kind} ${faults.filter((fault) => fault === kind).length}`);
  console.log(`-- ${title}: ${answered.length} of ${rows.length} judged ${kinds.join(', ')}`);
  printClasses('judge      ', answered.map(pairOf));
  printClasses('rules      ', answered.map(rulesPairOf));
  printClasses('as stored  ', rows.map(pairOf));
}

function pairOf({ label, facts, outcome }: JudgedRow) {
  return { gold: label.sentiment, found: 'verdict' in outcome ? outcome.verdict.sentiment : facts.sentiment };
}

function rulesPairOf({ label, facts }: JudgedRow) {
  return { gold: label.sentiment, found: facts.sentiment };
}
