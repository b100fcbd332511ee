import type { Phrases } from '../demo.types.js';

/** The words of the sample answers about running shoes. */
export const RUNNING_SHOE_PHRASES: Phrases = {
  titles: ['Top picks {focus}', 'Running shoes worth a look', 'A short list {focus}'],
  tips: [
    'fit first: a thumb of room in front of the longest toe, and no slip at the heel',
    'cushioning that suits your weight and distance; softer is not always better',
    'the drop between heel and toe, if your calves or knees complain',
    'an outsole with rubber where you wear it down first',
    'a return policy that allows a few test runs',
    'weight, once you run faster than an easy pace',
  ],
  openings: [
    'Short answer: there is no single best shoe {focus}, but a few names keep coming up in recent tests.',
    'I went through several recent tests and forum threads on running shoes {focus}. This is what stands out.',
    'That depends on how far and how fast you run. For most people the choice {focus} comes down to these.',
    'Here are running shoes to look at {focus}.',
    'When you choose running shoes {focus}, the fit matters more than the name on the side.',
    'A few brands come up again and again {focus}.',
    'What suits you {focus} depends on your stride, your weekly distance and your budget.',
    'I compared recent tests and what runners write about shoes {focus}.',
  ],
  closings: [
    'Try two or three pairs in the afternoon, when your feet are a little larger.',
    'Shops with a treadmill let you compare the pairs before you decide.',
    'Tell me your usual distance and surface, and I can narrow this down.',
    'Replace any pair after 300 to 500 miles.',
    'Prices change often, so compare a few shops.',
  ],
  brand: {
    positive: {
      sentences: [
        '{name} is an excellent choice {focus}: the cushioning is comfortable and the fit is reliable.',
        'Reviewers praise {name} for outstanding comfort and great value.',
        'I recommend {name} {focus}, because it is light, comfortable and very well made.',
        '{name} impresses with a smooth ride and superb grip.',
        'Runners love {name} for its wonderful fit, and the tests agree.',
      ],
      notes: [
        'an excellent and very comfortable shoe {focus}',
        'outstanding cushioning and a great fit from the first run',
        'superb grip, and the best value of this list',
        'light, comfortable, reliable and highly recommended',
      ],
      verdicts: ['Excellent', 'Great value', 'Highly recommended'],
    },
    neutral: {
      sentences: [
        '{name} sells its road shoes in four widths, with a drop of 6 or 8 mm.',
        '{name} has two models in this range and updates them about once a year.',
        '{name} is sold online and in about forty shops.',
        'The road models of {name} weigh between 240 and 280 grams.',
      ],
      notes: [
        'a daily trainer with a drop of 8 mm, sold in four widths',
        'a road shoe of about 260 grams, updated once a year',
        'available online and in about forty shops',
      ],
      verdicts: ['Sold in four widths', 'Drop of 8 mm', 'About 260 grams'],
    },
    negative: {
      sentences: [
        '{name} is hard to recommend at the moment: the outsole wears out far too quickly.',
        'Runners complain about the poor durability of {name} and its slow, unhelpful support.',
        '{name} disappoints {focus}, because the upper tears early and the fit is unreliable.',
        'Avoid {name} for now: recent pairs have weak glue and fail after a few weeks.',
      ],
      notes: [
        'a disappointing shoe with poor durability and an unreliable fit',
        'the outsole wears out far too quickly, and complaints are piling up',
        'a bad buy at the moment, as recent pairs fail after a few weeks',
      ],
      verdicts: ['Disappointing', 'Poor durability', 'Unreliable'],
    },
    mixed: {
      sentences: [
        '{name} is very comfortable, but its outsole is weak and wears out too quickly.',
        'Runners love the ride of {name}, yet many complain about poor durability.',
        'The cushioning of {name} is excellent; its grip on wet ground is disappointing.',
        '{name} offers great value, although the fit is unreliable from size to size.',
      ],
      notes: [
        'excellent cushioning, but poor durability',
        'a great ride, although the grip on wet ground is disappointing',
        'very comfortable, but the sizes are unreliable',
      ],
      verdicts: ['Comfortable, but poor durability', 'Great ride, weak grip'],
    },
  },
  rivals: {
    sentences: [
      'Most tests of shoes {focus} begin with {name}.',
      '{name} has a wide range of models and widths.',
      'Many runners choose {name} {focus} and stay with it for years.',
      '{name} is a good choice if you prefer a firmer ride.',
      'With {name} you pay a little more for a soft, stable platform.',
      '{name} updates its main model each spring.',
    ],
    notes: [
      'a familiar choice {focus}, with a wide range of widths',
      'soft underfoot and stable at an easy pace',
      'firmer than most, with a snug heel',
      'a good all-round shoe for daily miles',
      'a wider toe box than the others here',
      'a lower drop, which takes some getting used to',
    ],
    verdicts: ['A familiar choice', 'Good all-rounder', 'Firm and stable', 'Wide toe box'],
  },
  pros: ['comfortable cushioning', 'excellent fit in the heel', 'great value for money', 'light and smooth to run in'],
  cons: ['poor durability of the outsole', 'weak grip on wet ground', 'unreliable sizing', 'a stiff, annoying tongue'],
  bestFor: ['Daily miles', 'Long runs', 'Recovery days', 'Wet trails', 'Race day'],
  prices: ['$95', '$110', '$120', '$135', '$150'],
};
