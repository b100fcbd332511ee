import { Refused } from '../../dashboard/api/refused.ts';
import type { Suggestion } from '../../dashboard/pages/suggestions/suggestions.data.ts';
import {
  daysWords,
  fileFault,
  fileWords,
  furtherLinesWords,
  reasonOf,
  textFaultsOf,
  uploadedWords,
} from '../../dashboard/pages/suggestions/suggestions.words.ts';

/** What the page of suggestions says. */

const TERM: Suggestion = {
  text: 'best crm',
  origin: 'SEARCH_TERMS',
  source: 'GOOGLE',
  stage: 'CONSIDERATION',
  isBranded: false,
  impressions: 1_400,
  clicks: 1,
  terms: [],
  wordingOf: null,
};

test('impressions are of the own site in that search engine, in no other words', () => {
  expect(reasonOf(TERM)).toBe('Your site was shown 1,400 times in Google for it, and opened 1 time.');
  expect(reasonOf({ ...TERM, source: 'BING', impressions: 1, clicks: 0 })).toBe(
    'Your site was shown or cited 1 time in Bing for it.',
  );
});

test('a question of a topic has a stage and no figures', () => {
  const topic: Suggestion = { ...TERM, origin: 'TOPIC', source: null, impressions: null, clicks: null };
  expect(reasonOf(topic)).toBe('A usual question, asked by people who look for what there is.');
  expect(reasonOf({ ...topic, stage: null })).toBe('A usual question.');
});

test('a file is told with its days as far as they were said', () => {
  const file = { source: 'GOOGLE', termCount: 1, clicks: 0, impressions: 2_000, from: null, to: null } as const;
  expect(fileWords(file)).toBe('1 search term, 2,000 shown, 0 opened');
  expect(daysWords(file)).toBe('days not said');
  expect(daysWords({ from: '2026-05-01', to: null })).toBe('from 1 May 2026');
  expect(daysWords({ from: null, to: '2026-05-31' })).toBe('until 31 May 2026');
  expect(daysWords({ from: '2026-05-01', to: '2026-05-31' })).toBe('1 May 2026 to 31 May 2026');
});

test('lines that were left out are counted, and those beyond the named ones too', () => {
  expect(uploadedWords({ accepted: 2, rejected: 0, errors: [] })).toBe('2 search terms kept.');
  expect(uploadedWords({ accepted: 1, rejected: 1, errors: [] })).toBe('1 search term kept, 1 line left out.');
  expect([furtherLinesWords(100, 100), furtherLinesWords(101, 100)]).toEqual([null, 'and 1 more line']);
});

test('a refusal is a sentence, below the text that it is about', () => {
  expect(fileFault('line 3: must be CSV')).toBe('Line 3: must be CSV.');
  expect(fileFault(undefined)).toBeUndefined();
  const issues = [
    { path: ['inputs', 1, 'promptText'], message: 'must be at most 2000 characters' },
    { path: ['projectId'], message: 'unknown' },
  ];
  expect([...textFaultsOf(new Refused('VALIDATION_ERROR', '', { issues }))]).toEqual([
    [1, 'Must be at most 2000 characters.'],
  ]);
  expect(textFaultsOf(new Error('away')).size).toBe(0);
});
