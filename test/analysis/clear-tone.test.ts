import { createAnalyser } from '../../src/analysis/analyser.js';
import type { Sentiment } from '../../src/entities/vocabulary.js';

type Case = readonly [tone: Sentiment, text: string];

/** From these rules were made. */
const TUNED: readonly Case[] = [
  ['positive', 'This is a great Norvia!'],
  ['negative', 'Do not buy this Norvia.'],
  ['negative', 'Norvia is absolutely terrible.'],
  ['positive', 'This Norvia is bulletproof.'],
  ['positive', 'Most teams end up choosing Norvia because it scales well.'],
  ['positive', 'Norvia has a strong reputation among dentists.'],
  ['positive', 'Norvia is widely considered the industry standard.'],
  ['positive', 'Norvia is a well-established provider with a large network.'],
  ['positive', 'Norvia has earned the trust of thousands of small firms.'],
  ['positive', 'Norvia is known for its customer service.'],
  ['positive', 'Norvia offers a wide range of integrations and an intuitive interface.'],
  ['positive', 'Norvia stands out for its customization options.'],
  ['positive', 'Norvia – great for beginners'],
  ['positive', '**Norvia** – ideal for frequent travelers who need flexibility.'],
  ['mixed', 'Norvia is powerful, but its learning curve is steep.'],
  ['mixed', 'Norvia has excellent sound. On the downside, the app crashes a lot.'],
  ['mixed', 'Norvia is popular with students, though support is slow.'],
  ['mixed', 'Norvia is comfortable and quiet; however, several reviewers found that it wears out quickly.'],
  ['mixed', 'While Norvia is easy to use, it has suffered several outages this year.'],
  ['negative', 'Norvia has been criticized for hidden fees and poor support.'],
  ['negative', 'Reviews of Norvia are mostly negative.'],
  ['negative', 'I would think twice before choosing Norvia.'],
  ['negative', 'Norvia is the weakest option here.'],
  ['negative', 'Norvia falls short of its rivals in nearly every test.'],
  ['negative', 'There are better options than Norvia.'],
  ['negative', 'Norvia feels dated and slow.'],
  ['negative', 'Customers report that Norvia charges them after they cancel.'],
  ['neutral', 'Norvia is headquartered in Oslo and sells kettles in 12 countries.'],
  ['neutral', 'Norvia was acquired by Hexom in 2019.'],
  ['neutral', 'Norvia offers three plans: Basic, Plus and Pro.'],
  ['neutral', 'Norvia costs $12 a month.'],
  ['neutral', 'You can buy Brello at stores such as Norvia.'],
  ['neutral', 'Brello integrates with Norvia and Hexom.'],
  ['neutral', 'Norvia announced a new model on Tuesday.'],
  ['neutral', 'Unlike Norvia, Brello has no app.'],
  ['neutral', 'Norvia competes with Brello and Hexom.'],
  [
    'mixed',
    '| Brand | Pros | Cons |\n|---|---|---|\n| Norvia | quiet, durable | slow, lid leaks |\n| Brello | cheap | loud |',
  ],
  [
    'positive',
    '| Brand | Best for | Price |\n|---|---|---|\n| Norvia | small kitchens | $40 |\n| Brello | offices | $90 |',
  ],
  [
    'positive',
    '## Best for small teams: Norvia\n\nIt has simple plans.\n\n## Best for enterprises: Brello\n\nIt has audits.',
  ],
  ['positive', '### Norvia\n- Strong security\n- Trusted by hospitals\n\n### Brello\n- Cheap'],
  [
    'mixed',
    '### Norvia\n**Strengths:** strong security\n**Weaknesses:** the reports are confusing\n\n### Brello\n- Cheap',
  ],
  ['positive', '1. Norvia: Popular among freelancers for its simplicity.\n2. Brello: Offers invoices.'],
  ['positive', '1. Norvia: One of the most widely used tools.\n2. Brello: Offers invoices.'],
  ['positive', '1. Norvia: Strong encryption and a clean record.\n2. Brello: Offers invoices.'],
  ['neutral', '1. Norvia: founded in 2001, in Oslo.\n2. Brello: founded in 1990, in Rome.'],
];

