import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { analyseGold, readGold } from './accuracy/gold.js';
import { printJudge } from './accuracy/judge.js';
import { printScores } from './accuracy/report.js';

/**
 * `npm run accuracy [-- FOLDER] [--rows] [--judge]`: compares the analysis with a folder of gold labels (default: the
 * shared fixtures) and prints the scores. A third of the answers, chosen by a hash of their id, is reported apart;
 * rules are tuned on the others only. `--rows` lists the differing rows of the tuning part. Offline, but for `--judge`:
 * that asks the model which the environment names (`SENTIMENT_JUDGE`) about the same rows, and prints its classes
 * beside those of the rules.
 */
const words = process.argv.slice(2);
const folder = resolve(words.find((word) => !word.startsWith('--')) ?? '../shared/fixtures/gold');
if (!existsSync(folder)) {
  console.error(`No gold labels at ${folder}.`);
  process.exit(1);
}
const gold = readGold(folder);
const rows = analyseGold(gold);
printScores(
  'tuning part',
  rows.filter(({ isHeldBack }) => !isHeldBack),
  words.includes('--rows'),
);
printScores(
  'held-back part',
  rows.filter(({ isHeldBack }) => isHeldBack),
  false,
);
if (words.includes('--judge')) await printJudge(rows);
