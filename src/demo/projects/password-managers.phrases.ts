import type { Phrases } from '../demo.types.js';

/** The words of the sample answers about password managers. */
export const PASSWORD_MANAGER_PHRASES: Phrases = {
  titles: ['Password managers {focus}', 'My short list', 'Where to begin {focus}'],
  tips: [
    'passkeys that move with you from phone to computer',
    'a way back in if you lose every device: a recovery code, or an emergency contact',
    'sharing that can be taken back, for each entry on its own',
    'autofill in the apps you use most, not only in the browser',
    'a security audit by an outside firm, published in full',
    'an export that another password manager can read',
  ],
  openings: [
    'Short answer: most people are well served by one of a handful of password managers {focus}.',
    'I compared the feature lists, prices and recent audits of password managers {focus}.',
    'The right pick {focus} depends on the devices you have and on whom you share with.',
    'Opinions differ, but a few password managers come up in nearly every comparison {focus}.',
    'The same few password managers come up again and again {focus}.',
    'What matters most: the apps you use, how you share and what it costs.',
    'I looked at recent comparisons of password managers {focus}.',
  ],
  closings: [
    'Whichever you choose, turn on two-step sign-in and keep the recovery code on paper.',
    'Most of them can import what your browser has saved.',
    'Start with a trial, and move a handful of logins first.',
    'Tell me which devices you use, and I can narrow this down.',
  ],
  brand: {
    positive: {
      sentences: [
        '{name} is an excellent choice {focus}: sharing is simple and the apps are reliable.',
        'Reviewers praise {name} for its great support and outstanding ease of use.',
        'I recommend {name} {focus}, because it is secure, friendly and very well designed.',
        '{name} impresses with superb autofill and a wonderful import tool.',
      ],
      notes: [
        'excellent sharing and very reliable apps',
        'outstanding ease of use, and great support',
        'secure, friendly, well designed and highly recommended {focus}',
        'superb autofill and the best import tool of this list',
      ],
      verdicts: ['Excellent', 'Great support', 'Highly recommended'],
    },
    neutral: {
      sentences: [
        '{name} has apps for phones, tablets, computers and browsers.',
        '{name} bills by the year and lets up to six people share a plan.',
        '{name} stores its vaults in two regions, of which you pick one.',
        'The vault of {name} can be unlocked with a passkey or a passphrase.',
      ],
      notes: [
        'apps for phones, tablets, computers and browsers',
        'billed by the year, for up to six people',
        'vaults are stored in one of two regions',
      ],
      verdicts: ['Billed by the year', 'Up to six people', 'Two regions'],
    },
    negative: {
      sentences: [
        '{name} is hard to recommend at the moment: synchronisation fails again and again.',
        'Users complain about the unreliable autofill of {name} and its slow, unhelpful support.',
        '{name} disappoints {focus}, because sharing is confusing and the browser extension crashes.',
        'Avoid {name} for now: the last update was a disaster on older phones.',
      ],
      notes: [
        'a disappointing choice with unreliable autofill and slow, unhelpful support',
        'synchronisation fails again and again, and complaints are piling up',
        'a poor browser extension that crashes again and again',
      ],
      verdicts: ['Disappointing', 'Unreliable', 'Poor support'],
    },
    mixed: {
      sentences: [
        '{name} is very easy to use, but its support is slow and unhelpful.',
        'Users love the apps of {name}, yet many complain about unreliable autofill.',
        'The security of {name} is excellent; its browser extension is disappointing.',
        '{name} offers great sharing, although the import tool is confusing and fails too often.',
      ],
      notes: [
        'excellent security, but unreliable autofill',
        'great sharing, although the support is slow and unhelpful',
        'very easy to use, but the browser extension is unreliable and crashes',
      ],
      verdicts: ['Secure, but unreliable autofill', 'Great sharing, poor support'],
    },
  },
  rivals: {
    sentences: [
      'Most comparisons of password managers {focus} begin with {name}.',
      '{name} has an administrator console with many settings.',
      'Many people choose {name} {focus} and stay with it.',
      '{name} is a good choice if you want fine-grained permissions.',
      '{name} publishes its audits once a year.',
      'With {name} you can begin on a free plan and upgrade later.',
    ],
    notes: [
      'a familiar choice {focus}, with many settings',
      'a good fit where permissions must be fine-grained',
      'begins with a free plan',
      'audited once a year by an outside firm',
      'a plain interface with few settings',
    ],
    verdicts: ['A familiar choice', 'Good permissions', 'Free plan', 'Plain interface'],
  },
  pros: ['easy sharing', 'excellent apps', 'great support', 'secure by default'],
  cons: ['unreliable autofill', 'slow, unhelpful support', 'a confusing import tool', 'poor offline access'],
  bestFor: ['Families', 'Small teams', 'Larger companies', 'People who travel', 'Beginners'],
  prices: ['$2 a month', '$3 a month', '$4 a month', '$5 a month'],
};
