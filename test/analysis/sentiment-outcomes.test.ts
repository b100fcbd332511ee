import { createAnalyser } from '../../src/analysis/analyser.js';
import { subject } from './read.js';

function toneOf(text: string) {
  return createAnalyser({ brand: subject('Sonos'), competitors: [] })({ text, citations: [] }).brand.sentiment;
}

describe('without a word of feeling', () => {
  test.each([
    'Sonos discontinued the subscription without refunding anyone.',
    'Regulators sued Sonos over hidden fees.',
    'The battery of the Sonos swelled up and caught fire.',
    'In the reliability ranking Sonos finishes dead last.',
    'Bose beats Sonos in every test.',
    'We returned our Sonos after two days.',
    'Nobody at Sonos picks up the phone.',
  ])('%s is criticism', (text) => {
    expect(toneOf(text)).toBe('negative');
  });

  test.each([
    'Sonos outperforms Bose in every category.',
    'Professional bakers swear by Sonos.',
    'If you only want one, get Sonos.',
    'After ten years our Sonos still works like new.',
    'None of the other speakers match Sonos.',
    'Sonos scored 9.4 out of 10.',
  ])('%s is praise', (text) => {
    expect(toneOf(text)).toBe('positive');
  });

  test.each([
    'Sonos sued Bose over a patent.',
    'Sonos alerts you when one of your passwords was leaked.',
    'Sonos raised $30 million from investors.',
    'Sonos closed the year with 300 staff.',
  ])('%s is a fact', (text) => {
    expect(toneOf(text)).toBe('neutral');
  });
});
