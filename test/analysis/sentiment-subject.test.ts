import { read } from './read.js';

function sentiment(text: string, name = 'Sonos'): string | null {
  return read(text, name).brand.sentiment;
}

const LIST = 'Here are the best speakers:\n\n';

test.each([
  ['Features: high-quality build, Sonos drivers, great sound for the price.', 'a part among others'],
  ['The agreement between the shops and their supplier regarding Sonos is excellent.', 'a bystander'],
  ['Each app works better than Bose, Yamaha or Sonos.', 'one of several measures'],
  ['A funny mix of chess and Sonos. It is hilarious and great fun.', 'what another is made of'],
  ['The mood of Sonos posts shows excellent support for speakers.', 'where something was said'],
  ['Sonos’s “best speakers of the year” list puts the Bose first.', 'a publisher'],
  ['Best if you live in the Bose/Sonos ecosystem and like great sound.', 'what the reader has'],
  ['Where to buy: You can find them at major retailers like Sonos, Best Buy and Bose.', 'a shop where others are sold'],
  ['The mood on platforms like Sonos shows excellent support for speakers.', 'a place where others are praised'],
  ['Its bass is on par with much pricier models like the Sonos, with excellent clarity.', 'one of a group of measures'],
  ['The largest maker they ever bought is Sonos.', 'the first in size alone'],
  ['Tell me the makers you own (Bose/Sonos/Yamaha), and I will give an excellent recommendation.', 'an aside'],
  ['It adds a smart cable (like the Sonos), excellent sound and a durable case.', 'an example in an aside'],
  ['It’s powered by Sonos drivers and has a beautiful, lightweight case.', 'a part of the thing'],
  ['This one is popular, offering a Sonos driver for smooth sound.', 'a part that is offered'],
  ['If you like Sonos-powered speakers, this one has excellent sound.', 'a kind of thing'],
  [
    'The rule could affect makers like Sonos, potentially leading to excellent results.',
    'an example of a whole clause',
  ],
  ['Do you own Sonos speakers, with their excellent, reliable sound?', 'what a question asks after'],
  ['Sonos publishes an excellent guide every year.', 'a publisher of guides'],
  ['Sonos’s guide picks the Bose. They emphasize its excellent, reliable sound.', 'a publisher that goes on'],
])('“%s” is no praise of %s', (text) => {
  expect(sentiment(text)).toBe('neutral');
});

test.each([
  ['Reviewers praise Sonos as an excellent maker.', 'positive'],
  ['Critics often highlight speakers like the Sonos for their sound.', 'positive'],
  ['We bought the excellent, durable Sonos speakers.', 'positive'],
  ['If you want sound, Sonos is excellent and reliable.', 'positive'],
  ['Known for its excellent, reliable sound, Sonos sells speakers.', 'positive'],
  ['For most people the most reliable maker is Sonos.', 'positive'],
  ['Small makers (Sonos, Yamaha) are excellent.', 'positive'],
  ['Small makers (like Sonos) are excellent.', 'positive'],
  ['Most makers (Yamaha, Sonos) limit the warranty in a terrible way.', 'negative'],
  ['Look for reputable brands like Yamaha, Bose or Sonos.', 'positive'],
  ['Other reputable choices (Yamaha, Sonos, Bose) exist.', 'positive'],
  ['For small rooms, consider a quieter model like the Sonos.', 'positive'],
  ['Yamaha, Sonos, and Bose are excellent for films.', 'positive'],
  ['If money is no concern, Sonos (or a second-hand pair) offers a great, durable option.', 'positive'],
  ['If money is no concern, go for Sonos.', 'positive'],
  ['You can’t go wrong with Sonos.', 'positive'],
  ['Compared with Bose, Sonos is more reliable.', 'positive'],
  ['Unlike Bose, Sonos is unreliable.', 'negative'],
  ['While Sonos sounds great, its app is unreliable.', 'mixed'],
  ['I wouldn’t buy Sonos again.', 'negative'],
  ['Experts warn against using Sonos.', 'negative'],
  ['The two firms argued with Sonos over patents.', 'neutral'],
  ['The court ruled against Sonos in May.', 'negative'],
  ['The agency accused Sonos of hiding the truth.', 'negative'],
  ['Several firms paused their ads on Sonos.', 'negative'],
  ['It will compete against Sonos next year.', 'neutral'],
  ['Sonos delayed its launch due to terrible, unreliable weather.', 'neutral'],
])('“%s” is %s', (text, expected) => {
  expect(sentiment(text)).toBe(expected);
});

