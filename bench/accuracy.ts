import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { JUDGE_ASKS } from '../src/entities/vocabulary.js';
import type { Judge } from '../src/monitoring/judge/judging.js';
import { type Analyse, byRules } from './accuracy/analyse.js';
import type { ClassCase } from './accuracy/classes/class-case.js';
import { readClassCases } from './accuracy/classes/classes.js';
import { printClassCases } from './accuracy/classes/report.js';
import { partByLanguage, readCorpus, scoreCorpus } from './accuracy/corpus.js';
import { printGate, tonesOf } from './accuracy/gate.js';
import { scoreGold } from './accuracy/gold.js';
import { partByHash } from './accuracy/held-back.js';
import { askedAbout, judgeOfEnvironment } from './accuracy/judge.js';
import { readingJudge, writingJudge } from './accuracy/judge-files.js';
import { printAsking, printJudgedCases, printJudgedPart } from './accuracy/judge-report.js';
import { readLabels, scoreLabels } from './accuracy/labels.js';
import { printPassages } from './accuracy/passages.js';
import { printScores } from './accuracy/report.js';
import type { Part } from './accuracy/scored.js';

/**
 * `npm run accuracy [-- FOLDER] [--classes | --corpus | --labels FILE] [--rows] [--judge] [--gate]`: compares the
 * analysis with labelled texts and prints the scores: first of the classes of cases (test/corpus/classes), then of the
 * project's own corpus (test/corpus), then of a folder of gold labels (default: the shared fixtures, where they are
 * present).
 * `--classes` stops after the classes, `--corpus` after the corpus. A third of the cases and of the gold answers,
 * chosen by a hash, is reported separately; rules are tuned on the others only. `--rows` lists the differing rows of
 * all but that third. Offline, except for `--judge`: it asks the model that the environment names (`JUDGE`) what the
 * rules leave unsettled in the same texts, and prints names and tone with its verdicts beside those of the rules.
 * `--gate` counts how often the rules are wrong by what a tone rests on, writes the table that decides what a judge is
 * asked about, and prints what each setting of `JUDGE_ASK` asks. `--judge-out FILE` writes what a model would be asked
 * (`--judge-ask`: how often, by default `often`), `--judge-in FILE` reads replies to it, so that models can be
 * measured without their key. `--passages FOLDER` compares the tone of long recorded answers with that of what a model
 * is sent of them. `--labels FILE` reads labelled lines, such as a customer's exported corrections, in place of all
 * these texts; with `--judge` or `--judge-in` they are judged too.
 */
const words = process.argv.slice(2);
const WITH_VALUE = ['--judge-out', '--judge-in', '--judge-ask', '--passages', '--labels'];
const labelsFrom = wordBehind('--labels');
const rules = readAll(byRules);
if (labelsFrom === undefined) printClassCases(rules.cases, words.includes('--rows'));
for (const { title, rows, isHeldBack } of rules.parts)
  printScores(title, rows, words.includes('--rows') && !isHeldBack);
if (words.includes('--gate')) {
  const isOfCorpus = ({ title }: Part) => title.startsWith('corpus');
  const rowsOf = (parts: readonly Part[]) => parts.flatMap(({ rows }) => rows);
  printGate(
    tonesOf(rowsOf(rules.parts.filter(isOfCorpus))),
    tonesOf(rowsOf(rules.parts.filter((part) => !isOfCorpus(part)))),
  );
}
if (words.includes('--judge')) await printJudged(judgeOfEnvironment());
const [requestsTo, repliesFrom, ask, answersIn] = WITH_VALUE.map(wordBehind);
const setting = JUDGE_ASKS.find((each) => each === (ask ?? 'often'));
if (!setting) fail(`--judge-ask must be one of ${JUDGE_ASKS.join(', ')}.`);
if (requestsTo !== undefined) {
  const { judge, write } = writingJudge(setting);
  await askedAbout(judge, readAll);
  console.log(`\n${write(requestsTo)} requests written to ${requestsTo}`);
}
if (repliesFrom !== undefined) await printJudged(readingJudge(repliesFrom, setting));

if (answersIn !== undefined) printPassages(resolve(answersIn));

/** Asks the judge, and prints names and tone with its verdicts beside those of the rules. */
async function printJudged(judge: Judge): Promise<void> {
  const { analyse, asking } = await askedAbout(judge, readAll);
  printAsking(judge.id, asking);
  const judged = readAll(analyse);
  printJudgedCases(rules.cases, judged.cases);
  for (const [at, part] of rules.parts.entries()) printJudgedPart(part, judged.parts[at]?.rows ?? []);
}

/** The word behind an option; undefined where the option is absent. */
function wordBehind(option: string): string | undefined {
  const at = words.indexOf(option);
  if (at < 0) return undefined;
  return words[at + 1] ?? fail(`${option} needs a value.`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** All labelled texts that the command line asks for, as they are analysed. */
function readAll(analyse: Analyse): { cases: ClassCase[]; parts: Part[] } {
  if (labelsFrom !== undefined) {
    const rows = scoreLabels(readLabels(resolve(labelsFrom)), analyse);
    return { cases: [], parts: [{ title: 'labelled lines', rows, isHeldBack: false }] };
  }
  const cases = readClassCases(resolve('test/corpus/classes'), analyse);
  if (words.includes('--classes')) return { cases, parts: [] };
  const { english, others } = partByLanguage(readCorpus(resolve('test/corpus')));
  const parts: Part[] = [
    { title: 'corpus, English', rows: scoreCorpus(english, analyse), isHeldBack: false },
    { title: 'corpus, other languages', rows: scoreCorpus(others, analyse), isHeldBack: false },
  ];
  if (words.includes('--corpus')) return { cases, parts };
  return {
    cases,
    parts: [
      ...parts,
      ...goldParts(
        words.find((word, at) => !word.startsWith('--') && !WITH_VALUE.includes(words[at - 1] ?? '')),
        analyse,
      ),
    ],
  };
}

/** The gold labels of the requested folder, which must exist, or else of the shared fixtures, which need not. */
function goldParts(asked: string | undefined, analyse: Analyse): Part[] {
  const folder = resolve(asked ?? '../shared/fixtures/gold');
  if (!existsSync(folder)) {
    if (asked === undefined) return [];
    console.error(`No gold labels at ${folder}.`);
    process.exit(1);
  }
  const { tuning, heldBack } = partByHash(scoreGold(folder, analyse));
  return [
    { title: 'tuning part', rows: tuning, isHeldBack: false },
    { title: 'held-back part', rows: heldBack, isHeldBack: true },
  ];
}
