import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeIdOf } from '../../../src/core/analysis-state/judge-of-analysis.js';
import { costOfQuestions, questionsAbout } from '../../../src/core/judge-history/judge-history.js';
import { JUDGE_ASKS } from '../../../src/entities/vocabulary.js';
import { DEFAULT_MODELS } from '../../../src/platforms/platform-client.js';
import { ROOT } from '../../contract/sources.js';

/** Rows of the table of docs/monitoring.md: the model, what 1,000 requests cost, and 1,000 answers by each setting. */
const ROW = /^\| \w+ \| `(.+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm;
const documented = Array.from(
  readFileSync(join(ROOT, 'docs', 'monitoring.md'), 'utf8').matchAll(ROW),
  ([, ...cells]) => cells,
);

/** As it is written: half a cent is rounded up. */
const cents = (usd: number) => (Math.round(usd * 100 + 1e-6) / 100).toFixed(2);

test('the documented prices of the judge are those that people are told', () => {
  expect(documented.map(([model]) => model).toSorted()).toEqual(Object.values(DEFAULT_MODELS).toSorted());
  for (const [model = '', thousand, ...answers] of documented) {
    expect([model, cents(costOfQuestions(model, 1_000))]).toEqual([model, thousand]);
    const told = JUDGE_ASKS.map((ask) => costOfQuestions(model, questionsAbout(judgeIdOf(`p/${model}/4`, ask), 1_000)));
    expect([model, ...told.map(cents)]).toEqual([model, ...answers]);
  }
});

test('questions are estimated up, to none where there are no answers', () => {
  expect(questionsAbout('chatgpt/m/4', 1)).toBe(1);
  expect(questionsAbout('chatgpt/m/4/every', 7)).toBe(7);
  expect(questionsAbout('chatgpt/m/4/often', 0)).toBe(0);
});