test('a sentence goes on about a name that its forerunner is about, not about any name in it', () => {
  expect(sentiment('Sonos makes speakers. They are unreliable.')).toBe('negative');
  expect(sentiment('The new maker of small speakers was once part of Sonos. They are unreliable.')).toBe('neutral');
});

test('a topic, a kind and a publisher head entries without being options', () => {
  const after = (head: string): string =>
    `${LIST}### 1. Bose\n\nLoud.\n\n### 2. ${head}\n\nThese stands are excellent and sturdy.\n\n### 3. Sony\n\nSmall.`;
  expect(sentiment(after('Sonos'))).toBe('positive');
  expect(sentiment(after('Stands for Sonos'))).toBe('neutral');
  expect(sentiment(after('Sonos-style bars'))).toBe('neutral');
  expect(sentiment(after('Sonos’s picks'))).toBe('neutral');
});

test('names in parentheses after a group are options, an owner is none', () => {
  const of = (head: string): string => `${LIST}- **Bose** – loud\n- **${head}** – reliable\n- **Sony** – small`;
  expect(sentiment(of('Other makers (Sonos, Yamaha)'))).toBe('positive');
  expect(sentiment(of('Era 100 (Sonos)'))).not.toBe('positive');
});

test('a drawback of another thing does not count against a subject that it names', () => {
  const text = `${LIST}### 1. Bose\n\n**Cons:** Heavily favors Sonos speakers\n\n### 2. Yamaha\n\nSmall.`;
  expect(sentiment(text)).toBe('neutral');
});

test('a name made of praise is none, nor is one with a turn in it', () => {
  const of = (name: string): string =>
    `Shops in town:\n\n- **Sony** – small\n- **${name}** – open on Sundays\n- **Bose** – far`;
  expect(sentiment(of('Excellent Reliable Shop'), 'Excellent Reliable Shop')).toBe('neutral');
});

test('a list that opens with “Here are some” is one of picks', () => {
  const of = (lead: string): string =>
    `${lead}\n\n- **Bose** – loud\n- **Sonos** – from Santa Barbara\n- **Sony** – small`;
  expect(sentiment(of('Here are some fun speakers:'))).toBe('positive');
  expect(sentiment(of('Speakers in the shop:'))).toBe('neutral');
});

test('a clause about another name of the head is not the subject’s', () => {
  const text = `${LIST}- **Sonos/Yamaha** – easy to use, but Yamaha has had terrible failures\n- **Bose** – loud`;
  expect(sentiment(text)).toBe('positive');
  expect(sentiment(text, 'Yamaha')).toBe('mixed');
});

test('a line that leads to other options ends what is said of one', () => {
  const others = 'Alternatives to consider:\n\nCheap ones are unreliable and terrible.';
  expect(sentiment(`${LIST}### 1. Sonos\n\nGreat sound.\n\n${others}`)).toBe('positive');
});

test('rows of a table whose cells were run together are entries, each with its own drawbacks', () => {
  const text = [
    'Here are the best speakers:\nModelWhy it stands outThings to check',
    'Sonos Arc 2Rich sound for large rooms.The remote may not be as sturdy as others.',
    'Yamaha XT-5Some colours and a stand.',
  ].join('');
  expect(sentiment(text)).toBe('mixed');
  expect(sentiment(text, 'Yamaha')).toBe('positive');
});