/** Written and labelled before the rules read them; no rule was made from them. */
const UNSEEN: readonly Case[] = [
  ['positive', 'For a small bakery, Norvia is probably the easiest ledger to live with.'],
  ['positive', 'Norvia keeps winning over people who tried everything else.'],
  ['positive', 'If you travel a lot, you will love Norvia.'],
  ['positive', 'Norvia makes the sturdiest tents in this price class.'],
  ['positive', 'Our pick for most homes is the Norvia S2.'],
  ['positive', '- **Norvia**: top-rated support and a generous free plan\n- **Brello**: fewer features'],
  ['positive', 'Norvia has an excellent safety record.'],
  ['positive', 'Among budget options, Norvia offers the best balance of price and comfort.'],
  ['positive', 'Norvia is a safe choice if you want something that simply works.'],
  ['positive', 'Reviewers consistently praise Norvia for its accuracy.'],
  ['positive', 'Norvia is hard to beat for long flights.'],
  ['positive', 'You can’t go wrong with Norvia.'],
  ['mixed', 'Norvia is fast and reliable, but its customer service is terrible.'],
  ['mixed', 'Norvia has a beautiful design, yet the hinge breaks after a few months.'],
  ['mixed', 'Norvia is great for editing photos. Its video tools, however, are clumsy and slow.'],
  ['mixed', 'I like the taste of Norvia, but the packaging leaks.'],
  ['mixed', '**Norvia** – superb range; the software is buggy.\n\n**Brello** – cheaper.'],
  ['mixed', 'Norvia delivers sharp pictures in daylight, but struggles badly at night.'],
  ['negative', 'Norvia was fined for misleading its customers.'],
  ['negative', 'I regret buying from Norvia.'],
  ['negative', 'Norvia has a reputation for losing luggage.'],
  ['negative', 'Steer clear of Norvia until the recall is over.'],
  ['negative', 'Norvia’s support never replies, and refunds take months.'],
  ['negative', 'Norvia is overpriced and unreliable.'],
  ['negative', 'The Norvia app is full of bugs.'],
  ['negative', 'Several users complain that Norvia overheats.'],
  ['negative', 'Norvia came last in our test.'],
  ['neutral', 'Norvia was founded by two engineers in Bergen.'],
  ['neutral', 'The device works with Norvia, Brello and Hexom.'],
  ['neutral', 'Norvia and Hexom merged last spring.'],
  ['neutral', 'Makers in this market include Norvia, Brello and Hexom.'],
  ['neutral', 'The report by Norvia lists twelve vendors.'],
  ['neutral', 'Norvia sells its phones in Europe only.'],
  ['neutral', 'Do you already own something by Norvia?'],
  ['neutral', 'Brello is twice as fast as Norvia.'],
  ['neutral', 'Norvia publishes its results in May.'],
];

function toneOf(text: string): Sentiment | null {
  const [brand, ...competitors] = ['Norvia', 'Brello', 'Hexom'].map((name) => ({ name, aliases: [], website: '' }));
  if (!brand) throw new Error('no brand');
  return createAnalyser({ brand, competitors })({ text, citations: [] }).brand.sentiment;
}

const wrongOf = (cases: readonly Case[]) => cases.filter(([tone, text]) => toneOf(text) !== tone);

test('of clear English sentences none is taken for the opposite', () => {
  const isOpposite = ([tone, text]: Case) => {
    const found = toneOf(text);
    return (tone === 'positive' && found === 'negative') || (tone === 'negative' && found === 'positive');
  };
  expect([...TUNED, ...UNSEEN].filter(isOpposite)).toEqual([]);
});

test('at least 93 % of those that rules were made from are read as they are meant', () => {
  expect(1 - wrongOf(TUNED).length / TUNED.length).toBeGreaterThanOrEqual(0.93);
});

test('at least 85 % of those that no rule was made from are read as they are meant', () => {
  expect(1 - wrongOf(UNSEEN).length / UNSEEN.length).toBeGreaterThanOrEqual(0.85);
});

test.each<[Sentiment, string]>([
  ['neutral', 'The Brello is excellent.\n\nYou can find these at:\n- Norvia\n- Hexom'],
  ['neutral', 'The Brello is excellent.\n\nSources:\n- Norvia\n- Hexom'],
  ['neutral', 'The Brello is excellent.\n\nThis is based on reviews from:\n- Norvia\n- Hexom'],
  ['neutral', 'The Brello is excellent.\n\nIt is compatible with:\n- Norvia\n- Hexom'],
  ['neutral', '## Where to buy\n- Norvia\n- Hexom'],
  ['negative', 'Brands that you should avoid:\n- Norvia\n- Hexom'],
  ['positive', 'I would look at these:\n- Norvia\n- Hexom'],
  ['positive', '1. Norvia\n2. Hexom\n3. Brello'],
])('where it is asked for what to take, an entry is %s below %j', (tone, text) => {
  const [brand, ...competitors] = ['Norvia', 'Brello', 'Hexom'].map((name) => ({ name, aliases: [], website: '' }));
  if (!brand) throw new Error('no brand');
  const read = createAnalyser({ brand, competitors });
  expect(read({ text, question: 'What is the best kettle?', citations: [] }).brand.sentiment).toBe(tone);
});
