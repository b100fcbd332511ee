import { createAnalyser } from '../../src/analysis/analyser.js';
import { namedIn, subject } from './read.js';

/** How often the name is taken in the text. */
function count(name: Parameters<typeof namedIn>[1], text: string): number {
  return namedIn(text, name).length;
}

describe('a word behind the name of its maker', () => {
  test.each([
    [subject('Surface'), 'The Microsoft Surface Laptop is thin.'],
    [subject('Nest'), '1. **Google Nest Cam** – easy\n2. **Arlo Pro** – dear'],
    [subject('Teams', [], 'https://teams.zimbrello.com'), 'Zimbrello Teams is a chat.'],
    [subject('Clover', ['Fiserv Clover Flex']), 'They pay with a Fiserv Clover today.'],
  ])('is the brand where its owner is known for brands, or is registered with it: %o', (brand, text) => {
    expect(count(brand, text)).toBe(1);
  });

  test.each([
    ['Instant', 'Printing is cheap with HP Instant Ink.'],
    ['Discover', 'The Velotric Discover 2 is a bike.'],
    ['Circle', 'We like the Logitech Circle View.'],
    ['Nova', 'The SteelSeries Arctis Nova is loud.'],
    ['Pacer', 'We like the Polar Pacer best.'],
    ['evo', 'A Gaggia Classic Evo Pro makes espresso.'],
  ])("%s is a product's name behind another maker: “%s”", (name, text) => {
    expect(count(name, text)).toBe(0);
  });

  test('is the brand where the answer surely names it elsewhere', () => {
    expect(count('Ring', 'We opened the Ring app. A Wassenstein Ring mount fits it.')).toBe(2);
    expect(count('Ring', 'A Wassenstein Ring mount fits it.')).toBe(0);
  });

  test("what another maker calls its product stays that maker's for a brand with a fuller name", () => {
    const brand = subject('Instant', ['Instant Pot']);
    expect(count(brand, 'HP Instant Ink saves money. The Instant plan is cheap.')).toBe(0);
    expect(count(brand, "HP Instant Ink saves money. Instant's cookers are good.")).toBe(1);
  });
});

describe('a word that the answer also writes in small letters', () => {
  test.each([
    ['Budget', 'Set a budget first.\n\n- **Sonos Roam** – fine\n- **Budget and size** – low\n- **JBL Flip** – fine'],
    ['Storage', 'Mind the storage.\n\nStorage Plus costs more.'],
  ])('%s is that word where only its place speaks for it', (name, text) => {
    expect(count(name, text)).toBe(0);
  });

  test('is a name where more than the place says so', () => {
    expect(count('Target', 'Set a target price. I saw it at Target yesterday.')).toBe(1);
  });
});

describe('labels, titles and parts of other names', () => {
  test.each([
    ['Players', 'Players: 4\n\n- **Codenames**\n- **Players**: 4\n- **Dixit**\n- **Players**: 6\n- **Players**: 8'],
    ['Material', '| Brand | Material |\n|---|---|\n| Samsonite | Nylon |\n| Travelpro | Polyester |'],
    ['Air', 'On Prime:\n\n- **Air (2023)** – a film\n- **Saltburn (2023)** – a film'],
    ['Dune', 'It has films such as *Dune* and *Barbie*.'],
    ['Trail', 'An audit by Trail of Bits.'],
    ['Travel', 'According to Travel + Leisure it lasts.'],
    ['Editor', "It is the Editor's Choice."],
    ['Women', "They sell Women's boots."],
    ['Blue', "See Kelley Blue Book's values."],
    ['Full', 'Look for a Full HD screen.'],
    ['Bake', 'Its modes are Air Fry, Roast, Bake, Reheat and Dehydrate.'],
    ['Freezer', 'A fridge of the Top‑Freezer kind.'],
    ['Milton', 'The launch waited for Hurricane Milton to pass.'],
    ['That', "That's a good one."],
    ['Generally', 'Generally offers are cheap.'],
    ['Supports', 'Supports FIDO2 keys.'],
    ['Agreement', 'By this Agreement, both are bound.'],
    ['Company', 'We spoke to the Company about it.'],
    ['North', 'They ship to North Carolina as well.'],
    ['Victor', 'On bass they had Victor Wootenby that night.'],
    ['Polar', '## Polar Design\n\nNice.'],
    ['However', '- **Price** – fine\n- **However** – dear\n- **Weight** – low'],
    ['Below', 'All of it is here. Below, I’ve listed Walmart and Kroger.'],
    ['Tilt', 'A lens with IP65-Rated Pan/Tilt/Zoom control.'],
    ['Pacer', 'It has a 30-second pacer.'],
    ['Toothbrush', '1. **Fairywill Sonic Toothbrush FW-507** – quiet\n2. **Oral-B One** – loud'],
  ])('%s is no brand in “%s”', (name, text) => {
    expect(count(name, text)).toBe(0);
  });
});

