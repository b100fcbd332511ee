import { evenText, isUneven } from '../../dashboard/pages/even-score/every-prompt-alike.words.ts';

const cells = (...counts: number[]) => counts.map((responseCount, at) => ({ promptId: `${at}`, responseCount }));
const ofNoPrompt = (responseCount: number) => ({ promptId: null, responseCount });

test('prompts are asked unevenly where one has twice the answers of another that has any', () => {
  expect([isUneven(cells(4, 30)), isUneven(cells(4, 8))]).toEqual([true, true]);
  for (const one of [cells(4, 7, 5, 0), cells(9, 9), cells(0, 0), []])
    expect([one, isUneven(one)]).toEqual([one, false]);
  expect(isUneven([...cells(4, 5), ofNoPrompt(6)])).toBeNull();
  expect(isUneven([...cells(4), ofNoPrompt(60)])).toBe(true);
});

test('the even score is told with its interval beside the published one, and not at all where it is unknown', () => {
  const known = { score: 46, evenScore: 30, evenConfidence: { low: 21.4, high: 40 } };
  expect(evenText(known, true)).toBe(
    'Some prompts are asked more often than others, and count more in the 46%. With each prompt counting the same on ' +
      'each platform it is 30%, between 21% and 40% with 95% confidence.',
  );
  expect(evenText(known, null)).toBe(evenText(known, true));
  expect(evenText(known, false)).toBeNull();
  expect([evenText({ ...known, evenScore: 46 }, null), evenText({ ...known, evenScore: 46 }, true)]).toEqual([
    null,
    expect.stringContaining('it is 46%'),
  ]);
  expect([evenText({ score: 46, evenScore: null, evenConfidence: null }, true), evenText(null, true)]).toEqual([
    null,
    null,
  ]);
});
