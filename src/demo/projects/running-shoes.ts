import type { DemoProject, DemoPrompt } from '../demo.types.js';
import { RUNNING_SHOE_PHRASES } from './running-shoes.phrases.js';

/**
 * A brand that is asked about every day: it rises slowly behind a leader, is weak on one platform, and has a bad week.
 */
export const RUNNING_SHOES: DemoProject = {
  slug: 'running-shoes',
  brand: {
    name: 'Fernstride',
    websiteUrl: 'https://fernstride.example.com',
    description: 'Running shoes for road and trail. An invented brand: all its answers are samples.',
    models: ['Meadow 2', 'Thicket', 'Bracken GT'],
  },
  mainTopic: 'running shoes',
  frequency: 'daily',
  rivals: [
    {
      name: 'Kestrova',
      websiteUrl: 'https://kestrova.example.com',
      description: 'The best-known name of the category.',
      models: ['Arrow 4', 'Updraft'],
      share: { start: 0.8, end: 0.76 },
      isTracked: true,
    },
    {
      name: 'Paceholm',
      websiteUrl: 'https://paceholm.example.com',
      description: 'Daily trainers with a lot of cushioning.',
      models: ['Harbour 9', 'Drift'],
      share: { start: 0.6, end: 0.5 },
      isTracked: true,
    },
    {
      name: 'Ridgelume',
      websiteUrl: 'https://ridgelume.example.com',
      description: 'Trail shoes; has begun to sell road shoes too.',
      models: ['Scree', 'Lantern 3'],
      share: { start: 0.22, end: 0.45 },
      isTracked: true,
    },
    {
      name: 'Tarnfoot',
      websiteUrl: 'https://tarnfoot.example.com',
      description: 'Sells at low prices, mostly online.',
      models: ['Eddy', 'Weir 2'],
      share: { start: 0.34, end: 0.3 },
      isTracked: true,
    },
    {
      name: 'Brisklane',
      websiteUrl: 'https://brisklane.example.com',
      description: 'Lightweight racing shoes.',
      models: ['Tempo One'],
      share: { start: 0.2, end: 0.18 },
      isTracked: true,
    },
    {
      name: 'Ondurra',
      websiteUrl: 'https://ondurra.example.com',
      description: 'A newcomer.',
      models: [],
      share: { start: 0.04, end: 0.14 },
      isTracked: false,
    },
  ],
  prompts: [
    daily('What are the best running shoes for beginners?', 'for beginners', 1.15, ['beginners']),
    daily('Which running shoes are best for marathon training?', 'for marathon training', 1, ['marathon']),
    daily('What are the best cushioned running shoes for long distances?', 'for long distances', 1.1, ['cushioning']),
    daily('What running shoes do you recommend for flat feet?', 'for flat feet', 0.8, ['fit']),
    daily('Which running shoe brands last the longest?', 'for high weekly mileage', 0.75, ['durability']),
    daily('What are the best trail running shoes for wet weather?', 'for wet trails', 0.95, ['trail']),
    daily('What are good running shoes under $120?', 'for a small budget', 0.9, ['budget']),
    {
      text: 'Fernstride or Kestrova: which is better for a first marathon?',
      focus: 'for a first marathon',
      frequency: 'weekly',
      tags: ['comparison', 'marathon'],
      lift: 1,
      weekOffset: 0,
      named: ['Fernstride', 'Kestrova'],
    },
  ],
  pages: [
    { url: 'https://longrunreview.example.org/guides/running-shoes', title: 'The running shoe guide' },
    { url: 'https://shoelab.example.net/tests/cushioning', title: 'Cushioning, measured in the laboratory' },
    { url: 'https://forum.runtalk.example.org/t/which-shoes-do-you-wear', title: 'Which shoes do you wear?' },
    { url: 'https://longrunreview.example.org/tests/after-500-miles', title: 'What is left after 500 miles' },
    { url: 'https://trailnotes.example.org/wet-weather-shoes', title: 'Shoes for wet weather' },
    { url: 'https://shoelab.example.net/tests/fit', title: 'How we measure fit' },
    { url: 'https://magazine.marathonnotes.example.net/first-marathon', title: 'Your first marathon' },
    { url: 'https://pricewatch.example.net/running-shoes', title: 'Running shoe prices' },
  ],
  story: {
    share: { start: 0.36, end: 0.66 },
    platforms: { chatgpt: 1.05, perplexity: 1.1, claude: 0.95, gemini: 0.5 },
    tones: { positive: 0.46, neutral: 0.3, mixed: 0.17, negative: 0.07 },
    setback: {
      firstDaysAgo: 27,
      lastDaysAgo: 21,
      factor: 0.6,
      tones: { positive: 0.06, neutral: 0.12, mixed: 0.24, negative: 0.58 },
    },
  },
  phrases: RUNNING_SHOE_PHRASES,
};

function daily(text: string, focus: string, lift: number, tags: string[]): DemoPrompt {
  return { text, focus, frequency: 'daily', tags, lift, weekOffset: 0, named: [] };
}
