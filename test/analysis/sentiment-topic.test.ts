import { createAnalyser } from '../../src/analysis/analyser.js';
import { subject } from './read.js';

function toneOf(text: string, question: string | null = null) {
  const analyse = createAnalyser({ brand: subject('Sonos'), competitors: [subject('Bose')] });
  const { brand, competitors } = analyse({ text, question, citations: [] });
  return { Sonos: brand.sentiment, Bose: competitors[0]?.sentiment };
}

describe('an answer about one subject is about it to its end:', () => {
  test.each([
    ['# Sonos\n\nWhat people complain about:\n- Parcels come late\n- Refunds take months\n\nVerdict: 3/10', 'negative'],
    ['Is Sonos any good?\n\nYes, it is.\n\n### What parents love\n- Washes clean\n\nVerdict: 9/10', 'positive'],
    ['# Sonos\n\n### Pros\n- Light\n- Plays for 30 hours\n\n### Cons\n- It broke within a year', 'mixed'],
    ['Sonos makes beautiful furniture. Too often it arrives damaged.', 'mixed'],
  ])('%j is %s', (text, expected) => {
    expect(toneOf(text).Sonos).toBe(expected);
  });

  test('the question tells whom it is about', () => {
    const text = 'Parcels arrive damaged, and nobody answers. Sonos sells by mail.';
    expect(toneOf(text, 'What is it like to order from Sonos?').Sonos).toBe('negative');
    expect(toneOf(text, 'Which shops are like Sonos?').Sonos).toBe('neutral');
  });

  test('but not what it says of others', () => {
    const text = 'Is Sonos any good?\n\nIt has three models.\n\nBose broke within a year. Daxon falls apart.';
    expect(toneOf(text)).toEqual({ Sonos: 'neutral', Bose: 'negative' });
  });
});

describe('in languages with a lexicon', () => {
  test.each([
    ['Sonos ist sehr empfehlenswert: leise, robust und einfach zu bedienen.', 'positive'],
    ['Die Sonos ist nicht teuer und überzeugt im Test mit der besten Bildqualität.', 'positive'],
    ['Sonos wurde 1998 gegründet und hat ihren Sitz in Köln.', 'neutral'],
    ['Sonos est trop chère et tombe souvent en panne.', 'negative'],
    ['No recomiendo Sonos: se rompe enseguida y el servicio es pésimo.', 'negative'],
    ['Sonos es muy cómoda, pero la batería dura poco y falla a menudo.', 'mixed'],
    ['Para quem viaja muito, a Sonos é uma ótima escolha.', 'positive'],
    ["Sonos è lenta, si rompe spesso e l'assistenza è pessima.", 'negative'],
    ['Sonos is een uitstekende keuze: betrouwbaar en erg makkelijk in gebruik.', 'positive'],
  ])('%j is %s', (text, expected) => {
    expect(toneOf(text).Sonos).toBe(expected);
  });

  test('a clause that names another is about that one', () => {
    const text = 'La Sonos es excelente y muy fiable para la casa, mientras que la Bose es pésima y se rompe.';
    expect(toneOf(text)).toEqual({ Sonos: 'positive', Bose: 'negative' });
  });
});
