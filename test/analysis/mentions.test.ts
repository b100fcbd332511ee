import { createAnalyser } from '../../src/analysis/analyser.js';
import { named, namedIn, read, subject } from './read.js';

describe('the writing of a name', () => {
  test('letter case is ignored', () => {
    expect(namedIn('BITWARDEN, bitwarden and Bitwarden', 'Bitwarden')).toHaveLength(3);
  });

  test('hyphen, space and joined writing are one', () => {
    const text = 'Coca-Cola, Coca Cola, CocaCola and Coca\u00a0Cola';
    expect(namedIn(text, 'Coca-Cola')).toEqual(['Coca-Cola', 'Coca Cola', 'CocaCola', 'Coca\u00a0Cola']);
    expect(namedIn('Best Buy and BestBuy', 'BestBuy')).toHaveLength(2);
  });

  test('a name is not parted where its writing has no seam', () => {
    expect(namedIn('a klar na offer', 'Klarna')).toEqual([]);
  });

  test('a joined name that is parted into ordinary words needs its capitals', () => {
    expect(namedIn('You need only 1 password to go pro; 1Password and 1 Password', '1Password')).toHaveLength(2);
    expect(namedIn('To go pro, buy a Go Pro or a gopro.', 'GoPro')).toEqual(['Go Pro', 'gopro']);
  });

  test('accents are ignored in Latin, Greek and Cyrillic, composed or not', () => {
    expect(namedIn('LOREAL, L’Oréal, L’Ore\u0301al', 'L’Oréal')).toHaveLength(3);
    expect(namedIn('HAAGEN-DAZS, Häagen-Dazs, Ha\u0308agen-Dazs', 'Häagen-Dazs')).toHaveLength(3);
    expect(namedIn('to nestle, by NESTLE, by Nestlé', 'Nestlé')).toEqual(['NESTLE', 'Nestlé']);
    expect(namedIn('ΣΚΡΟΥΤΖ και Σκρούτζ', 'Σκρουτζ')).toHaveLength(2);
    expect(namedIn('Ёлка и ЕЛКА', 'Ёлка')).toHaveLength(2);
  });

  test('possessives count and plurals do not', () => {
    expect(namedIn("Volvo's range, Volvo’s price, several Volvos", 'Volvo')).toEqual(['Volvo', 'Volvo']);
  });

  test('an ampersand is the word and between parts of three letters or more', () => {
    const text = 'Marks & Spencer, Marks&Spencer, Marks and Spencer, Marks und Spencer';
    expect(namedIn(text, 'Marks & Spencer')).toHaveLength(4);
    expect(namedIn('Johnson & Johnson, Johnson and Johnson', 'Johnson and Johnson')).toHaveLength(2);
    expect(namedIn('AT and T is no carrier, AT&T is', 'AT&T')).toEqual(['AT&T']);
    expect(namedIn('AT&T is a carrier', subject('AT'))).toEqual([]);
  });

  test.each([
    ['Dr. Martens', 'Dr Martens, Dr. Martens and DrMartens'],
    ['Dr Martens', 'Dr Martens, Dr. Martens and Dr-Martens'],
    ["Arc'teryx", 'Arcteryx, Arc’teryx and ARC’TERYX'],
    ['Arcteryx', 'Arcteryx, Arc’teryx and ARC’TERYX'],
    ["McDonald's", "McDonalds, McDonald's and MCDONALD’S"],
    ['Node.js', 'NodeJS, Node.js and Node JS'],
    ['NodeJS', 'NodeJS, Node.js and Node JS'],
    ['J.Crew', 'J.Crew, J. Crew and JCrew'],
    ['E*TRADE', 'ETRADE, E*TRADE and Etrade'],
    ['Strauß', 'Strauss, Strauß and STRAUSS'],
    ['Müller', 'Müller, Muller and Mueller'],
    ['Mueller', 'Müller, Muller and Mueller'],
    ['Smørrebrød', 'Smørrebrød, Smorrebrod and Smoerrebroed'],
  ])('%s is found in each usual spelling: %s', (name, text) => {
    expect(namedIn(text, name)).toHaveLength(3);
  });

  test('a sentence that ends is no spelling of a name', () => {
    expect(namedIn('It is the best. Buy it now. We like Best. Buy there.', 'Best Buy')).toEqual([]);
    expect(namedIn("We'll see, it's fine", 'Well')).toEqual([]);
  });

  test.each([
    ['Lidl', 'Die Filialen sind neu, Lidls Preise sind es nicht.', ['Lidls']],
    ['Nokia', 'Nokian puhelimet ja Nokialla on aikaa, ei kiirettä.', ['Nokian', 'Nokialla']],
    ['Сбербанк', 'У Сбербанка есть это, и в Сбербанке тоже.', ['Сбербанка', 'Сбербанке']],
    ['mBank', 'Konto w mBanku jest darmowe, na to się czeka.', ['mBanku']],
    ['וולט', 'הזמנתי בוולט, ולוולט יש יותר', ['וולט', 'וולט']],
    ['نون', 'التوصيل بنون سريع', ['نون']],
  ])('%s keeps its name under endings and particles: “%s”', (name, text, found) => {
    expect(namedIn(text, name)).toEqual(found);
  });

  test.each([
    ['Claro', 'Claro que sí: puedes cambiar de plan. Está claro que conviene comparar los precios.', 0],
    ['Claro', 'Las mejores son:\n\n1. **Movistar**\n2. **Claro**\n3. **Entel**\n\nNo son caras.', 1],
    ['Vero', 'È vero che non è di qui. Il vero segreto è nella qualità.', 0],
    ['Simpel', 'Het recept is simpel en niet duur. Simpel is het.', 0],
    ['Target', 'Wir waren bei Target und das ist nicht von hier.', 1],
  ])('a word of the text’s own language is one, an English word is none there: %s in “%s”', (name, text, count) => {
    expect(namedIn(text, name)).toHaveLength(count);
  });

  test('endings are those of the language, of coined names of four letters or more', () => {
    expect(namedIn('The Volvos of that year are the best of the lot.', 'Volvo')).toEqual([]);
    expect(namedIn('Die Volvos sind nicht von der Art.', 'Volvo')).toEqual(['Volvos']);
    expect(namedIn('Die Targets sind nicht von der Art.', 'Target')).toEqual([]);
  });

  test('one or two capitals in small letters are units', () => {
    expect(namedIn('The HP has 300 hp and is 5 x 7 cm', 'HP')).toEqual(['HP']);
  });

  test('a part of a longer word is no mention', () => {
    expect(namedIn('JavaScript, a broad pineapple, KeePassXC', 'Java', 'Ro', 'KeePass')).toEqual([]);
    expect(read('KeePassXC and KeePass2', 'KeePass').brand.mentionCount).toBe(0);
  });
});

