import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLabels, scoreLabels } from '../../bench/accuracy/labels.js';
import { scoreMentions } from '../../bench/accuracy/mention-scores.js';
import { scoreClasses, sentimentPairs } from '../../bench/accuracy/sentiment-scores.js';

/** Labelled lines, such as customers export: read, and scored as the corpus is. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'labels-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const project = { brand: 'Acme', aliases: [], website: '', competitors: [{ name: 'Bolt', aliases: [], website: '' }] };

function fileOf(...lines: object[]): string {
  const path = join(folder, 'labels.jsonl');
  const whole = lines.map((line, at) => ({
    ...{ id: `a${at}`, platform: 'claude', question: 'Which?', project, citations: [] },
    ...line,
  }));
  writeFileSync(path, whole.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

test('tones and names that people gave are scored, and what they did not say is not', () => {
  const path = fileOf(
    { text: 'Acme is excellent.', labels: [{ subject: 'Acme', mentioned: true, sentiment: 'negative' }] },
    { text: 'Acme and Bolt.', labels: [{ subject: 'Bolt', mentioned: false }] },
    { text: 'Bolt is reliable.', labels: [{ subject: 'Bolt', mentioned: true, sentiment: 'positive' }] },
  );
  const rows = scoreLabels(readLabels(path));
  expect(rows).toHaveLength(3);
  expect(scoreMentions(rows)).toMatchObject({ accuracy: { part: 2, whole: 3 }, exactCounts: { part: 2, whole: 2 } });
  expect(scoreClasses(sentimentPairs(rows)).accuracy).toEqual({ part: 1, whole: 2 });
});

test('a line in another form is named by its number, a label of nobody by its answer', () => {
  const labels = [{ subject: 'Acme', mentioned: true, sentiment: 'good' }];
  expect(() => readLabels(fileOf({ text: 'Acme.', labels: [] }, { text: 'Acme.', labels }))).toThrow('line 2');
  const nobody = fileOf({ text: 'Acme.', labels: [{ subject: 'Else', mentioned: true }] });
  expect(() => scoreLabels(readLabels(nobody))).toThrow('a0: a label of Else');
});
