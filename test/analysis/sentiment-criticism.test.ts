import { read } from './read.js';

/** The class of an entry of a list of picks, by what it says. */
function entry(said: string, name = 'Sonos'): string | null {
  const text = `Here are the best speakers:\n\n- **Bose** – loud\n- **Sonos** – ${said}\n- **Sony** – small`;
  return read(text, name).brand.sentiment;
}

/** The class of an entry with drawbacks of its own. */
function withCons(cons: string): string | null {
  const text = [
    'Here are the best speakers:\n',
    `### 1. Sonos\n\n**Pros:** rich sound\n**Cons:** ${cons}\n`,
    '### 2. Bose\n\n**Pros:** rich sound',
  ].join('\n');
  return read(text, 'Sonos').brand.sentiment;
}

test.each([
  'great sound, but it is not as loud as the others',
  'great sound, though the app may not feel quite as polished',
  'great sound, but it doesn’t last as long as its rivals',
  'great sound. However, it is not very durable.',
  'great sound, but the case is not sturdy enough for travel',
  'great sound, but it won’t rival a wired pair',
  'great sound, but it doesn’t offer the same level of clarity',
  'great sound, but it lags behind in speed',
  'great sound, although the screen could be brighter',
  'great sound, but slower than the rest to start',
  'great sound, but the plastic feels cheap',
  'great sound, though the body is a bit fiddly',
  'great sound, but it gets too hot in summer',
  'great sound, but it lacks depth',
  'great sound, although its quality may vary',
  'great sound, but battery life is short',
  'great sound, but the slim body compromises stability',
  'great sound, but there are known issues with the remote',
  'great sound, but the missing manual is a major drawback',
  'great sound, but no longer supported',
  'great sound. Some users report crackling.',
  'great sound, but it lacks clarity if you turn it up',
  'great sound, but less refined controls',
  'great sound, but the cable breaks easily',
  'great sound, but it tends to overheat',
  'great sound, but it drains the battery',
  'great sound, but its standards have slipped',
  'great sound, but it doesn’t handle large rooms well',
])('a shortfall without a bad word is criticism: “%s”', (said) => {
  expect(entry(said)).toBe('mixed');
});

test.each([
  'great sound, but quite expensive',
  'great sound, but it lacks a headphone jack',
  'great sound, but you need to buy a stand',
  'great sound, but not as cheap as pricier brands claim',
  'great sound, if you don’t mind a less polished app',
  'great sound, though some find its design polarizing',
  'great sound without being too bulky',
  'great sound without compromising comfort',
  'great sound that doesn’t compromise on comfort',
  'great sound, but it requires a separate stand',
  'great sound that is hard to beat',
  'great sound that is difficult to match',
  'great sound, though the body is a bit bulky',
  'great sound. If the driver struggles with films, it helps.',
  'great sound for noisy gym environments',
  'great sound, and better for heavier loads',
  'great sound, and a good record of fixing vulnerabilities',
  'great sound for roads, parks and trails',
  'great sound. Do you have concerns about its unreliable app?',
  'great sound, and a fine compromise',
  'great sound from a device that uses less power',
  'great sound with less noise than older models',
  'great sound without any lag or problems',
  'great sound, with noise cancellation and stain resistance',
  'great sound; it alerts you to weak, reused or stolen passwords',
  'a party game of betrayal and sabotage, easy to learn',
])('price, a missing extra, taste and what the thing is good against are none: “%s”', (said) => {
  expect(entry(said)).toBe('positive');
});

test('of a price and a fault in one breath the fault counts', () => {
  expect(entry('great sound, but a high price and unreliable support')).toBe('mixed');
});

test('what is conceded before the turn weighs half, what follows it all', () => {
  expect(entry('slightly less polished than Bose but solid overall')).toBe('positive');
  expect(entry('solid overall but less polished than Bose')).toBe('mixed');
  expect(entry('While heavier than Bose, it offers excellent sound.')).toBe('positive');
});

test('a limit of scope is half a drawback, so that two of them count', () => {
  expect(withCons('small remote')).toBe('positive');
  expect(withCons('small remote, limited choice of colours')).toBe('mixed');
  expect(withCons('limited sound quality')).toBe('mixed');
  expect(withCons('pricey, no stand')).toBe('positive');
});

