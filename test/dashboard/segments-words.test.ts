import { likelySentence } from '../../dashboard/pages/prompts/prompts.words.ts';
import { differenceWords, segmentsFinding } from '../../dashboard/pages/segments/segments.words.ts';

const row = (label: string, score: number, responseCount = 10) => ({ label, score, responseCount });

test('the finding of segments has their ends, and none of what was not asked', () => {
  expect(segmentsFinding([row('Teas', 60), row('Cups', 12), row('Pots', 0, 0)], 'Northwind', 'topic')).toBe(
    'By topic, Northwind is named in 12% (Cups) to 60% (Teas) of the answers.',
  );
  expect(segmentsFinding([row('Teas', 60)], 'Northwind', 'topic')).toBe('1 segment by topic.');
});

test('two segments differ in words only where the comparison says so', () => {
  const interval = { low: 2, high: 18 };
  expect(differenceWords({ verdict: 'MORE_OFTEN', change: 10, interval })).toBe(
    'more often (+10 points, +2 points to +18 points)',
  );
  expect(differenceWords({ verdict: 'WITHIN_NOISE', change: 3, interval: { low: -4, high: 10 } })).toMatch(
    /^no difference beyond chance/,
  );
  expect(differenceWords({ verdict: 'TOO_FEW_ANSWERS', change: 50, interval: null })).toBe('too few answers to tell');
});

test('stages are suggested by the words of prompts, with how many keep theirs', () => {
  const prompt = (likelyStage: 'DECISION' | 'USE' | null) => ({ stage: null, likelyStage });
  expect(likelySentence([prompt('USE'), prompt('DECISION'), prompt('DECISION'), prompt(null)])).toBe(
    'As their words suggest: Decision 2, Use 1, unchanged 1',
  );
  expect(likelySentence([prompt(null)])).toBeNull();
});