describe('scripts', () => {
  test('names in scripts without spaces are found, and katakana words stay whole', () => {
    const text = 'トヨタの車、トヨタホーム。任天堂は好き。สิงห์ดี';
    const facts = read(text, 'トヨタ', '任天堂', 'สิงห์');
    expect(named(text, facts.brand)).toEqual(['トヨタ']);
    expect(facts.competitors.map(({ mentionCount }) => mentionCount)).toEqual([1, 1]);
  });

  test('a Korean name may carry a particle but no further word', () => {
    expect(namedIn('삼성은 좋다. 삼성전자', '삼성')).toEqual(['삼성']);
  });

  test('a Latin name may touch another script', () => {
    expect(namedIn('Nikeの靴とNike는', 'Nike')).toHaveLength(2);
  });
});

describe('several names', () => {
  test('the longest name at a place counts, for its owner only', () => {
    const text = 'I use Proton Pass and Proton daily.';
    const facts = read(text, 'Proton', 'Proton Pass');
    expect(named(text, facts.brand)).toEqual(['Proton']);
    expect(facts.brand.spans).toEqual([[22, 28]]);
    expect(facts.competitors[0]?.mentionCount).toBe(1);
  });

  test('a name owned by two subjects counts for both', () => {
    const facts = read('Klarna is here', 'Klarna', subject('Klarna Bank', ['Klarna']));
    expect([facts.brand.mentionCount, facts.competitors[0]?.mentionCount]).toEqual([1, 1]);
  });

  test('two writings of one subject at one place count once', () => {
    expect(read('WIRED says so', subject('WIRED', ['Wired'])).brand.mentionCount).toBe(1);
  });

  test('a subject without any name is never named', () => {
    expect(read('some text', '', subject(' ', ['', '-'])).brand.mentionCount).toBe(0);
  });

  test('names are compiled once and read many texts', () => {
    const analyse = createAnalyser({ brand: subject('Sonos'), competitors: [] });
    expect(analyse({ text: 'Sonos', citations: [] }).brand.mentionCount).toBe(1);
    expect(analyse({ text: 'none', citations: [] }).brand).toEqual({
      mentionCount: 0,
      spans: [],
      sentiment: null,
      isToneCovered: true,
      toneClass: null,
      evidence: null,
      position: null,
    });
  });
});

describe('web addresses', () => {
  const notion = subject('Notion', [], 'https://www.notion.so/product');

  test('the bare domain in prose counts', () => {
    expect(namedIn('Sign up at notion.so or www.notion.so.', notion)).toEqual(['notion.so']);
    expect(namedIn('Buy it at Zalando.com today', 'Zalando')).toEqual(['Zalando']);
  });

  test('inside a URL, a path or an e-mail address it does not', () => {
    const text =
      'https://notion.so/a, notion.so/pricing, hi@notion.so, [docs](https://notion.so/b), https://x.com/Notion';
    expect(namedIn(text, notion)).toEqual([]);
    expect(namedIn('See community.zalando.com', 'Zalando')).toEqual([]);
  });

  test('a sentence glued to the one before it is no address', () => {
    expect(namedIn('It charges fast.Volvo is next', 'Volvo')).toEqual(['Volvo']);
    expect(namedIn('It is in stock.eero 9 is next', 'eero')).toEqual(['eero']);
  });
});

