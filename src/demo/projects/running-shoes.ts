import type { DemoProject, DemoPrompt } from '../demo.types.js';
import { RUNNING_SHOE_PHRASES } from './running-shoes.phrases.js';

/**
 * A brand that is asked about every day: one platform has come to name it, another hardly does and was away for some
 * days; long ago it had a bad week.
 */
export const RUNNING_SHOES: DemoProject = {
  slug: 'running-shoes',
  brand: {
    name: 'Fernstride',
    websiteUrl: 'https://fernstride.example',
    description: 'Running shoes for road and trail. An invented brand: all its answers are samples.',
    models: ['Meadow 2', 'Thicket', 'Bracken GT'],
  },
  mainTopic: 'running shoes',
  firstDaysAgo: 90,
  frequency: 'daily',
  rivals: [
    {
      name: 'Kestrova',
      websiteUrl: 'https://kestrova.example',
      description: 'The best-known name of the category.',
      models: ['Arrow 4', 'Updraft'],
      share: { start: 0.8, end: 0.76 },
      tracked: 'tracked',
    },
    {
      name: 'Paceholm',
      websiteUrl: 'https://paceholm.example',
      description: 'Daily trainers with a lot of cushioning.',
      models: ['Harbour 9', 'Drift'],
      share: { start: 0.6, end: 0.5 },
      tracked: 'tracked',
    },
    {
      name: 'Ridgelume',
      websiteUrl: 'https://ridgelume.example',
      description: 'Trail shoes; has begun to sell road shoes too.',
      models: ['Scree', 'Lantern 3'],
      share: { start: 0.22, end: 0.45 },
      tracked: 'tracked',
      trackedDaysAgo: 34,
    },
    {
      name: 'Tarnfoot',
      websiteUrl: 'https://tarnfoot.example',
      description: 'Sells at low prices, mostly online.',
      models: ['Eddy', 'Weir 2'],
      share: { start: 0.34, end: 0.3 },
      tracked: 'tracked',
    },
    {
      name: 'Brisklane',
      websiteUrl: 'https://brisklane.example',
      description: 'Lightweight racing shoes.',
      models: ['Tempo One'],
      share: { start: 0.2, end: 0.18 },
      tracked: 'tracked',
    },
    {
      name: 'Ondurra',
      websiteUrl: 'https://ondurra.example',
      description: 'A newcomer.',
      models: [],
      share: { start: 0.05, end: 0.17 },
      tracked: 'not',
    },
    {
      name: 'Cinderpace',
      websiteUrl: 'https://cinderpace.example',
      description: 'Carbon-plated shoes for race day.',
      models: [],
      share: { start: 0.06, end: 0.1 },
      tracked: 'not',
    },
    {
      name: 'Mossgait',
      websiteUrl: 'https://mossgait.example',
      description: 'Wide, flat shoes.',
      models: [],
      share: { start: 0.02, end: 0.06 },
      tracked: 'not',
    },
    {
      name: 'Pebblestep',
      websiteUrl: 'https://pebblestep.example',
      description: 'Shoes for children: no rival.',
      models: [],
      share: { start: 0.05, end: 0.04 },
      tracked: 'dismissed',
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
      ...daily('Which running shoes are good for recovery runs?', 'for recovery runs', 1, ['cushioning', 'recovery']),
      addedDaysAgo: 18,
    },
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
  topics: {
    beginners: 'First steps',
    budget: 'First steps',
    cushioning: 'Comfort',
    fit: 'Comfort',
    marathon: 'Races',
    comparison: 'Races',
    trail: 'Long wear',
    durability: 'Long wear',
  },
  pages: [
    { url: 'https://longrunreview.example/guides/running-shoes', title: 'The running shoe guide' },
    { url: 'https://shoelab.example/tests/cushioning', title: 'Cushioning, measured in the laboratory' },
    { url: 'https://gearcritics.example/best-running-shoes', title: 'The best running shoes', isAboutRivals: true },
    { url: 'https://forum.runtalk.example/t/which-shoes-do-you-wear', title: 'Which shoes do you wear?' },
    { url: 'https://longrunreview.example/tests/after-500-miles', title: 'What is left after 500 miles' },
    { url: 'https://trailnotes.example/wet-weather-shoes', title: 'Shoes for wet weather' },
    { url: 'https://shoelab.example/tests/fit', title: 'How we measure fit' },
    { url: 'https://marathonalmanac.example/first-marathon', title: 'Your first marathon' },
    { url: 'https://flatfootclinic.example/shoes-for-flat-feet', title: 'Shoes for flat feet', isAboutRivals: true },
    { url: 'https://pricewatch.example/running-shoes', title: 'Running shoe prices' },
    { url: 'https://longrunreview.example/tests/wet-grip', title: 'Grip on wet ground, tested' },
    { url: 'https://dailymiler.example/editors-choice', title: 'What our editors run in', isAboutRivals: true },
    { url: 'https://forum.runtalk.example/t/shoes-that-last', title: 'Shoes that last: your experience' },
    { url: 'https://stridescience.example/injury-and-cushioning', title: 'Does cushioning prevent injuries?' },
  ],
  story: {
    share: { start: 0.42, end: 0.6 },
    platforms: { chatgpt: 1.1, perplexity: 0.6, claude: 0.98, gemini: 0.55 },
    turns: [{ platform: 'perplexity', daysAgo: 29, factor: 2.1 }],
    outages: [
      {
        platform: 'gemini',
        firstDaysAgo: 16,
        lastDaysAgo: 13,
        fault: {
          state: 'failed',
          reason: 'platform_error',
          message: 'The platform answered with status 503.',
          attempts: 3,
        },
      },
      {
        platform: 'claude',
        firstDaysAgo: 24,
        lastDaysAgo: 24,
        fault: { state: 'skipped', reason: 'platform_not_configured', message: null, attempts: 0 },
      },
    ],
    tones: { positive: 0.44, neutral: 0.3, mixed: 0.18, negative: 0.08 },
    setback: {
      firstDaysAgo: 76,
      lastDaysAgo: 70,
      factor: 0.5,
      tones: { positive: 0.02, neutral: 0.06, mixed: 0.12, negative: 0.8 },
    },
  },
  phrases: RUNNING_SHOE_PHRASES,
};

function daily(text: string, focus: string, lift: number, tags: string[]): DemoPrompt {
  return { text, focus, frequency: 'daily', tags, lift, weekOffset: 0, named: [] };
}
