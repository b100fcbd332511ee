import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareAccuracy } from './analysis/accuracy.js';
import { loadAnswers } from './analysis/answers.js';
import { measureSpeed } from './analysis/speed.js';

/**
 * `npm run bench:analysis [-- FOLDER]`: the time to analyse one answer with 1 to 1,000 names, beside a naive counter of
 * names; and how well both find the named brands, where FOLDER (default: the shared fixtures) has labels.
 */
const folder = resolve(process.argv[2] ?? '../shared/fixtures');
const { what, answers } = loadAnswers(resolve(folder, 'answers'));
const characters = answers.reduce((sum, { text }) => sum + text.length, 0) / answers.length;
console.log(`${answers.length} ${what} of ${Math.round(characters)} characters on average, processor time`);
measureSpeed(answers);
const labels = resolve(folder, 'gold');
if (existsSync(labels)) compareAccuracy(labels);
else console.log(`\nNo labels at ${labels}: accuracy is not compared.`);
