import { alertWords, type Marked } from '../../dashboard/pages/alert-marks/alert-marks.words.ts';

const words = (fields: Partial<Marked>) =>
  alertWords({
    ...{ kind: 'VISIBILITY_CHANGED', direction: 'DOWN', platform: null, changePoints: -13.1, prompts: [] },
    ...{ subject: { name: 'Acme' }, ...fields },
  });

test('an alert is told in a few words at its mark', () => {
  expect(words({})).toBe('Acme fell by 13 points');
  expect(words({ direction: 'UP', changePoints: 0.9, platform: 'CLAUDE' })).toBe('Acme on Claude rose by 1 point');
  expect(words({ kind: 'SHARE_OF_VOICE_CHANGED', changePoints: null })).toBe('share of voice fell');
  expect(words({ kind: 'SENTIMENT_CHANGED' })).toBe('positive tone fell by 13 points');
  expect(words({ kind: 'RIVAL_OVERTOOK', subject: { name: 'Bolt' } })).toBe('Bolt overtook the brand');
  expect(words({ kind: 'RIVAL_PASSED', subject: { name: 'Bolt' } })).toBe('the brand overtook Bolt');
  expect(words({ kind: 'PROMPT_LOST', prompts: [1, 2] })).toBe('2 prompts lost the brand');
  expect(words({ kind: 'CANDIDATE_FOUND', subject: { name: 'Copper' } })).toBe('new name Copper');
  expect(words({ kind: 'SOURCE_FOUND', subject: { name: 'runners.example' } })).toBe('new source runners.example');
  expect(words({ kind: 'PLATFORM_SILENT', subject: { name: 'Gemini' } })).toBe('Gemini did not answer');
  expect(words({ kind: 'CREDITS_LOW' })).toBe('credits will be used up');
  expect(words({ kind: 'CREDITS_USED_UP' })).toBe('credits are used up');
  expect(words({ kind: 'DESTINATION_DISABLED', subject: { name: 'Hook' } })).toBe('nothing more is sent to Hook');
});
