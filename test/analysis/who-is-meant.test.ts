import { namedIn, subject } from './read.js';

/** How often the name is taken in the text. */
function count(name: Parameters<typeof namedIn>[1], text: string): number {
  return namedIn(text, name).length;
}

describe('an institution', () => {
  test.each([
    ['HubSpot', 'HubSpot Academy certifies you in inbound marketing within a weekend.'],
    ['PagerDuty', 'On-call training comes from PagerDuty University, which is free after sign-up.'],
    ['Semrush', 'Learn it at no cost with the courses of Semrush Academy.'],
    ['LEGO', 'Start at the LEGO Store in Leicester Square.'],
    ['Nvidia', 'The model was trained by a team at Nvidia Research.'],
    [subject('Salesforce', ['Salesforce Software']), 'The round was led by Salesforce Ventures.'],
  ])("is its company's where the name is coined: %o in “%s”", (name, text) => {
    expect(count(name, text)).toBe(1);
  });

  test.each([
    ['Reed', 'Steve Jobs dropped out of Reed College after one term.'],
    ['Yale', 'The article appeared in the Yale Law Journal; its author teaches at Yale University.'],
    ['Marcus', 'She taught at the Marcus Academy for a year.'],
    ['Shell', 'They met at the Shell Museum of the town.'],
    ['Colgate', 'She studied economics at Colgate University.'],
    ['IKEA', 'They live in IKEA Street.'],
  ])("is nobody's brand where it is called after a person or a word, or is a street: %s in “%s”", (name, text) => {
    expect(count(name, text)).toBe(0);
  });
});

describe('a person', () => {
  test.each([
    ['Jordan', 'His lectures made Jordan Peterson known far beyond psychology.'],
    ['Jasper', 'Flags were the subjects that Jasper Johns painted in the fifties.'],
    ['Casper', 'In the final, the Norwegian Casper Ruud lost in four sets.'],
  ])('is not the brand of the first name: %s in “%s”', (name, text) => {
    expect(count(name, text)).toBe(0);
  });

  test.each([
    ['Jordan', 'He wore the Jordan Retro at work.'],
    ['Mercedes', 'They compared the Mercedes Sprinter with vans by Ford.'],
    ['Claude', 'For long texts we use Claude Opus daily.'],
    ['Bosch', 'The Bosch Unlimited is a light cleaner.'],
  ])('is not seen in the name of a product: %s in “%s”', (name, text) => {
    expect(count(name, text)).toBe(1);
  });
});

describe('a place', () => {
  test.each([
    ['Mobile', 'The oldest carnival is held in Mobile, Alabama, not in New Orleans.'],
    ['Reading', 'They moved to Reading, England, last year.'],
    ['Cork', 'The train from Dublin to Cork takes two hours. There is plenty to eat in Cork.'],
  ])('is not the brand: %s in “%s”', (name, text) => {
    expect(count(name, text)).toBe(0);
  });

  test.each([
    ['Target', "They compared it with Target, Georgia's favourite shop."],
    ['Bear', 'Put twenty notes into Bear, Obsidian or Evernote.'],
    ['Phoenix', "Phoenix's generators help. In Phoenix you write less code."],
  ])('is not seen where a row or another place shows the brand: %s in “%s”', (name, text) => {
    expect(count(name, text)).toBeGreaterThan(0);
  });
});

describe('a unit behind a number', () => {
  test.each([
    ['Tesla', 'The hospital has a 3 Tesla scanner; most make do with 1.5 Tesla.', 0],
    ['Bar', 'Espresso is brewed at 9 Bar, and cheap machines claim 15 Bar.', 0],
    ['Tesla', 'They bought 10 Tesla cars in 2024 and a Tesla charger.', 2],
  ])('is none of the brand: %s in “%s”', (name, text, times) => {
    expect(count(name, text)).toBe(times);
  });
});

describe('a list', () => {
  test.each([
    'Popular phone carriers:\n\n- **Mint Mobile** – known\n- **Visible** – cheap\n- **US Mobile** – good value',
    'Here are the phone carriers I would look at first.\n\n### Mint Mobile\nSafe.\n\n### Visible\nIt is cheap.',
    '| Carrier | Best for |\n|---|---|\n| Mint Mobile | most people |\n| Visible | small budgets |',
  ])('that is announced as one of companies holds names: “%s”', (text) => {
    expect(count('Visible', text)).toBe(1);
  });

  test.each([
    'Good apps share three traits:\n\n- **Visible** – from afar\n- **Legible** – at night',
    'Good signs share three traits:\n\n- **Visible** – from afar\n- **Legible** – at night',
    'Popular phone carriers:\n\n- **Mint Mobile** – known\n\nAll of them are alike.\n\n- **Visible** – from afar',
    '| Trait | Best for |\n|---|---|\n| Visible | roads |\n| Legible | nights |',
  ])('that is not announced so holds words: “%s”', (text) => {
    expect(count('Visible', text)).toBe(0);
  });
});
