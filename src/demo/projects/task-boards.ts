import type { DemoProject, DemoPrompt } from '../demo.types.js';
import { TASK_BOARD_PHRASES } from './task-boards.phrases.js';

/** A brand that has been asked about for little more than a week: too few answers for most findings. */
export const TASK_BOARDS: DemoProject = {
  slug: 'task-boards',
  brand: {
    name: 'Taskwren',
    websiteUrl: 'https://taskwren.example',
    description: 'Task boards for small agencies. An invented brand: all its answers are samples.',
    models: [],
  },
  mainTopic: 'project management tools',
  firstDaysAgo: 9,
  frequency: 'weekly',
  rivals: [
    {
      name: 'Boardmere',
      websiteUrl: 'https://boardmere.example',
      description: 'The name that most people know.',
      models: [],
      share: { start: 0.8, end: 0.8 },
      tracked: 'tracked',
    },
    {
      name: 'Sprintfold',
      websiteUrl: 'https://sprintfold.example',
      description: 'Made for software teams.',
      models: [],
      share: { start: 0.5, end: 0.5 },
      tracked: 'tracked',
    },
    {
      name: 'Kanbrook',
      websiteUrl: 'https://kanbrook.example',
      description: 'Free for small teams.',
      models: [],
      share: { start: 0.4, end: 0.4 },
      tracked: 'tracked',
    },
    {
      name: 'Planthistle',
      websiteUrl: 'https://planthistle.example',
      description: 'A newcomer.',
      models: [],
      share: { start: 0.2, end: 0.2 },
      tracked: 'not',
    },
  ],
  prompts: [
    weekly('What is the best project management tool for a small agency?', 'for a small agency', 1.2, 1, ['agencies']),
    weekly('Which project management tools are free for five people?', 'for five people', 0.6, 2, ['free']),
    weekly('Which task board works best with clients?', 'for work with clients', 1, 4, ['clients']),
    weekly('What is the easiest project management tool to learn?', 'for beginners', 1, 5, ['beginners']),
  ],
  topics: { agencies: 'Agencies', clients: 'Agencies', free: 'First steps', beginners: 'First steps' },
  pages: [
    { url: 'https://agencytoolbox.example/project-management', title: 'Project management for agencies' },
    { url: 'https://worknotes.example/task-boards-compared', title: 'Task boards compared' },
    { url: 'https://itbuyer.example/project-tools', title: 'Project tools: a buyer’s guide', isAboutRivals: true },
    { url: 'https://forum.freelancedesk.example/t/which-board', title: 'Which board do you use?' },
  ],
  story: {
    share: { start: 0.4, end: 0.4 },
    platforms: { chatgpt: 1, perplexity: 1, claude: 1, gemini: 1 },
    turns: [],
    outages: [],
    tones: { positive: 0.4, neutral: 0.4, mixed: 0.15, negative: 0.05 },
    setback: null,
  },
  phrases: TASK_BOARD_PHRASES,
};

function weekly(text: string, focus: string, lift: number, weekOffset: number, tags: string[]): DemoPrompt {
  return { text, focus, frequency: 'weekly', tags, lift, weekOffset, named: [] };
}
