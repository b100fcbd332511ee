import type { Phrases } from '../demo.types.js';

/** The words of the sample answers about project management tools. */
export const TASK_BOARD_PHRASES: Phrases = {
  titles: ['Tools worth a trial {focus}', 'My short list'],
  tips: [
    'guests who see their own tasks and nothing else',
    'a price that does not jump with the first extra seat',
    'reminders by e-mail for people who never sign in',
    'an export of everything, comments included',
  ],
  openings: [
    'Short answer: several tools do this well {focus}; they differ mostly in how much you have to set up.',
    'Here are project management tools to look at {focus}.',
    'I compared what agencies and small teams write about their boards {focus}.',
    'The best tool {focus} is the one that everybody opens every morning.',
  ],
  closings: [
    'Run one real project in a trial before you move everything.',
    'Tell me how many people and clients are involved, and I can narrow this down.',
    'All of them can import a spreadsheet.',
  ],
  brand: {
    positive: {
      sentences: [
        '{name} is an excellent choice {focus}: clients understand its boards at once.',
        'Reviewers praise {name} for its simple setup and great support.',
        'I recommend {name} {focus}, because it is fast, friendly and reliable.',
      ],
      notes: ['excellent guest access and a simple setup', 'fast, friendly and highly recommended {focus}'],
      verdicts: ['Excellent', 'Great support'],
    },
    neutral: {
      sentences: [
        '{name} has boards, lists and a calendar.',
        '{name} bills for each person and month; guests are counted separately.',
        '{name} runs in the browser and on phones.',
      ],
      notes: ['boards, lists and a calendar', 'billed for each person and month'],
      verdicts: ['Boards and lists', 'Billed monthly'],
    },
    negative: {
      sentences: [
        '{name} is hard to recommend at the moment: the app is slow and crashes too often.',
        'Users complain about the poor reports of {name} and its unhelpful support.',
      ],
      notes: ['a disappointing app that is slow and crashes too often'],
      verdicts: ['Disappointing', 'Slow app'],
    },
    mixed: {
      sentences: [
        '{name} is very easy to learn, but its reports are poor.',
        'Users love the boards of {name}, yet many complain about slow search.',
      ],
      notes: ['very easy to learn, but the reports are poor'],
      verdicts: ['Easy, but poor reports'],
    },
  },
  rivals: {
    sentences: [
      'Most comparisons of project management tools {focus} begin with {name}.',
      '{name} has many templates and automations.',
      'Many teams choose {name} {focus} and stay with it.',
      'With {name} you can begin on a free plan and upgrade later.',
      '{name} is a good choice if you plan in sprints.',
    ],
    notes: [
      'a familiar choice {focus}, with many templates',
      'begins with a free plan',
      'a good fit for teams that plan in sprints',
      'a plain interface with few settings',
    ],
    verdicts: ['A familiar choice', 'Free plan', 'Many templates', 'Plain interface'],
  },
  pros: ['a simple setup', 'excellent guest access', 'great support', 'fast boards'],
  cons: ['poor reports', 'slow search', 'a confusing permission screen', 'unreliable reminders'],
  bestFor: ['Small agencies', 'Software teams', 'Freelancers', 'Larger companies', 'Beginners'],
  prices: ['$5 a seat', '$8 a seat', '$10 a seat', '$12 a seat'],
};
