import { platformMoves, type Share, shareVerdict } from '../../dashboard/pages/tones/tone-intervals.words.ts';

const WINDOW = { from: '2026-05-17', to: '2026-06-15' };
const share = (percent: number | null, previousPercent: number | null, verdict: Share['verdict']): Share => ({
  ...{ percent, previousPercent, verdict },
});

test('a share’s change is told in the words of a score’s, and without a number where too few answers tell it', () => {
  expect(shareVerdict(share(60, 40, 'MOVED_UP'), WINDOW)).toEqual({
    title: 'A real rise.',
    text: '+20 points from the previous period (40%, 17 Apr to 16 May 2026): more than chance would explain.',
  });
  expect(shareVerdict(share(10, 12, 'WITHIN_NOISE'), WINDOW).text).toMatch(/^−2 points .* which chance alone could/);
  expect(shareVerdict(share(10, 12, 'WITHIN_NOISE'), null).text).toBe('−2 points, from 12%.');
  const early = { title: 'Too early to tell.', text: 'Too few answers to the same prompts in both periods.' };
  for (const none of [share(60, null, 'TOO_FEW_ANSWERS'), share(null, null, 'TOO_FEW_ANSWERS')])
    expect([shareVerdict(none, WINDOW), shareVerdict(none, null)]).toEqual([early, early]);
});

test('platforms whose share moved are named with what moved, and those that are not known beside them', () => {
  const still = share(50, 48, 'WITHIN_NOISE');
  const few = share(50, null, 'TOO_FEW_ANSWERS');
  const claude = { platform: 'CLAUDE' as const, positiveShare: share(30, 50, 'MOVED_DOWN'), negativeShare: still };
  const gemini = { platform: 'GEMINI' as const, positiveShare: still, negativeShare: share(20, 8, 'MOVED_UP') };
  const chatgpt = { platform: 'CHATGPT' as const, positiveShare: few, negativeShare: few };
  expect(platformMoves([claude, gemini])).toBe(
    'By platform, positive on Claude −20 points, negative on Gemini +12 points: more than chance would explain.',
  );
  expect(platformMoves([chatgpt, claude])).toBe(
    'By platform, positive on Claude −20 points: more than chance would explain; too few answers to tell for ChatGPT.',
  );
  expect(platformMoves([chatgpt, { ...claude, positiveShare: still }])).toBe(
    'On no platform did either share move by more than chance would explain; too few answers to tell for ChatGPT.',
  );
  expect(platformMoves([chatgpt])).toBe('Too few answers to tell whether either share moved on any platform.');
});
