import { createAnalyser } from '../../src/analysis/analyser.js';
import { HARM_ROWS } from '../../src/analysis/sentiment/harm.rules.js';
import { MERIT_ROWS } from '../../src/analysis/sentiment/merit.rules.js';
import { describesHarm, describesMerit } from '../../src/analysis/sentiment/outcomes.js';
import { subject } from './read.js';

const plain = (example: string) => example.toLowerCase();

describe.each([
  { what: 'harm', rows: HARM_ROWS, tells: describesHarm },
  { what: 'merit', rows: MERIT_ROWS, tells: describesMerit },
])('the rules of $what', ({ rows, tells }) => {
  test('have names of their own', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  test.each(rows.map(({ name, example }) => [name, example] as const))('%s: %s', (name, example) => {
    const first = rows.find(({ pattern }) => new RegExp(pattern).test(plain(example)));
    expect([first?.name, tells(plain(example))]).toEqual([name, true]);
  });
});

test.each(['it is the fastest in the business', "there's hardly anything better", 'there is little that is better'])(
  '%s',
  (clause) => {
    expect(describesMerit(clause)).toBe(true);
  },
);

function toneOf(text: string, question: string | null = null) {
  return createAnalyser({ brand: subject('Sonos'), competitors: [] })({ text, citations: [], question }).brand
    .sentiment;
}

describe('praise and criticism told in plain facts', () => {
  test.each([
    'We keep coming back to Sonos for its quiet rooms.',
    'If you want one speaker that lasts, make it Sonos.',
    'No other shop has treated us as well as Sonos.',
    'Eight of ten students of Sonos passed at once.',
    'There is a small learning curve with Sonos, but most teams love it.',
    'The only complaint that we heard about Sonos is its small choice of colors.',
    'Sonos replied within an hour.',
    'Sonos owners say that they would recommend it to anyone.',
  ])('%s is praise', (text) => {
    expect(toneOf(text)).toBe('positive');
  });

  test.each([
    'I would not start with Sonos.',
    'Do not bother with Sonos.',
    'Half of the boxes that we ordered from Sonos arrived late.',
    'Patients waited nine months for an appointment at Sonos.',
    'It took Sonos six weeks to answer our ticket.',
    'Sonos turns down every third claim.',
    'Sonos owners say that they would not buy it again.',
    'Sonos is under investigation for price fixing.',
  ])('%s is criticism', (text) => {
    expect(toneOf(text)).toBe('negative');
  });

  test.each([
    'Sonos denies the claims of its rival.',
    'The warranty of Sonos covers defects for two years.',
    'Sonos and its rival merged their loyalty programs.',
    'Sonos has 84 rooms, a car park and a restaurant.',
    'You can export your data from Sonos as CSV.',
  ])('%s is a fact', (text) => {
    expect(toneOf(text)).toBe('neutral');
  });

  test.each([
    'Sonos has great rates and a slick app. However, it freezes accounts without warning.',
    'Sonos builds beautiful, comfortable chairs whose legs have failed in several tests.',
    'The sound of the Sonos 8 is outstanding, while its battery is a disaster.',
  ])('%s is both', (text) => {
    expect(toneOf(text)).toBe('mixed');
  });
});

describe('the question gives the list its side', () => {
  const LIST = 'Of Sonos people mention:\n\n- The app\n- The shops\n- The phone line\n';

  test.each([
    ['What do people like about Sonos?', 'positive'],
    ['What are the disadvantages of Sonos?', 'negative'],
    ['Why are people leaving Sonos?', 'negative'],
    ['What are the pros and cons of Sonos?', 'neutral'],
    ['What does Sonos offer?', 'neutral'],
  ] as const)('%s', (question, tone) => {
    expect(toneOf(LIST, question)).toBe(tone);
  });

  test('a yes is criticism where the question asks for a fault', () => {
    const text = 'Yes. Sonos has an office in Leeds.';
    expect(toneOf(text, 'Is Sonos a scam?')).toBe('negative');
    expect(toneOf(text, 'Is Sonos any good?')).toBe('positive');
    expect(toneOf('No, it is not. Sonos has an office in Leeds.', 'Is Sonos a scam?')).toBe('positive');
  });
});
