import { SYSTEM_CLOCK } from '../../src/clock.js';
import { readConfig } from '../../src/config.js';
import type { JudgeOutcome } from '../../src/monitoring/judging/judge.types.js';
import { createModelJudge } from '../../src/monitoring/judging/model-judge.js';
import { questionOf } from '../../src/monitoring/judging/verdict-key.js';
import type { AnalysedRow } from './gold.js';
import { printClasses } from './report.js';

interface JudgedRow extends AnalysedRow {
  outcome: JudgeOutcome;
}

/**
 * Asks the model that the environment names about the rows whose brand is named by label and analysis alike, and prints
 * what it found beside the rules, on the same rows.
 */
export async function printJudge(rows: readonly AnalysedRow[]): Promise<void> {
  const { sentimentJudge } = readConfig(process.env);
  if (!sentimentJudge) {
    console.error('--judge asks the model of SENTIMENT_JUDGE, which is not set.');
    process.exit(1);
  }
  const warn = (details: object, message: string) => console.error(message, JSON.stringify(details));
  const judge = createModelJudge(sentimentJudge, { info() {}, warn }, SYSTEM_CLOCK);
  const named = rows.filter(({ row, facts }) => row.sentiment !== null && facts.brand.mentionCount > 0);
  console.log(`\n== judge ${judge.id}: ${named.length} rows`);
  const judged = await Promise.all(
    named.map(async (row): Promise<JudgedRow> => {
      const question = questionOf(row.gold.answer.text, row.facts.brand.spans);
      return { ...row, outcome: await judge.ask(question) };
    }),
  );
  for (const [part, isPart] of [
    ['tuning part', false],
    ['held-back part', true],
  ] as const) {
    printPart(
      part,
      judged.filter(({ isHeldBack }) => isHeldBack === isPart),
    );
  }
}

/** The judge where it gave a verdict, the rules on those same rows, and the product: the judge, else the rules. */
function printPart(title: string, rows: readonly JudgedRow[]): void {
  const answered = rows.filter(({ outcome }) => 'verdict' in outcome);
  const faults = rows.flatMap(({ outcome }) => ('fault' in outcome ? [outcome.fault] : []));
  const kinds = [...new Set(faults)].map((kind) => `${kind} ${faults.filter((fault) => fault === kind).length}`);
  console.log(`-- ${title}: ${answered.length} of ${rows.length} judged ${kinds.join(', ')}`);
  printClasses('judge      ', answered.map(pairOf));
  printClasses('rules      ', answered.map(rulesPairOf));
  printClasses('as stored  ', rows.map(pairOf));
}

function pairOf({ row, facts, outcome }: JudgedRow) {
  return { gold: row.sentiment, found: 'verdict' in outcome ? outcome.verdict.sentiment : facts.brand.sentiment };
}

function rulesPairOf({ row, facts }: JudgedRow) {
  return { gold: row.sentiment, found: facts.brand.sentiment };
}
