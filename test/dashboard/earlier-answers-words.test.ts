import { historyPrice, judgedSince } from '../../dashboard/pages/settings/earlier-answers.words.ts';

/** What the page of settings says of a judge of new answers. */

test('the price of judging earlier answers is told with what it is for', () => {
  expect(historyPrice({ answers: 1_200, questions: 948, costUsd: 2.1 })).toBe(
    '1,200 earlier answers name the brand. The model would be asked about 948 of them or so, which costs the service ' +
      'about $2.10.',
  );
  expect(historyPrice({ answers: 1, questions: 1, costUsd: 0.01 })).toMatch(/^1 earlier answer names the brand\./);
  expect(historyPrice({ answers: 0, questions: 0, costUsd: 0 })).toBe(
    'No earlier answer surely names the brand. The model would be asked only where a name is in doubt.',
  );
});

test('who judges is told with the instant', () => {
  expect(judgedSince({ judge: 'chatgpt/gpt-6-luna/4/often', judgedFrom: '2026-06-10T09:30:00.000Z' })).toBe(
    'A model (chatgpt/gpt-6-luna/4/often) judges answers since 10 Jun 2026, 09:30 UTC. Earlier ones are as they were ' +
      'read then.',
  );
});
