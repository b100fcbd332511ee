import { read } from './read.js';

function sentiment(text: string, name = 'Sonos'): string | null {
  return read(text, name).brand.sentiment;
}

const LIST = 'Here are the best speakers:\n\n';

test('a subject that is not named has neither class nor evidence', () => {
  expect(read('Nothing here.', 'Sonos').brand).toMatchObject({ sentiment: null, evidence: null });
});

test.each([
  ['Sonos makes excellent, reliable speakers.', 'positive'],
  [`${LIST}1. **Bose** – loud\n2. **Sonos** – two drivers, four colours\n3. **Sony** – small`, 'positive'],
  ['Sonos was founded in 2002 in Santa Barbara.', 'neutral'],
  ['It works with Alexa, Google and Sonos.', 'neutral'],
  ['Sonos speakers are unreliable and the app is terrible.', 'negative'],
  ['Avoid Sonos for now.', 'negative'],
  ['I would not recommend Sonos.', 'negative'],
  [
    `${LIST}- **Bose** – loud\n- **Sonos** – excellent sound, but the app is unreliable and clunky\n- **Sony** – small`,
    'mixed',
  ],
])('“%s” is %s', (text, expected) => {
  expect(sentiment(text)).toBe(expected);
});

test('a comparison points at the right side', () => {
  const text = 'I would choose Sonos over Bose.';
  expect(sentiment(text, 'Sonos')).toBe('positive');
  expect(sentiment(text, 'Bose')).not.toBe('positive');
  expect(sentiment('Sonos is better than Bose.', 'Bose')).not.toBe('positive');
});

test('a negation turns praise and criticism', () => {
  expect(sentiment('Sonos is not reliable and not good at all.')).toBe('negative');
  expect(sentiment('Sonos had no problems and no failures, a great result.')).toBe('positive');
});

test('who reports praise is not praised by it', () => {
  expect(sentiment('Sonos says the Bose is the best speaker ever made.')).toBe('neutral');
  expect(sentiment('According to Sonos, this cable is excellent.')).toBe('neutral');
});

test('price alone does not undo a recommendation', () => {
  expect(
    sentiment(`${LIST}- **Bose** – loud\n- **Sonos** – superb sound, but quite expensive\n- **Sony** – small`),
  ).toBe('positive');
});

test('drawbacks listed under an entry count against it and not against its neighbour', () => {
  const sonos = '### 1. Sonos\n\n**Pros:** rich sound\n**Cons:** unreliable app, poor support';
  const text = `${LIST}${sonos}\n\n### 2. Bose\n\n**Pros:** rich sound\n**Cons:** none`;
  expect(sentiment(text, 'Sonos')).toBe('mixed');
  expect(sentiment(text, 'Bose')).toBe('positive');
});

test('a limit listed under drawbacks is criticism, a missing extra and what need not be are none', () => {
  const entry = (cons: string): string =>
    `${LIST}### 1. Sonos\n\n**Pros:** rich sound\n**Cons:** ${cons}\n\n### 2. Bose\n\n**Pros:** rich sound`;
  expect(sentiment(entry('less clarity than its rivals'))).toBe('mixed');
  expect(sentiment(entry('no headphone jack'))).toBe('positive');
  expect(sentiment('Sonos is excellent, but its paid plan isn’t necessary.')).toBe('positive');
});

test('what the reader already uses is not judged', () => {
  expect(sentiment('Best for: Sonos users who want great sound.')).toBe('neutral');
  expect(sentiment('It is great for people in the Sonos ecosystem.')).toBe('neutral');
});

test('a fault of one name in a shared head is not the other’s', () => {
  const text = `${LIST}- Sonos/Yamaha — also easy to use; Yamaha had terrible, unreliable updates.\n- Bose — loud`;
  expect(sentiment(text)).toBe('positive');
});

test('a publication that picks a product is not praised by it', () => {
  expect(sentiment('Sonos (2025) picks the Bose as its best speaker.')).toBe('neutral');
});

test('a sentence that goes on by reference counts', () => {
  expect(sentiment('Sonos sells speakers. It is terrible and unreliable.')).toBe('negative');
});

test('the evidence is a verbatim passage of the text, of at most 200 characters', () => {
  const text = `Sonos makes ${'very '.repeat(60)}good and excellent speakers.`;
  const { evidence } = read(text, 'Sonos').brand;
  expect(evidence?.length).toBeLessThanOrEqual(200);
  expect(text).toContain(evidence);
});
