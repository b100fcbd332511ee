import { createAnalyser } from '../../src/analysis/analyser.js';
import { read, subject } from './read.js';

function candidates(text: string): string[] {
  const analyse = createAnalyser({ brand: subject('Qzxv'), competitors: [] });
  return analyse({ text, citations: [] }).candidates.map(({ name }) => name);
}

describe('names that are not tracked', () => {
  test('in a list of products the first word is the maker', () => {
    const text = '1. **Porsche Taycan** – fast\n2. **Tesla Model S 100** – quick\n3. **Lucid Air Grand 2** – far';
    expect(candidates(text)).toEqual(expect.arrayContaining(['Porsche', 'Tesla']));
  });

  test('a list of firms keeps their names whole', () => {
    expect(candidates('1. **Grant Thornton** – audit\n2. **Baker Tilly** – tax\n3. **Deloitte** – all')).toEqual([
      'Grant Thornton',
      'Baker Tilly',
      'Deloitte',
    ]);
  });

  test('a preposition with a capital belongs to the maker', () => {
    const text =
      'Which pan?\n\n- **Made In Carbon Pan** – good\n- **Tramontina Pro 10** – cheap\n- **Zwilling Madura 8** – fine';
    expect(candidates(text)).toContain('Made In');
  });

  test('cards of products give their makers', () => {
    expect(
      candidates('Here are some.\n\nVelotric Summit 21.899,00 $•Shop\n\nAventon Abound LR1.999,00 $•Shop'),
    ).toEqual(['Velotric', 'Aventon']);
  });

  test('a word of no dictionary that the text comes back to is a name, a place is none', () => {
    const text = [
      'In 2020 the maker Zenvia grew. Rivals feared Zenvia, and Zenvia bought one in Toulvona.',
      'They met in Toulvona and left in Toulvona.',
    ].join(' ');
    expect(candidates(text)).toEqual(['Zenvia']);
  });

  test('words that the answer uses as words are none', () => {
    const text = [
      'Good speakers matter.\n',
      '- **Sonos Roam** – light',
      '- **Speakers** – loud',
      '- **JBL Flip** – cheap',
      '- **Bose Flex** – dear',
    ].join('\n');
    expect(candidates(text)).not.toContain('Speakers');
  });

  test.each(['Eco-Friendly', 'XE75', 'PBKDF2', 'France', 'Italian', 'WebAuthn'])('%s is none', (word) => {
    expect(candidates(`- **Sonos Roam** – light\n- **${word}** – well\n- **JBL Flip** – cheap`)).not.toContain(word);
  });

  test('titles of films are none', () => {
    expect(candidates('It shows *Saltburn*, *Nyad* and *Maestra*.\n\n- **Oppenhain (2023)** – long')).toEqual([]);
  });

  test('what a maker makes is none beside the maker', () => {
    expect(
      candidates(
        'Rivals are Dashlane, NordPass and RoboForm. Dashlane Business, NordPass Teams and RoboForm cost more.',
      ),
    ).toEqual(['Dashlane', 'NordPass', 'RoboForm']);
  });
});

describe('entries that were not seen before', () => {
  test('a name that begins with a number heads an entry', () => {
    expect(read('1. 1Password – polished\n2. Bitwarden – free', 'Bitwarden').brand.position).toBe(2);
  });

  test('the name behind a label of picks heads its entry without bold type', () => {
    const text = '- Best for sound: Bose Flex\n- Best for price: Sonos Roam';
    expect(read(text, 'Sonos').brand.position).toBe(2);
  });
});
