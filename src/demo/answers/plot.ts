import type { Platform, Sentiment } from '../../entities/vocabulary.js';
import type {
  DemoCompany,
  DemoPage,
  DemoProject,
  DemoPrompt,
  DemoRival,
  Share,
  Story,
  ToneWeights,
} from '../demo.types.js';
import type { Random } from './random.js';

/** How many days before the last sample day the samples begin: `window=90d` counts both its ends. */
const FIRST_DAYS_AGO = 90;

const NEVER_CERTAIN = 0.96;
const MOST_COMPANIES = 6;

/** How many pages an answer cites. */
const PAGE_COUNTS: Readonly<Record<Platform, readonly number[]>> = {
  chatgpt: [0, 1, 2, 2, 3],
  perplexity: [3, 4, 4, 5],
  claude: [0, 1, 2, 3],
  gemini: [2, 3, 3, 4],
};

/** Where and when an answer was given. */
export interface Occasion {
  prompt: DemoPrompt;
  platform: Platform;
  daysAgo: number;
}

/** What an answer says, before it is put into words. */
export interface Plot {
  /** In the order of the answer; at least one. */
  companies: DemoCompany[];
  /** How the answer speaks of the brand; null where it does not. */
  tone: Sentiment | null;
  /** Each once. */
  pages: DemoPage[];
}

/** Chooses at random, by the project's story, which companies an answer names, in which tone, and what it cites. */
export function plotOf(project: DemoProject, occasion: Occasion, random: Random): Plot {
  const { prompt, daysAgo } = occasion;
  const rivals = rivalsNamed(project, occasion, random);
  const isBrandNamed = prompt.named.includes(project.brand.name) || random.chance(brandShare(project, occasion));
  const tone = isBrandNamed ? random.weighted(tonesOn(project, daysAgo)) : null;
  const ranked: { company: DemoCompany; rank: number }[] = rivals.map((rival) => ({
    company: rival,
    rank: shareOn(rival.share, daysAgo),
  }));
  if (tone !== null) ranked.push({ company: project.brand, rank: tone === 'positive' ? 0.9 : 0.45 });
  const companies = ranked
    .map(({ company, rank }) => ({ company, rank: rank + random.next() / 2 }))
    .sort((left, right) => right.rank - left.rank)
    .map(({ company }) => company);
  return { companies, tone, pages: pagesOf(project, occasion, companies, random) };
}

function brandShare({ story }: DemoProject, { prompt, platform, daysAgo }: Occasion): number {
  const factors = [
    prompt.lift,
    story.platforms[platform],
    setbackOn(story, daysAgo)?.factor ?? 1,
    ...story.turns.filter((turn) => turn.platform === platform && daysAgo <= turn.daysAgo).map(({ factor }) => factor),
  ];
  return Math.min(
    NEVER_CERTAIN,
    factors.reduce((share, factor) => share * factor, shareOn(story.share, daysAgo)),
  );
}

function tonesOn({ story }: DemoProject, daysAgo: number): ToneWeights {
  return (setbackOn(story, daysAgo) ?? story).tones;
}

function setbackOn({ setback }: Story, daysAgo: number): Story['setback'] {
  return setback && daysAgo <= setback.firstDaysAgo && daysAgo >= setback.lastDaysAgo ? setback : null;
}

function shareOn({ start, end }: Share, daysAgo: number): number {
  return end + ((start - end) * daysAgo) / FIRST_DAYS_AGO;
}

/** At least two, so that there is something to choose from. */
function rivalsNamed({ rivals }: DemoProject, { prompt, daysAgo }: Occasion, random: Random): DemoRival[] {
  const named = rivals.filter(
    ({ name, share }) => prompt.named.includes(name) || random.chance(shareOn(share, daysAgo)),
  );
  const others = rivals.filter((rival) => !named.includes(rival));
  return [...named, ...random.sample(others, 2 - named.length)].slice(0, MOST_COMPANIES);
}

/** Mostly pages of no company; sometimes a named company's website, the brand's more often than another's. */
function pagesOf({ brand, pages }: DemoProject, { platform }: Occasion, companies: DemoCompany[], random: Random) {
  const fitting = pages.filter(({ isAboutRivals }) => !isAboutRivals || !companies.includes(brand));
  const cited = random.sample(fitting, random.pick(PAGE_COUNTS[platform]));
  if (cited.length === 0) return cited;
  const own = companies.filter((company) => random.chance(company === brand ? 0.35 : 0.12));
  return [
    ...cited,
    ...own.map(({ name, websiteUrl }) => ({ url: `${websiteUrl}/products`, title: `${name} products`, owner: name })),
  ];
}
