import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { PLATFORMS } from './entities/vocabulary.js';
import { dailyBudget, modelName, PLATFORM_VARIABLES, type PlatformAddress } from './platform-variables.js';

/** What the judge may cost a day by default: some 3,000 answers of common length by the dearest default model. */
const DAILY_BUDGET_USD = 5;

const platform = z.enum(PLATFORMS, `must be one of ${PLATFORMS.join(', ')}`).optional();

/** The judge's variables, and the names that they had while it judged sentiment alone. */
export const JUDGE_VARIABLES = {
  JUDGE: platform,
  JUDGE_MODEL: modelName,
  JUDGE_DAILY_BUDGET_USD: dailyBudget,
  SENTIMENT_JUDGE: platform,
  SENTIMENT_JUDGE_MODEL: modelName,
  SENTIMENT_JUDGE_DAILY_BUDGET_USD: dailyBudget,
};

/** Whom to ask about names and tone, its `model` where one is named, and what it may cost on a UTC day. */
export interface JudgeConfig extends PlatformAddress {
  model: string | undefined;
  dailyBudgetUsd: number;
}

type JudgeEnvironment = z.output<z.ZodObject<typeof JUDGE_VARIABLES>>;

/**
 * The judge of the environment; undefined where none is wanted.
 * @throws ConfigError for a variable and its former name of different values, a judge whose platform has no key, and a
 *   model or a budget without a judge.
 */
export function judgeOf(read: JudgeEnvironment, platforms: readonly PlatformAddress[]): JudgeConfig | undefined {
  const wanted = setUnder('JUDGE', read.JUDGE, read.SENTIMENT_JUDGE);
  const model = setUnder('JUDGE_MODEL', read.JUDGE_MODEL, read.SENTIMENT_JUDGE_MODEL);
  const daily = [read.JUDGE_DAILY_BUDGET_USD, read.SENTIMENT_JUDGE_DAILY_BUDGET_USD] as const;
  const budget = setUnder('JUDGE_DAILY_BUDGET_USD', ...daily);
  const [idle] = [model, budget].filter((each) => each !== null);
  if (!wanted) {
    if (idle) throw new ConfigError(`${idle.name}: needs JUDGE, which is not set`);
    return undefined;
  }
  const found = platforms.find((each) => each.platform === wanted.value);
  if (!found) {
    const { prefix } = PLATFORM_VARIABLES[wanted.value];
    const given = `${wanted.name}: ${JSON.stringify(wanted.value)}`;
    throw new ConfigError(`${given} needs ${prefix}_API_KEY, which is not set`);
  }
  const { apiKey, baseUrl } = found;
  const dailyBudgetUsd = budget?.value ?? DAILY_BUDGET_USD;
  return { platform: wanted.value, apiKey, baseUrl, model: model?.value, dailyBudgetUsd };
}

/** The value of a variable or of its former name, and which of them has it; null where neither is set. */
function setUnder<Value>(
  name: keyof JudgeEnvironment,
  value: Value | undefined,
  former: Value | undefined,
): { name: string; value: Value } | null {
  const formerName = `SENTIMENT_${name}`;
  if (value !== undefined && former !== undefined && value !== former) {
    throw new ConfigError(`${name}: differs from ${formerName}, its former name; set one of them`);
  }
  if (value !== undefined) return { name, value };
  return former === undefined ? null : { name: formerName, value: former };
}
