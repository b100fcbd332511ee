import { namedIn, subject } from './read.js';

/** How often the name is taken in the text. */
function count(name: Parameters<typeof namedIn>[1], text: string): number {
  return namedIn(text, name).length;
}

describe("a name that is somebody else's", () => {
  test.each([
    [subject('Ajaxon'), 'They carved the Trojan hero Ajaxon in marble.'],
    [subject('Selene'), 'The temple honours the moon goddess Selene to this day.'],
    [subject('Korinth'), 'Ships lay in the harbor of Korinth all winter.'],
    [subject('Babylon'), 'The Temple of Babylon is lost.'],
    [subject('Pietà'), "Few have seen the sculpture 'Pietà' up close."],
    [subject('Wexford', ['Wexford Home']), 'It was printed in the Wexford Law Review in May.'],
    [subject('Wexford'), 'She went to Wexford Business School.'],
  ])('is no mention: %o in “%s”', (brand, text) => {
    expect(count(brand, text)).toBe(0);
  });

  test('is theirs throughout an answer that introduces them so', () => {
    expect(count('Selene', 'Take the goddess Selene. Selene drove a silver chariot.')).toBe(0);
  });

  test('is the brand where the answer begins with it, or also has its fuller name', () => {
    expect(count('Selene', 'Selene makes lamps. It is called after the goddess Selene.')).toBe(1);
    const brand = subject('Selene', ['Selene Lighting']);
    expect(count(brand, 'Take the goddess Selene. Selene Lighting has her name, and Selene lamps are dear.')).toBe(2);
  });

  test.each([
    ['Wexford', 'We like the Wexford Review app.'],
    ['Wexford', 'The giant Wexford bought it.'],
    ['Wexford', 'The maker of Wexford bought it.'],
    ['Wexford', "They call it 'Wexford' at home."],
  ])('is the brand where the words beside it are said of companies too: %s in “%s”', (name, text) => {
    expect(count(name, text)).toBe(1);
  });

  test("is another maker's product where the brand is registered with another trade", () => {
    const brand = subject('Zendro', ['Zendro Software']);
    expect(count(brand, 'Our pick is the Velotric Zendro V 15 bike.')).toBe(0);
    expect(count(brand, 'Our pick is Zendro V 15.')).toBe(1);
    expect(count(subject('Zendro', ['Velotric Zendro', 'Zendro Software']), 'The new Velotric Zendro V 15.')).toBe(1);
    expect(count(subject('Zendro', ['Zendro Inc']), 'Our pick is the Velotric Zendro V 15 bike.')).toBe(1);
  });
});

describe('ways of writing a name', () => {
  test.each([
    ['ENERGY STAR', 'Look for an Energy Star-rated model.'],
    ['Energy Star', 'Our pick is the Velotric 50-Pint Energy Star unit. It is Energy Star certified.', 2],
    ['Best Buy', 'A Best Buy-owned chain sells it.'],
    ['Apple', 'They moved to an Apple-owned service.'],
    ['Ring', 'You need a Ring-compatible bell.'],
    ['BEST BUY', 'We bought it at Best Buy yesterday.'],
  ])('%s is named in “%s”', (name, text, times = 1) => {
    expect(count(name, text)).toBe(times);
  });

  test('of a hyphened word says nothing where its place asks for the capital', () => {
    expect(count('Ring', 'Ring-compatible bells are cheap.')).toBe(0);
  });

  test('two capitals in title case are the name at the start of a row, if the answer writes the name elsewhere', () => {
    const row = '| Laptop | Price |\n|---|---|\n| Hp Envy x360 | $739 |';
    expect(count('HP', `The HP Envy is light.\n\n${row}`)).toBe(2);
    expect(count('HP', row)).toBe(0);
  });

  test('a small name is one beside its alias in brackets, and then in rows of names', () => {
    const brand = subject('pass', ['password-store']);
    expect(count(brand, 'Try pass (password-store) on Unix.')).toBe(2);
    expect(count(brand, 'Try password-store (pass) on Unix. Or KeePassXC, pass, and Bitwarden. They pass.')).toBe(3);
    expect(count(brand, 'Many apps pass (most) tests. Or KeePassXC, pass, and Bitwarden.')).toBe(0);
  });
});

describe('heads of entries', () => {
  test('are names in a list where each is followed by what it is', () => {
    const games = 'Party games: Hues and Cues: This is a colourful game.Concept: A creative game of symbols.';
    expect(count('Concept', `${games}Camel Up: A fun race.Secret Word: Another game of guessing.`)).toBe(1);
    expect(count('Concept', '- **Price**: Mind it.\n- **Concept**: A clear one helps.\n- **Team**: Ask all.')).toBe(0);
  });

  test('are no names where a title in capitals goes on as a sentence', () => {
    expect(count('Core Security', '1. **Core Security is Usually Identical:** Plans share it.')).toBe(0);
    expect(count('Core Security', '1. **Core Security:** it scans for gaps.')).toBe(1);
  });

  test('show a brand that is registered with its maker behind `by`', () => {
    const brand = subject('Beats', ['Beats by Dre']);
    const list = 'Top picks: Sony WF-1000XM5: Great sound.Beats Fit Pro: Snug.Jabra Elite 8: Tough.';
    expect(count(brand, `${list} Apple Beats Fit Pro$114.99`)).toBe(2);
  });
});
