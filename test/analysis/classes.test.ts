import { fileURLToPath } from 'node:url';
import { readClassCases, scoreClassCases } from '../../bench/accuracy/classes/classes.js';

/** What the analysis must keep of each class, tuning and held-back part together, in cases that are right. */
const FLOORS: Readonly<Record<string, number>> = {
  'word names, rivals tracked: heading': 99,
  'word names, rivals tracked: list in bold': 99,
  'word names, rivals tracked: numbered list': 99,
  'word names, rivals tracked: table': 99,
  'word names, rivals tracked: row of names': 99,
  'word names, rivals tracked: prose': 95,
  'word names, rivals not tracked: heading': 99,
  'word names, rivals not tracked: list in bold': 98,
  'word names, rivals not tracked: numbered list': 99,
  'word names, rivals not tracked: table': 95,
  'word names, rivals not tracked: row of names': 95,
  'word names, rivals not tracked: prose': 95,
  homonyms: 53,
  'counts, other languages in Latin script': 32,
  'counts, other scripts': 21,
  'further names: prose': 37,
  'further names: other shapes': 14,
  'further names: own institutions': 7,
  'further homonyms': 22,
  'further counts, other languages': 19,
  'tone, English passages': 55,
  'tone, answers about one brand': 10,
  'tone, other languages': 18,
  'tone, English passages, second set': 53,
  'tone, answers about one brand, second set': 18,
  'cited pages': 59,
};

describe('of the classes of cases the analysis keeps', () => {
  const scores = scoreClassCases(readClassCases(fileURLToPath(new URL('../corpus/classes/', import.meta.url))));

  test('each of them has a floor', () => {
    expect(scores.map(({ title }) => title).toSorted()).toEqual(Object.keys(FLOORS).toSorted());
  });

  test.each(scores.map((score) => [score.title, score] as const))('%s', (title, { tuning, heldBack }) => {
    expect(tuning.right + heldBack.right).toBeGreaterThanOrEqual(FLOORS[title] ?? 0);
  });
});
