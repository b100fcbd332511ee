import { createAnalyser } from '../../src/analysis/analyser.js';

const mentions = (name: string, text: string) =>
  createAnalyser({ brand: { name, aliases: [], website: '' }, competitors: [] })({ text, citations: [] }).brand
    .mentionCount;

describe('a brand whose name is an ordinary word', () => {
  test.each([
    'Notion is a popular app for teams.',
    'Notion was founded in 2013.',
    'Yes. Notion is a solid choice.',
    '## Notion\nGreat for notes.',
    '**Notion**: great for notes',
  ])('is found in a short answer that names it once, where names stand: %s', (text) => {
    expect(mentions('Notion', text)).toBe(1);
  });

  test.each([
    ['Target', 'Target is 150 beats a minute. Keep to the target.'],
    ['Nothing', 'Nothing is better than a good night of sleep.'],
    ['Ring', 'Wear a ring. Ring is what it does when it is struck.'],
  ])('%s is not found where the answer uses the word as a word', (name, text) => {
    expect(mentions(name, text)).toBe(0);
  });
});
