import type { DemoProject, DemoPrompt } from '../demo.types.js';
import { PASSWORD_MANAGER_PHRASES } from './password-managers.phrases.js';

/** A brand that is asked about every week: strong on one platform, and gaining on a leader that loses ground. */
export const PASSWORD_MANAGERS: DemoProject = {
  slug: 'password-managers',
  brand: {
    name: 'Keyhollow',
    websiteUrl: 'https://keyhollow.example.com',
    description: 'A password manager for families and small teams. An invented brand: all its answers are samples.',
    models: ['Families', 'Teams'],
  },
  mainTopic: 'password managers',
  frequency: 'weekly',
  rivals: [
    {
      name: 'Vaultbriar',
      websiteUrl: 'https://vaultbriar.example.com',
      description: 'The leader among companies.',
      models: ['Business', 'Personal'],
      share: { start: 0.85, end: 0.66 },
      isTracked: true,
    },
    {
      name: 'Lockmere',
      websiteUrl: 'https://lockmere.example.com',
      description: 'Known for its free plan.',
      models: ['Free', 'Plus'],
      share: { start: 0.5, end: 0.55 },
      isTracked: true,
    },
    {
      name: 'Cipherfen',
      websiteUrl: 'https://cipherfen.example.com',
      description: 'Open source; can be self-hosted.',
      models: ['Server'],
      share: { start: 0.4, end: 0.36 },
      isTracked: true,
    },
    {
      name: 'Passwillow',
      websiteUrl: 'https://passwillow.example.com',
      description: 'Comes with a well-known security suite.',
      models: ['Suite'],
      share: { start: 0.3, end: 0.2 },
      isTracked: true,
    },
    {
      name: 'Mothlatch',
      websiteUrl: 'https://mothlatch.example.com',
      description: 'A newcomer.',
      models: [],
      share: { start: 0.05, end: 0.2 },
      isTracked: false,
    },
  ],
  prompts: [
    weekly('What is the best password manager for families?', 'for families', 1.25, 0, ['families']),
    weekly('Which password manager is best for small businesses?', 'for small businesses', 1, 0, ['business']),
    weekly('Is there a good free password manager?', 'for people who want to pay nothing', 0.6, 0, ['free']),
    weekly('Which password managers support passkeys?', 'for signing in with passkeys', 1.1, 0, ['passkeys']),
    weekly('What is the most secure password manager?', 'for people who put security first', 0.9, 3, ['security']),
    weekly('Which password manager is easiest to switch to?', 'for moving over quickly', 1, 3, ['switching']),
    weekly('What is the best password manager for iPhone and Windows?', 'for iPhone and Windows together', 1.05, 3, [
      'devices',
    ]),
    {
      ...weekly('Keyhollow or Vaultbriar: which should a team of ten choose?', 'for a team of ten', 1, 3, [
        'comparison',
      ]),
      named: ['Keyhollow', 'Vaultbriar'],
    },
  ],
  pages: [
    { url: 'https://securitydesk.example.org/password-managers', title: 'Password managers compared' },
    { url: 'https://privacynotes.example.net/reviews/password-managers', title: 'Password managers: our reviews' },
    { url: 'https://forum.adminroom.example.org/t/password-manager-for-teams', title: 'Password manager for teams?' },
    { url: 'https://securitydesk.example.org/passkeys', title: 'Passkeys explained' },
    { url: 'https://toolcompare.example.org/password-managers/pricing', title: 'What password managers cost' },
    { url: 'https://families.techshelf.example.net/passwords', title: 'Passwords for the whole family' },
  ],
  story: {
    share: { start: 0.4, end: 0.64 },
    platforms: { chatgpt: 0.85, perplexity: 0.65, claude: 1.3, gemini: 1 },
    tones: { positive: 0.42, neutral: 0.33, mixed: 0.18, negative: 0.07 },
    setback: {
      firstDaysAgo: 52,
      lastDaysAgo: 45,
      factor: 0.8,
      tones: { positive: 0.1, neutral: 0.2, mixed: 0.3, negative: 0.4 },
    },
  },
  phrases: PASSWORD_MANAGER_PHRASES,
};

function weekly(text: string, focus: string, lift: number, weekOffset: number, tags: string[]): DemoPrompt {
  return { text, focus, frequency: 'weekly', tags, lift, weekOffset, named: [] };
}
