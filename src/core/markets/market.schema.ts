import { z } from 'zod';
import { country, language, requiredText } from '../input.js';

/** A place that prompts of a project are asked in. */
export interface MarketView {
  id: string;
  projectId: string;
  name: string;
  /** Two capital letters. */
  country: string;
  /** Two or three small letters; groups prompts and is compared with no text. */
  language: string | null;
  region: string | null;
  city: string | null;
  /** Unarchived prompts that are asked there. */
  promptCount: number;
  archivedAt: string | null;
  createdAt: string;
}

export const MARKET_NAME_MAX = 100;
const PLACE_MAX = 100;

const name = requiredText(MARKET_NAME_MAX);

/** A field that is null is absent. */
export const createMarketInput = z.object(
  {
    name,
    country,
    language: language.nullish(),
    region: requiredText(PLACE_MAX).nullish(),
    city: requiredText(PLACE_MAX).nullish(),
  },
  'must be an object',
);

/** Another place is another market: only what it is called may change. */
export const updateMarketInput = z.object({ name }, 'must be an object');
