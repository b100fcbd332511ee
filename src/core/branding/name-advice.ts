import { ADVICE_LEVELS, type AdviceLevel, type NameAdvice, nameAdviceOf } from '../../analysis/names/advice.js';

export { ADVICE_LEVELS, type AdviceLevel, type NameAdvice };

/** What to know about the names of a project's brand; empty where they stand for themselves. */
export function adviceOfBrand({ brandName, aliases, websiteUrl, description, mainTopic }: BrandNames): NameAdvice[] {
  return nameAdviceOf({ name: brandName, aliases, website: websiteUrl, texts: [description, mainTopic] });
}

/** As {@link adviceOfBrand}, of a competitor. */
export function adviceOfCompetitor({ name, aliases, websiteUrl, description }: CompetitorNames): NameAdvice[] {
  return nameAdviceOf({ name, aliases, website: websiteUrl, texts: [description] });
}

interface CompetitorNames {
  name: string;
  aliases: readonly string[];
  websiteUrl: string;
  description: string;
}

interface BrandNames extends Omit<CompetitorNames, 'name'> {
  brandName: string;
  mainTopic: string;
}
