import { passagesAbout } from '../../../src/monitoring/judge/sent-passages.js';
import { expectLinear } from '../../support/growth.js';

const OTHER = 'says much about other things at some length, with no name of ours in it at all, as answers often do';
const FILLER = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} ${OTHER}, on and on.`);
const filler = (from: number, to: number) => FILLER.slice(from, to).join('\n\n');

const LONG = [
  'Which kettle should you buy?',
  filler(0, 16),
  '## Good kettles',
  'Here is what we found:',
  '### Acme One',
  'Boils fast and stays quiet.',
  '- Pro: a light lid',
  '- Con: the cord is short',
  '### Globex Two',
  filler(16, 32),
  '## Prices',
  '| Brand | Price |\n|---|---|\n| Globex | $30 |\n| Acme | $40 |',
  filler(32, 50),
  '- Acme: sold in shops.\n  - In two colors\n- Globex: sold online.',
  'In short, take your time.',
].join('\n\n');

test('of a long answer what speaks about the name is sent, with its titles, columns, beginning and end', () => {
  const sent = passagesAbout(LONG, ['Acme']);
  expect(sent.length).toBeLessThan(LONG.length / 2);
  for (const kept of [
    'Which kettle should you buy?',
    '## Good kettles',
    '### Acme One\n\nBoils fast and stays quiet.\n\n- Pro: a light lid\n\n- Con: the cord is short',
    '| Brand | Price |\n|---|---|',
    '| Acme | $40 |',
    '- Acme: sold in shops.\n  - In two colors',
    'In short, take your time.',
    '(…)',
  ]) {
    expect(sent).toContain(kept);
  }
  for (const leftOut of ['Globex Two', '| Globex |', 'sold online', 'Paragraph 9']) expect(sent).not.toContain(leftOut);
});

test('each line that is sent is one of the answer, so that a quotation of it is found there', () => {
  const lines = new Set(LONG.split('\n'));
  const sent = passagesAbout(LONG, ['Acme']).split('\n');
  expect(sent.filter((line) => line !== '(…)' && !lines.has(line))).toEqual([]);
});

test.each([
  ['is short', 'Acme is light.\n\nGlobex is heavy.', ['Acme']],
  ['holds no name', LONG, ['Umbra']],
  ['has no lines', `${LONG} ${'Acme is sold in shops. '.repeat(100)}`, ['Acme']],
  ['is about the name nearly all over', FILLER.map((each) => `Acme: ${each}`).join('\n\n'), ['Acme']],
  ['has an empty name', LONG, ['']],
])('an answer that %s is sent whole', (_what, text, names) => {
  expect(passagesAbout(text, names)).toBe(text);
});

test('a long text of marks is parted in linear time', () => {
  const textOf = (marks: number) => `Acme\n${'# **a**:\n| | |\n'.repeat(marks)}`;
  expectLinear((marks) => passagesAbout(textOf(marks), ['Acme']), 40_000);
});
