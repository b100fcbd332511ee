import { createAnalyser } from '../../../src/monitoring/analysis/analyser.js';
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
    expect(found).toEqual([
      { name: 'Dashlane', mentionCount: 2 },
      { name: 'NordPass', mentionCount: 1 },
      { name: 'RoboForm', mentionCount: 1 },
    ]);
  });

  test('labels, features and sources are none', () => {
    const text =
      'Tips:\n\n- **Price:** low\n- **Battery life:** long\n\nAccording to sources like Wirecutter and Engadget it works with Wi-Fi, USB-C and HDMI.';
    expect(candidates(text, 'Sonos', ['https://www.engadget.com/x'])).toEqual([]);
  });

  test('a tracked name is no candidate', () => {
    expect(candidates('Buy from Procter & Gamble, Unilever and Henkel.', 'Procter & Gamble')).toEqual([
      'Unilever',
      'Henkel',
    ]);
  });
});
