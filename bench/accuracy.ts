import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readClassCases } from './accuracy/classes/classes.js';
import { printClassCases } from './accuracy/classes/report.js';
import { partByLanguage, readCorpus, scoreCorpus } from './accuracy/corpus.js';
import { scoreGold } from './accuracy/gold.js';
import { partByHash } from './accuracy/held-back.js';
import { printJudge } from './accuracy/judge.js';
import { printScores } from './accuracy/report.js';
import type { Part } from './accuracy/scored.js';

/**
 * `npm run accuracy [-- FOLDER] [--classes | --corpus] [--rows] [--judge]`: compares the analysis with labelled texts
 * and prints the scores: first of the classes of cases (test/corpus/classes), then of the project's own corpus
 * (test/corpus), then of a folder of gold labels (default: the shared fixtures, where they are present). `--classes`
 * stops after the classes, `--corpus` after the corpus. A third of the cases and of the gold answers, chosen by a hash,
 * is reported separately; rules are tuned on the others only. `--rows` lists the differing rows of all but that third.
 * Offline, except for `--judge`: it asks the model that the environment names (`SENTIMENT_JUDGE`) about the same rows,
 * and prints its classes beside those of the rules.
 */
const words = process.argv.slice(2);
const classes = readClassCases(resolve('test/corpus/classes'));
printClassCases(classes, words.includes('--rows'));
if (words.includes('--classes')) process.exit();
const { english, others } = partByLanguage(readCorpus(resolve('test/corpus')));
const parts: Part[] = [
  { title: 'corpus, English', rows: scoreCorpus(english), isHeldBack: false },
  { title: 'corpus, other languages', rows: scoreCorpus(others), isHeldBack: false },
];
if (!words.includes('--corpus')) parts.push(...goldParts(words.find((word) => !word.startsWith('--'))));
for (const { title, rows, isHeldBack } of parts) printScores(title, rows, words.includes('--rows') && !isHeldBack);
if (words.includes('--judge')) await printJudge(parts);

/** The gold labels of the requested folder, which must exist, or else of the shared fixtures, which need not. */
function goldParts(asked: string | undefined): Part[] {
  const folder = resolve(asked ?? '../shared/fixtures/gold');
  if (!existsSync(folder)) {
    if (asked === undefined) return [];
    console.error(`No gold labels at ${folder}.`);
    process.exit(1);
  }
  const { tuning, heldBack } = partByHash(scoreGold(folder));
  return [
    { title: 'tuning part', rows: tuning, isHeldBack: false },
    { title: 'held-back part', rows: heldBack, isHeldBack: true },
  ];
}
