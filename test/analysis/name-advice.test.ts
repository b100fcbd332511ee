import { nameAdviceOf } from '../../src/analysis/names/advice.js';
import { namedIn } from './read.js';

function adviceOf(name: string, { aliases = [] as string[], website = '', texts = [] as string[] } = {}) {
  return nameAdviceOf({ name, aliases, website, texts });
}

/** The level, and the words of the message behind the name. */
function messageOf(name: string): string | null {
  const [advice] = adviceOf(name);
  return advice ? `${advice.level}: ${advice.message.slice(name.length + 1)}` : null;
}

describe('what is told about a name', () => {
  test.each(['Sonos', 'Bitwarden', 'Procter & Gamble', 'Yahoo!', 'Acme', '小米', 'C++', 'Disney+', "'47", "Arc'teryx"])(
    'nothing where it stands for itself: %s',
    (name) => {
      expect(adviceOf(name)).toEqual([]);
    },
  );

  test.each([
    ['Target', 'info: is an ordinary word: it counts with its capital'],
    ['pass', 'warning: is an ordinary word in small letters'],
    ['SCORE', 'info: is an ordinary word in capitals'],
    ['Best Buy', 'info: is made of ordinary words'],
    ['Here', 'warning: is a word of grammar, a day or a month'],
    ['Monday', 'warning: is a word of grammar, a day or a month'],
    ['May', 'warning: is a word of grammar, a day or a month'],
    ['X', 'warning: is one letter'],
    ['HP', 'info: counts in capitals only'],
    ['Xi', 'warning: has two letters'],
    ['37', 'warning: is a number'],
    ['Netto', 'info: is an ordinary word of German, Italian, and Dutch: in answers in these languages it counts with'],
    ['Claro', 'info: is an ordinary word of Spanish and Portuguese: in answers in these languages it counts with its'],
    ['Día', 'info: is an ordinary word of Spanish: in answers in that language it counts with its capital'],
    ['Coche', 'info: is an ordinary word of Spanish: in answers in that language it counts with its capital'],
    ['Emma', 'info: is a first name or an ordinary word of'],
    ['!!!', 'warning: has no letters or digits'],
    ['Acme™', 'warning: counts only where an answer writes its marks too, which few do. Register Acme.'],
  ])('%s %s', (name, message) => {
    expect(messageOf(name)).toContain(message);
  });

  test('a name longer than any word is not looked up in other languages', () => {
    expect(adviceOf('netto'.repeat(40))).toEqual([]);
  });

  test('each name and alias that needs it has one advice, in order', () => {
    const advice = adviceOf('Sonos', { aliases: ['Target', 'Sonos Inc', 'HP', 'Target'] });
    expect(advice.map(({ name }) => name)).toEqual(['Target', 'HP']);
  });
});

describe('what is told holds in answers', () => {
  test.each([
    'Acme™',
    'Acme®',
    'Acme (R)',
    '“Acme”',
    '"Acme"',
    '(Acme)',
    '@Acme',
    '#Acme',
    '*Acme*',
    "'Acme'",
    '¡Acme!',
  ])('%s is not found without its marks, and what is suggested is', (name) => {
    const [advice] = adviceOf(name);
    expect(advice?.suggestedAliases).toEqual(['Acme']);
    expect(namedIn('They like Acme best.', name)).toEqual([]);
    expect(namedIn('They like Acme best.', 'Acme')).toEqual(['Acme']);
  });

  test.each([
    ['Target', 'They met at Target yesterday.', 'Set a target first.'],
    ['pass', 'Try Bitwarden, pass, Dashlane and Keeper, with Bitwarden first. Pass is a service.', 'They pass by.'],
    ['SCORE', 'They like SCORE best.', 'They keep the score.'],
    ['Best Buy', 'They shop at Best Buy.', 'It is the best buy.'],
    ['Here', '- TomTom\n- Here\n- Mapbox\n- Waze', 'Here is a list.'],
    ['HP', 'They use HP printers.', 'It has 300 hp.'],
  ])('%s counts in one text and not in the other', (name, text, other) => {
    expect(namedIn(text, name).length).toBeGreaterThan(0);
    expect(namedIn(other, name)).toEqual([]);
  });

  test.each([
    ['Xi', 'They met xi there.'],
    ['37', 'It was 37 degrees.'],
  ])('%s counts where it means something else', (name, text) => {
    expect(namedIn(text, name)).toHaveLength(1);
  });
});

describe('suggested names', () => {
  const suggested = (name: string, about: { aliases?: string[]; website?: string; texts?: string[] }) =>
    adviceOf(name, about).flatMap(({ suggestedAliases }) => suggestedAliases);

  test('come from the domain where it goes on with a word', () => {
    expect(suggested('Away', { website: 'https://www.awaytravel.com' })).toEqual(['Away Travel']);
    expect(suggested('Up', { website: 'up-bank.com.au' })).toEqual(['Up Bank']);
  });

  test('come from what its owner wrote', () => {
    const texts = [
      'Visible Wireless sells plans. Visible is cheap, Visible The Carrier is a joke.',
      'Visible Phone Plans',
    ];
    expect(suggested('Visible', { texts })).toEqual(['Visible Wireless']);
  });

  test('are none where nothing tells them, and none that is registered', () => {
    expect(suggested('Target', { website: 'https://target.com', texts: ['A shop.'] })).toEqual([]);
    expect(suggested('In', { website: 'https://inform.com' })).toEqual([]);
    expect(suggested('Away', { aliases: ['away travel'], website: 'https://awaytravel.com' })).toEqual([]);
    expect(suggested('Acme™', { aliases: ['Acme'] })).toEqual([]);
  });
});
