import { type ClassCase, isRight } from './classes/class-case.js';
import { isWrongSign } from './classes/classes.js';
import type { Asking } from './judge.js';
import { scoreMentions } from './mention-scores.js';
import { printClasses } from './report.js';
import { type Part, rateOf, type ScoredRow } from './scored.js';
import { sentimentPairs } from './sentiment-scores.js';

/** How many answers the judge was asked about, and how many questions it settled. */
export function printAsking(judgeId: string, { answers, requests, questions, verdicts, faults }: Asking): void {
  const share = `${requests} of ${answers} answers asked about (${digits(requests / answers)}), one request each`;
  console.log(`\n== judge ${judgeId}: ${share}; ${verdicts} verdicts on ${questions} questions`);
  for (const [fault, count] of faults) console.log(`   ${fault}: ${count} requests`);
}

/** The classes of cases: how many are right by the rules, and how many with the judge. */
export function printJudgedCases(rules: readonly ClassCase[], judged: readonly ClassCase[]): void {
  for (const [title, cases] of Map.groupBy(rules, (one) => one.title)) {
    const same = judged.filter((one) => one.title === title);
    console.log(`${title.padEnd(52)} rules ${shareOf(cases)}  judge ${shareOf(same)}`);
  }
  const wrong = (cases: readonly ClassCase[]) =>
    cases.filter((one) => one.title.startsWith('tone')).filter(isWrongSign);
  console.log(`tone of the wrong sign: rules ${wrong(rules).length}, judge ${wrong(judged).length}`);
}

/** Names and tone of one part, by the rules and with the judge, on all of its rows. */
export function printJudgedPart({ title, rows }: Part, judged: readonly ScoredRow[]): void {
  console.log(`-- ${title}: ${rows.length} rows`);
  for (const [by, scored] of [
    ['rules', rows],
    ['judge', judged],
  ] as const) {
    const { precision, recall, f1 } = scoreMentions(scored);
    const names = `precision ${digits(rateOf(precision))} recall ${digits(rateOf(recall))} F1 ${digits(f1)}`;
    console.log(`names ${by} ${names}`);
    printClasses(`tone  ${by}`, sentimentPairs(scored));
  }
}

function shareOf(cases: readonly ClassCase[]): string {
  const right = cases.filter(isRight).length;
  return `${digits(right / cases.length)} (${right}/${cases.length})`.padStart(16);
}

function digits(value: number): string {
  return value.toFixed(3);
}
