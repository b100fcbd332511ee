import { z } from 'zod';
import { country, requiredText } from '../input.js';

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

/** An ISO 639 code, stored in small letters. */
const language = z
  .string('must be a string')
  .trim()
  .regex(/^[A-Za-z]{2,3}$/, 'must be a language code of two or three letters')
  .transform((code) => code.toLowerCase());

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
