import { createAnalyser } from '../../src/analysis/analyser.js';
import { read, subject } from './read.js';

const NUMBERED = 'Top picks:\n\n1. **Bose Flex** – loud\n2. **Sonos Roam** – light\n3. **Sony SRS** – cheap';

describe('position', () => {
  test.each([
    ['a numbered list', NUMBERED],
    [
      'headings',
      '## Picks\n\n### 1. Bose Flex\n\n- loud\n\n### 2. Sonos Roam\n\n- light\n\n### 3. Sony SRS\n\n- cheap',
    ],
    ['a table', '| Model | Note |\n|---|---|\n| Bose Flex | loud |\n| Sonos Roam | light |'],
    [
      'text that lost its line breaks',
      'Top Picks: Bose Flex: A loud one.Sonos Roam: A light one.Sony SRS: A cheap one.',
    ],
  ])('is the place in %s', (_, text) => {
    expect(read(text, 'Sonos').brand.position).toBe(2);
  });

  test('is that of the name behind a label such as “best overall”', () => {
    const text = '- **Best overall:** **Bose Flex** – loud\n- **Best value:** **Sonos Roam** – light';
    expect(read(text, 'Sonos').brand.position).toBe(2);
    expect(
      read('### Best overall: Bose Flex\n\nLoud.\n\n### Best value: Sonos Roam\n\nLight.', 'Sonos').brand.position,
    ).toBe(2);
  });

  test('options that lost their line breaks before their own labels are counted', () => {
    const text = [
      'Top services: Netflix:Pros: A large library.Cons: Dear.',
      'Hulu:Pros: Fresh series.Cons: Adverts.Mubi:Pros: Art films.',
    ].join('');
    expect(read(text, 'Hulu').brand.position).toBe(2);
  });

  test('criteria of a choice and labels said of each option are not counted', () => {
    const text = [
      '## Factors to consider\n\n- **Zoneability:** wide\n- **Upkeep:** low\n',
      '## Top picks\n\n- **Bose Flex** – loud\n- **Sonos Roam** – light',
    ].join('\n');
    expect(read(text, 'Sonos').brand.position).toBe(2);
  });

  test('a number, a title or a rule that lost its line break still parts options', () => {
    const numbered =
      'Options and why  1) Bose (and others) - Pros: loud - Cons: dear  2) Sonos (light; quiet) - Pros: soft';
    expect(read(numbered, 'Sonos', 'Bose').brand.position).toBe(2);
    const titled = 'Here they are.  ### 1. Bose Flex  It is loud.  --- ### 2. Sonos Roam  It is light.';
    expect(read(titled, 'Sonos', 'Bose').brand.position).toBe(2);
  });

  test('what is in brackets does not make a sentence of a head', () => {
    const text = '1. **Bose:**\n   - loud\n2. **Sonos (and the older ones that look like it):**\n   - light';
    expect(read(text, 'Sonos', 'Bose').brand.position).toBe(2);
  });

  test('is null in prose and where the subject is no item', () => {
    expect(read('Sonos and Bose make speakers.', 'Sonos').brand.position).toBeNull();
    expect(read(`${NUMBERED}\n\nAll work with Spotify.`, 'Spotify').brand.position).toBeNull();
    expect(read('# Sonos\n\nA maker of speakers.', 'Sonos').brand.position).toBeNull();
  });
});

function candidates(text: string, brand = 'Sonos', urls: string[] = []): string[] {
  const analyse = createAnalyser({ brand: subject(brand), competitors: [] });
  return analyse({ text, citations: urls.map((url) => ({ url, title: null })) }).candidates.map(({ name }) => name);
}

describe('candidates', () => {
  test('the heads of entries are named by their maker, the brand itself left out', () => {
    expect(
      candidates('Top picks:\n\n1. **Bose QC45** – loud\n2. **Sonos Roam 2** – light\n3. **JBL Flip 6** – cheap'),
    ).toEqual(['Bose', 'JBL']);
  });

  test('names in a row of names are candidates, with their number', () => {
    const analyse = createAnalyser({ brand: subject('Bitwarden'), competitors: [] });
    const { candidates: found } = analyse({
      text: 'Rivals are Dashlane, NordPass and RoboForm. Dashlane is old.',
      citations: [],
    });
    expect(found).toMatchObject([
      { name: 'Dashlane', mentionCount: 2 },
      { name: 'NordPass', mentionCount: 1 },
      { name: 'RoboForm', mentionCount: 1 },
    ]);
  });

  test('a candidate has its spans in the text and its place among the options', () => {
    const analyse = createAnalyser({ brand: subject('Sonos'), competitors: [] });
    const text = [
      'Picks:\n\n1. **Sonos Roam** – light\n2. **JBL Flip 6** – louder than JBL Go\n',
      'And there are Marley, Jabra and Bose.',
    ].join('\n');
    const { candidates: found } = analyse({ text, citations: [] });
    const written = found.map(({ name, spans, position }) => [
      name,
      spans.map((span) => text.slice(...span)),
      position,
    ]);
    expect(written).toEqual([
      ['JBL', ['JBL', 'JBL'], 2],
      ['Marley', ['Marley'], null],
      ['Jabra', ['Jabra'], null],
      ['Bose', ['Bose'], null],
    ]);
  });

  test('labels, features and sources are none', () => {
    const text = [
      'Tips:\n\n- **Price:** low\n- **Battery life:** long\n',
      'According to sources like Wirecutter and Engadget it works with Wi-Fi, USB-C and HDMI.',
    ].join('\n');
    expect(candidates(text, 'Sonos', ['https://www.engadget.com/x'])).toEqual([]);
  });

  test('labels that return with each option, criteria and standards are none', () => {
    const option = (name: string): string => `### ${name}\n\n* **Gameplay**: fast\n* **Playtime**: short\n\n`;
    expect(candidates(`Top picks:\n\n${option('Codenames')}${option('Telestrations')}${option('Dixit')}`)).toEqual([
      'Codenames',
      'Telestrations',
      'Dixit',
    ]);
    expect(
      candidates('Look for **Bluetooth** and **512GB**.\n\n## Factors to consider\n\n- **Upgradability:** good'),
    ).toEqual([]);
  });

  test('a product yields its maker, recognised by a grade or by the kind of thing', () => {
    const text = [
      'Which brush? A toothbrush lasts.\n',
      '1. **Oral-B One** – a',
      '2. **Quip Electric Toothbrush** – b',
      '3. **Beats Fit Pro** – c',
      '4. **Philips 3100** – d',
    ].join('\n');
    expect(candidates(text)).toEqual(expect.arrayContaining(['Quip', 'Beats']));
  });

  test('a row of persons is none, and a shop keeps the ending of its name', () => {
    expect(candidates('With Orla Quennell, Tamsin Brackley and Idris Vantongeren.')).toEqual([]);
    expect(candidates("Shops are: Kroger, Macy's and Nordstrom.")).toEqual(['Kroger', "Macy's", 'Nordstrom']);
  });

  test('a tracked name is no candidate', () => {
    expect(candidates('Buy from Procter & Gamble, Unilever and Henkel.', 'Procter & Gamble')).toEqual([
      'Unilever',
      'Henkel',
    ]);
  });
});