describe('places that show a name', () => {
  test.each([
    ['Notion', '1. Notion (best overall)'],
    ['Notion', 'You could try Notion, Coda or Airtable.'],
    ['Edge', 'Extensions (Firefox, Edge, Safari)'],
    ['Gap', 'Gap, Old Navy and J.Crew have sales.'],
    ['Polar', 'We like the Polar Vantage M2 best.'],
    ['Ford', 'We like the Ford Mustang Mach-E best.'],
    ['Apple', 'It also works with Apple Pay.'],
    ['Apple', 'Good for privacy. Apple users like it.'],
    ['Ring', 'We opened the Ring app.'],
    ['Pacer', 'We count steps with Pacer these days.'],
    ['Apple', 'Use iCloud Keychain (Apple) for that.'],
    ['Canon', '## Canon imageCLASS LBP6030\n\nSmall.'],
    ['Brother', '## Brother Wireless HL-2350\n\nSmall.'],
    ['Moon', '1. **MOON Sonic Brush** – neat\n2. **Fairywill Pro** – loud'],
    ['Target', 'Sold at: AmazonBest BuyTargetWalmartPhilips Compare prices.'],
    ['Criterion Channel', 'Best for Film Lovers: The Criterion Channel'],
    ['Apple', '## Apple MacBook Air M1 (2020)\n\nStill good.'],
  ])('%s is the brand in “%s”', (name, text) => {
    expect(count(name, text)).toBe(1);
  });
});

describe('a list that lost its line breaks', () => {
  const shops = ['Amazon', 'Best Buy', 'Target', 'Walmart'];

  test.each(shops)('is parted at its capitals, also where a name has a space: %s', (name) => {
    for (const text of ['AmazonBest BuyTargetWalmart', 'Sold at: AmazonBest BuyTargetWalmart.']) {
      expect(count(name, text)).toBe(1);
    }
  });

  test.each([
    ['Tube', 'Share it on YouTube SoundCloud LinkedIn and there.'],
    ['Cloud', 'Share it on SoundCloud WordPress and there.'],
    ['Best Buy', 'Sold at: AmazonBest BuyTarget.'],
    ['Target', 'The AmazonBest and the BuyTargetWalmart are shops.'],
  ])('is none with fewer seams, nor across a word without one: %s in “%s”', (name, text) => {
    expect(count(name, text)).toBe(0);
  });
});

describe('a short word in capitals', () => {
  test.each([
    ['Ram', 'Look for 16 gigabytes of RAM and a fast disk.'],
    ['Stem', 'They give to STEM education and to schools.'],
  ])('is an acronym in a sentence: %s in “%s”', (name, text) => {
    expect(count(name, text)).toBe(0);
  });

  test('is the brand where the answer names it elsewhere, and where all around it is loud', () => {
    expect(count('Ram', "Ram's trucks are strong. We drove a RAM for a week.")).toBe(2);
    expect(count('Ram', 'WHY WE LIKE RAM TRUCKS')).toBe(count('Ram', 'Why We Like Ram Trucks'));
  });
});

describe('a name that is all of a head, a line or a cell', () => {
  const rivals = ['Old Navy', 'Uniqlo'].map((name) => subject(name));
  const tracked = (name: string, text: string): number =>
    createAnalyser({ brand: subject(name), competitors: rivals })({ text, citations: [] }).brand.mentionCount;

  test.each([
    ['Three', '- **Vodafone** – fine\n- **Three** – dear\n- **O2** – fine'],
    ['Here', '1. Mapbox: fine\n2. Here: dear\n3. TomTom: fine'],
    ['Budget', 'Set a budget first.\n\n- **Hertz** – fine\n- **Budget** – low\n- **Sixt** – fine'],
    ['Gap', '| Shop | Best for |\n|---|---|\n| Uniqlo | basics |\n| Gap | jeans |\n| Old Navy | children |'],
  ])('%s is named where those beside it are names, known or tracked: %j', (name, text) => {
    expect(tracked(name, text)).toBe(1);
  });

  test.each([
    ['Copper', '| Material | Life |\n|---|---|\n| Copper | 70 years |\n| Steel | 50 years |\n| Lead | 90 years |'],
    ['Here', '- **Price** – low\n- **Here** – dear\n- **Weight** – fine'],
  ])('%s is none where they are words: %j', (name, text) => {
    expect(tracked(name, text)).toBe(0);
  });
});

describe('a word that opens a sentence and acts', () => {
  test.each([
    ['Chime', 'Varo and Revolut are larger. Chime pays wages two days early.'],
    ['Bolt', 'Uber is dear and Lyft slow. Bolt carries bikes, too.'],
  ])('%s is named where the answer names others of its kind: “%s”', (name, text) => {
    expect(count(name, text)).toBe(1);
  });

  test.each([
    ['Clover', 'Sow early. Clover fixes nitrogen.'],
    ['Ring', 'Pandora and Swarovski differ. Ring sizes vary by brand.'],
    ['Chime', 'Varo and Revolut are larger. Each chime counts. Chime pays wages early.'],
  ])('%s is none in “%s”', (name, text) => {
    expect(count(name, text)).toBe(0);
  });
});
