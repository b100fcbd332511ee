import { explanationText } from '../../dashboard/pages/explanation/explanation.words.ts';

const CHATGPT = {
  platform: 'CHATGPT' as const,
  isModelChanged: true,
  before: [{ model: 'gpt-one' }],
  now: [
    { model: 'gpt-one', firstDate: '2026-11-02' },
    { model: 'gpt-two', firstDate: '2026-11-12' },
  ],
};
const CLAUDE = { ...CHATGPT, platform: 'CLAUDE' as const, isModelChanged: false };

const told = (isExplainedBy: 'MODEL_CHANGE' | 'NOT_MODEL_CHANGE' | 'UNKNOWN' | 'NOTHING_MOVED', difference = 14.3) =>
  explanationText({ isExplainedBy, difference, platforms: [CHATGPT, CLAUDE] });

test('a move beside a new model is told as a coincidence in time', () => {
  expect(told('MODEL_CHANGE')).toBe(
    'ChatGPT began to answer with gpt-two on 12 Nov and rose by 14 points more than the other platforms. They ' +
      'coincide in time; that does not prove a cause.',
  );
  expect(told('MODEL_CHANGE', -1)).toMatch(/ and fell by 1 point more than /);
});

test('it is told that the model is not the reason, or that nothing tells', () => {
  expect(told('NOT_MODEL_CHANGE')).toBe(
    'ChatGPT began to answer with gpt-two on 12 Nov, but the platforms that kept their model moved the same way.',
  );
  expect(told('UNKNOWN')).toMatch(/on 12 Nov: whether the move comes of that, the answers do not tell\.$/);
  expect(told('NOTHING_MOVED')).toBeNull();
});

test('several platforms, another way of asking, and no change of model', () => {
  const several = [CHATGPT, { ...CLAUDE, isModelChanged: true }];
  expect(explanationText({ isExplainedBy: 'UNKNOWN', difference: null, platforms: several })).toMatch(
    /^ChatGPT and Claude answer with other models, or are asked in another way/,
  );
  const asked = [{ ...CHATGPT, now: [{ model: 'gpt-one', firstDate: '2026-11-02' }] }];
  expect(explanationText({ isExplainedBy: 'UNKNOWN', difference: null, platforms: asked })).toMatch(
    /^ChatGPT answers with another model, or is asked in another way/,
  );
  expect(explanationText({ isExplainedBy: 'UNKNOWN', difference: null, platforms: [CLAUDE] })).toBeNull();
  expect(explanationText(null)).toBeNull();
});
