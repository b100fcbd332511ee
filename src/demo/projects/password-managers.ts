import type { DemoProject, DemoPrompt } from '../demo.types.js';
import { PASSWORD_MANAGER_PHRASES } from './password-managers.phrases.js';

/** A brand that is asked about every week: strong on one platform, and otherwise where it was, within chance. */
export const PASSWORD_MANAGERS: DemoProject = {
  slug: 'password-managers',
  brand: {
    name: 'Keyhollow',
    websiteUrl: 'https://keyhollow.example',
    description: 'A password manager for families and small teams. An invented brand: all its answers are samples.',
    models: ['Families', 'Teams'],
  },
  mainTopic: 'password managers',
  firstDaysAgo: 90,
  frequency: 'weekly',
  rivals: [
    {
      name: 'Vaultbriar',
      websiteUrl: 'https://vaultbriar.example',
      description: 'The leader among companies.',
      models: ['Business', 'Personal'],
      share: { start: 0.85, end: 0.66 },
      tracked: 'tracked',
    },
    {
      name: 'Lockmere',
      websiteUrl: 'https://lockmere.example',
      description: 'Known for its free plan.',
      models: ['Free', 'Plus'],
      share: { start: 0.5, end: 0.55 },
      tracked: 'tracked',
    },
    {
      name: 'Cipherfen',
      websiteUrl: 'https://cipherfen.example',
      description: 'Open source; can be self-hosted.',
      models: ['Server'],
      share: { start: 0.4, end: 0.36 },
      tracked: 'tracked',
    },
    {
      name: 'Passwillow',
      websiteUrl: 'https://passwillow.example',
      description: 'Comes with a well-known security suite.',
      models: ['Suite'],
      share: { start: 0.3, end: 0.2 },
      tracked: 'tracked',
      trackedDaysAgo: 47,
    },
    {
      name: 'Mothlatch',
      websiteUrl: 'https://mothlatch.example',
      description: 'A newcomer.',
      models: [],
      share: { start: 0.08, end: 0.2 },
      tracked: 'not',
    },
    {
      name: 'Quillkey',
      websiteUrl: 'https://quillkey.example',
      description: 'Only for one platform.',
      models: [],
      share: { start: 0.1, end: 0.12 },
      tracked: 'not',
    },
    {
      name: 'Tokenfold',
      websiteUrl: 'https://tokenfold.example',
      description: 'An authenticator app: no rival.',
      models: [],
      share: { start: 0.08, end: 0.08 },
      tracked: 'dismissed',
    },
  ],
  prompts: [
    weekly('What is the best password manager for families?', 'for families', 1.25, 0, ['families']),
    weekly('Which password manager is best for small businesses?', 'for small businesses', 1, 0, ['business']),
    weekly('Is there a good free password manager?', 'on a budget of zero', 0.6, 0, ['free']),
    weekly('Which password managers support passkeys?', 'with passkeys', 1.1, 0, ['passkeys']),
    weekly('What is the most secure password manager?', 'with security first', 0.9, 3, ['security']),
    weekly('Which password manager is easiest to switch to?', 'for a quick move', 1, 3, ['switching']),
    weekly('What is the best password manager for iPhone and Windows?', 'for iPhone and Windows', 1.05, 3, ['devices']),
    {
      ...weekly('Which password manager has the best autofill on Android?', 'on Android', 1, 5, ['devices']),
      addedDaysAgo: 20,
    },
    {
      ...weekly('Keyhollow or Vaultbriar: which should a team of ten choose?', 'for a team of ten', 1, 3, [
        'comparison',
      ]),
      named: ['Keyhollow', 'Vaultbriar'],
    },
  ],
  topics: {
    families: 'At home',
    free: 'At home',
    business: 'At work',
    comparison: 'At work',
    passkeys: 'Security',
    security: 'Security',
    switching: 'Devices',
    devices: 'Devices',
  },
  pages: [
    { url: 'https://securitydesk.example/password-managers', title: 'Password managers compared' },
    { url: 'https://privacynotes.example/reviews/password-managers', title: 'Password managers: our reviews' },
    { url: 'https://itbuyer.example/best-for-business', title: 'The best for business', isAboutRivals: true },
    { url: 'https://forum.adminroom.example/t/password-manager-for-teams', title: 'Password manager for teams?' },
    { url: 'https://securitydesk.example/passkeys', title: 'Passkeys explained' },
    { url: 'https://toolcompare.example/password-managers/pricing', title: 'What password managers cost' },
    { url: 'https://familytech.example/passwords', title: 'Passwords for the whole family' },
    { url: 'https://openvaults.example/self-hosting', title: 'Host your own vault', isAboutRivals: true },
    { url: 'https://auditwatch.example/password-managers', title: 'Which audits were published' },
  ],
  story: {
    share: { start: 0.54, end: 0.54 },
    platforms: { chatgpt: 0.85, perplexity: 0.7, claude: 1.3, gemini: 1 },
    turns: [],
    outages: [
      {
        platform: 'chatgpt',
        firstDaysAgo: 33,
        lastDaysAgo: 31,
        fault: { state: 'failed', reason: 'timed_out', message: 'The platform did not answer in time.', attempts: 3 },
      },
    ],
    tones: { positive: 0.42, neutral: 0.31, mixed: 0.18, negative: 0.09 },
    setback: {
      firstDaysAgo: 66,
      lastDaysAgo: 59,
      factor: 0.8,
      tones: { positive: 0.1, neutral: 0.2, mixed: 0.3, negative: 0.4 },
    },
  },
  phrases: PASSWORD_MANAGER_PHRASES,
};

function weekly(text: string, focus: string, lift: number, weekOffset: number, tags: string[]): DemoPrompt {
  return { text, focus, frequency: 'weekly', tags, lift, weekOffset, named: [] };
}