describe('names that are ordinary words', () => {
  test.each([
    ['Target', 'Shops such as Walmart and Target are cheap.'],
    ['Target', 'I bought it at Target yesterday.'],
    ['Target', "Target's own label is fine."],
    ['Visible', 'Verizon, Visible and Xfinity are carriers.'],
    ['Notion', 'Notion offers a free plan.'],
    ['Away', '1. **Samsonite Freeform** – light\n2. **Away** – stylish\n3. **Travelpro Maxlite** – cheap'],
    ['SCORE', 'Ask SCORE for a mentor.'],
  ])('%s is the brand in “%s”', (name, text) => {
    expect(namedIn(text, name)).toHaveLength(1);
  });

  test.each([
    ['Target', 'Set a target and hit your target price.'],
    ['Target', 'Target your heart rate zone.'],
    ['Ideal', '- Ideal for large rooms\n- Quiet'],
    ['Free', '**Free tier:** none\n**Price:** high'],
    ['Square', 'It covers 40 Square Feet.'],
    ['Vice', 'It was said by Vice President Jane Doe.'],
    ['Coast', 'The US Coast Guard disagrees.'],
    ['Dragon', 'She watched House of the Dragon twice.'],
    ['Reed', 'He left Reed College early, and what he learnt at Reed stayed.'],
    ['One', 'An All-in-One printer.'],
    ['Pro', 'The iPhone 16 Pro is fast.'],
    ['SCORE', 'The Consistency Score is low.'],
    ['Best', 'Retailers like Amazon, Best Buy and Walmart.'],
  ])('%s is a word in “%s”', (name, text) => {
    expect(namedIn(text, name)).toEqual([]);
  });

  test.each([
    ['Target', 'Quiet headphones.\n\n- Walgreens\n- Target\n- Kroger'],
    ['Brother', 'Brother QX-L900 prints fast.'],
    ['Visible', 'Visible iPhone plans are cheap.'],
    ['Ford', 'It costs less.Ford Maverick drives well.'],
    ['Away', 'Best overall: Away The Big One'],
    ['Max', 'For families: Max (formerly Zed Plus) is enough.'],
    ['Apple', 'Why: The Apple ecosystem is closed.'],
    ['Apple', 'He is an all-Apple person.'],
    ['Oracle', 'CEO of Oracle since spring.'],
    ['Edge', 'Built-in Password Managers (Firefox, Edge, Vivaldi)'],
    ['Keeper', 'If safety matters, Keeper Security is strong.'],
    ['Monday', 'Try Asana, Monday or Trello.'],
    ['Target', 'Order at target.com tonight.'],
    ['X', 'He wrote on X that it works.'],
    ['One Direction', 'The start.When One Direction met, all changed.'],
  ])('%s is the brand, as its place shows, in “%s”', (name, text) => {
    expect(namedIn(text, name)).toHaveLength(1);
  });

  test.each([
    ['Forest', 'Ask the Ministry of Water, Forest and Climate.'],
    ['Phoenix', 'She left the University of Phoenix.'],
    ['Zoom', 'A lens with Pan/Tilt/Zoom control.'],
    ['Arm', '1. **Oral-B Pro** – good\n2. **Arm & Hammer Brush** – fine\n3. **Philips One** – dear'],
    ['X', 'They met at the The X Factor show.'],
    ['X', 'The Roland FP-90X and a SpaceX launch.'],
    ['Monday', "It opens on Monday, and Monday's price is low."],
    ['Nothing', 'Nothing has changed.'],
    ['Home', 'Best for: Home offices'],
    ['Brother', 'We met Brother Thaddeus there.'],
  ])('%s is a word, as its place shows, in “%s”', (name, text) => {
    expect(namedIn(text, name)).toEqual([]);
  });

  test("a park of the company's name does not hide the company", () => {
    expect(namedIn("The lawn of Apple Park is wide. Apple's staff like it.", 'Apple')).toEqual(['Apple']);
  });

  test('before a common word the place stays open until the answer names the brand', () => {
    expect(namedIn('Pros: Tight Apple integration.', 'Apple')).toEqual([]);
    expect(namedIn('Pros: Tight Apple integration. He works at Apple.', 'Apple')).toHaveLength(2);
    expect(namedIn('Google Nest Cam is small. It needs a Nest plan.', 'Nest')).toHaveLength(2);
  });

  test('an unclear place counts where the answer names the brand elsewhere', () => {
    expect(namedIn('Affirm for larger sums. Klarna and Affirm are rivals.', 'Affirm')).toHaveLength(2);
  });

  test('a namesake is recognised by what follows the alias', () => {
    const brand = subject('Flatiron Construction', ['Flatiron']);
    expect(namedIn('Flatiron Health has data.', brand)).toEqual([]);
    expect(namedIn('Flatiron won the bridge.', brand)).toEqual(['Flatiron']);
  });
});