test.each(['', '  '])('drawbacks listed below their title count, indented (“%s”) or not', (indent) => {
  const of = (faults: string[]): string =>
    [
      'Here are the best speakers:\n\n### 1. Sonos\n\n**Pros:**\n\n- rich sound\n\n**Cons:**\n',
      ...faults.map((fault) => `${indent}- ${fault}`),
      '\n### 2. Bose\n\nLoud.',
    ].join('\n');
  expect(read(of(['a short cable of its own', 'grey colours']), 'Sonos').brand.sentiment).toBe('mixed');
  expect(read(of(['pricey', 'no stand']), 'Sonos').brand.sentiment).toBe('positive');
});

test('an entry with advantages and grave drawbacks of its own is mixed, not negative', () => {
  expect(withCons('repeated breaches; terrible support')).toBe('mixed');
});

test('a thing that is not advised is criticised', () => {
  expect(read('Sonos is rarely the best choice.', 'Sonos').brand.sentiment).toBe('negative');
  expect(read('Sonos isn’t a good option here.', 'Sonos').brand.sentiment).toBe('negative');
});

test('what is hard to recommend, and whose use is to be avoided, is criticised', () => {
  expect(read('It is difficult to recommend Sonos for films.', 'Sonos').brand.sentiment).toBe('negative');
  expect(read('Avoid recommending Sonos to friends.', 'Sonos').brand.sentiment).toBe('negative');
});

test('wrongdoing is criticism of who did it and of who is named in the scandal', () => {
  expect(read('In May, Sonos admitted to falsifying its tests.', 'Sonos').brand.sentiment).toBe('negative');
  expect(read('The magazine wrote of a bribery scandal at Sonos.', 'Sonos').brand.sentiment).toBe('negative');
});

test('a list of what to avoid blames its entries', () => {
  const text = 'The best speakers:\n\n- **Bose** – clear\n\n### What to avoid\n\n- **Sonos** – sold in many shops';
  expect(read(text, 'Sonos').brand.sentiment).toBe('negative');
  expect(read(text, 'Bose').brand.sentiment).toBe('positive');
});

test.each([
  'Loud motor',
  'heavy',
  'Slow shipping',
  'Fiddly controls',
  'Requires a lot of maintenance',
  'May lose suction',
])('a burden that the answer itself lists as a drawback is one: “%s”', (cons) => {
  expect(withCons(cons)).toBe('mixed');
});

test.each(['No loud alarm', 'Requires a hub', 'Heavy price'])('a missing extra or a price is none: “%s”', (cons) => {
  expect(withCons(cons)).toBe('positive');
});

test('the same words are no fault where nothing calls them a drawback', () => {
  expect(entry('great sound from a loud motor')).toBe('positive');
  expect(entry('great sound, and it requires more maintenance')).toBe('positive');
});

test('drawbacks that their own title calls minor weigh half', () => {
  const of = (title: string) => `### Sonos\n\n**Pros:** rich sound\n\n**${title}:** not as polished as Bose.`;
  expect(read(of('Drawbacks'), 'Sonos').brand.sentiment).toBe('mixed');
  expect(read(of('Drawbacks (minor)'), 'Sonos').brand.sentiment).toBe('positive');
});

test('what falls short under a condition falls short for some readers alone; a warning stays one', () => {
  expect(entry('great sound, not ideal if you need a battery')).toBe('positive');
  expect(entry('great sound, but not ideal for large rooms')).toBe('mixed');
  expect(entry('great sound. It is hard to recommend if you travel')).toBe('mixed');
});

test('a plan that is called premium is not praised by its name', () => {
  const inPassing = (said: string) => read(`Norvia is a mail app. ${said}`, 'Sonos').brand.sentiment;
  expect(inPassing('It works with Sonos (Premium).')).toBe('neutral');
  expect(inPassing('Sonos has a premium plan for $10.')).toBe('neutral');
  expect(inPassing('Sonos has a premium build.')).toBe('positive');
});

test('a title of things to avoid holds for each entry below it, whatever is said of the one before', () => {
  const text = [
    '## Worth a look\n\n- **Bose:** strong sound.\n',
    '## What to avoid\n\n- **Sony:** better than nothing, though others are the best choice.',
    '- **Sonos:** one room alone is supported.',
  ].join('\n');
  expect(read(text, 'Sonos', 'Bose', 'Sony').brand.sentiment).toBe('negative');
  expect(read(text, 'Bose', 'Sonos', 'Sony').brand.sentiment).toBe('positive');
});
