import { z } from 'zod';
import { PLATFORMS, type Platform } from './entities/vocabulary.js';

/** A platform that can be called: its key, and where. */
export interface PlatformAddress {
  platform: Platform;
  apiKey: string;
  /** Without a slash at its end. */
  baseUrl: string;
}

/** A platform that is asked, and within what bounds. */
export interface PlatformConfig extends PlatformAddress {
  /** Absent: the platform's small model that can search the web. */
  model: string | undefined;
  /** Over all processes together. */
  requestsPerMinute: number;
  /** What all processes together may spend on a UTC day; absent: no bound. */
  dailyBudgetUsd: number | undefined;
  /** Whether Gemini searches the web; the other platforms always do. */
  isGrounded: boolean;
}

interface PlatformVariables {
  prefix: string;
  baseUrl: string;
  requestsPerMinute: number;
}

/**
 * The platforms by their identifiers: what their variables begin with, where each is called unless told otherwise, and
 * the lowest rate that its customers have.
 */
export const PLATFORM_VARIABLES = {
  chatgpt: { prefix: 'OPENAI', baseUrl: 'https://api.openai.com/v1', requestsPerMinute: 60 },
  perplexity: { prefix: 'PERPLEXITY', baseUrl: 'https://api.perplexity.ai', requestsPerMinute: 50 },
  claude: { prefix: 'ANTHROPIC', baseUrl: 'https://api.anthropic.com', requestsPerMinute: 50 },
  gemini: { prefix: 'GEMINI', baseUrl: 'https://generativelanguage.googleapis.com', requestsPerMinute: 60 },
} as const satisfies Record<Platform, PlatformVariables>;

/**
 * Gemini alone has a budget by default: how often it searches for a question, at 1.4 cents each time, has no bound. 20
 * USD are some 200 to 1,000 answers.
 */
const DEFAULT_BUDGETS_USD: Readonly<Partial<Record<Platform, number>>> = { gemini: 20 };

type Prefix = (typeof PLATFORM_VARIABLES)[Platform]['prefix'];

const BUDGET_FAULT = 'must be US dollars a day, from 0.01 to 99999.99, such as 5 or 2.50';

export const dailyBudget = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,2})?$/, BUDGET_FAULT)
  .transform(Number)
  .refine((usd) => usd > 0, BUDGET_FAULT)
  .optional();

export const modelName = z
  .string()
  .regex(/^[\w.:@/-]{1,200}$/, "must be a model's name, of letters, digits and . _ : @ / -")
  .optional();

export const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

/** A whole number within bounds, both included. */
export function wholeNumber(min: number, max: number, fallback: number, unit: string) {
  const fault = `must be a whole number of ${unit} from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, fault)
    .transform(Number)
    .refine((number) => number >= min && number <= max, fault)
    .default(fallback);
}

/** What a header can carry: a key with anything else would be quoted by the error of the request that it breaks. */
const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,1000}$/, 'must be a key of at most 1000 printable ASCII characters without spaces')
  .optional();

const baseUrl = (fallback: string) =>
  z
    .string()
    .refine(isBaseUrl, 'must be an http or https URL without user, password, query and fragment')
    .transform((url) => url.replace(/\/+$/, ''))
    .default(fallback);

const REQUESTS_PER_MINUTE_MAX = 1_000_000;

const variablesOf = ({ baseUrl: url, requestsPerMinute }: PlatformVariables) => ({
  API_KEY: apiKey,
  BASE_URL: baseUrl(url),
  MODEL: modelName,
  REQUESTS_PER_MINUTE: wholeNumber(1, REQUESTS_PER_MINUTE_MAX, requestsPerMinute, 'requests'),
  DAILY_BUDGET_USD: dailyBudget,
});

/** The variables of each platform, by its prefix; the empty string counts as absent. */
export const platformEnvironment = z.object({
  ...prefixed('OPENAI', variablesOf(PLATFORM_VARIABLES.chatgpt)),
  ...prefixed('PERPLEXITY', variablesOf(PLATFORM_VARIABLES.perplexity)),
  ...prefixed('ANTHROPIC', variablesOf(PLATFORM_VARIABLES.claude)),
  ...prefixed('GEMINI', variablesOf(PLATFORM_VARIABLES.gemini)),
  GEMINI_GROUNDING: flag.default(true),
});

/** Those with a key. */
export function platformsOf(read: z.output<typeof platformEnvironment>): PlatformConfig[] {
  return PLATFORMS.flatMap((platform) => {
    const { prefix } = PLATFORM_VARIABLES[platform];
    const key = read[`${prefix}_API_KEY`];
    if (key === undefined) return [];
    return {
      platform,
      apiKey: key,
      baseUrl: read[`${prefix}_BASE_URL`],
      model: read[`${prefix}_MODEL`],
      requestsPerMinute: read[`${prefix}_REQUESTS_PER_MINUTE`],
      dailyBudgetUsd: read[`${prefix}_DAILY_BUDGET_USD`] ?? DEFAULT_BUDGETS_USD[platform],
      isGrounded: platform !== 'gemini' || read.GEMINI_GROUNDING,
    };
  });
}

type Prefixed<Name extends Prefix, Shapes> = { [Key in keyof Shapes & string as `${Name}_${Key}`]: Shapes[Key] };

function prefixed<Name extends Prefix, Shapes extends object>(prefix: Name, shapes: Shapes): Prefixed<Name, Shapes> {
  const named = Object.entries(shapes).map(([name, shape]) => [`${prefix}_${name}`, shape]);
  // Each entry keeps its shape under its prefixed name, which the compiler cannot follow through a list of entries.
  return Object.fromEntries(named) as Prefixed<Name, Shapes>;
}

/** User and password would be quoted by errors of requests. */
function isBaseUrl(text: string): boolean {
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[?#\s]/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
