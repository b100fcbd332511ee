import type { Platform } from '../../entities/vocabulary.js';
import { sum } from '../metrics/shares.js';
import { type AskedIntents, type Resolution, resolutionOf } from './detectable.js';
import type { MeasuredParts } from './variance-parts.js';

/** What stands in the way of a way of asking; `too_few_questions` is a warning alone: its figures are rough. */
export const LIMITS = ['credits', 'prompt_capacity', 'daily_slots', 'too_few_questions'] as const;
export type SampleSizeLimit = (typeof LIMITS)[number];

/** A way of asking, and what it can tell. */
export interface SampleSizeOption extends Resolution {
  intents: number;
  prompts: number;
  platforms: number;
  /** Askings of a weekly prompt on one platform in a week. */
  repeats: number;
  /** Whether every prompt is asked daily. */
  isDaily: boolean;
  creditsPerMonth: number;
  /** Whether it tells what is wanted. */
  reaches: boolean;
  limit: SampleSizeLimit | null;
  /** Which platforms, where they are priced; GraphQL has their number. */
  on: readonly Platform[];
}

export const STEPS = ['add_prompts', 'add_repeat', 'add_platform', 'make_daily'] as const;

/** What a step further would cost in a month, and tell. */
export interface NextCredit extends Resolution {
  kind: (typeof STEPS)[number];
  creditsPerMonth: number;
}

export interface SampleSizeView {
  present: SampleSizeOption;
  /** The same prompts with the weekly ones asked once a week, twice and so on, as often as the plan allows. */
  byRepeats: SampleSizeOption[];
  /** Ways that tell what is wanted, the cheapest first, 12 at most. */
  options: SampleSizeOption[];
  /** The cheapest that the plan allows. */
  cheapest: SampleSizeOption | null;
  /** The best first: by what each credit more improves what is wanted. */
  nextCredit: NextCredit[];
  assumptions: MeasuredParts & { weeks: number };
}

/** What is wanted: a change that shows, or an interval of a half width; one of them. */
export interface Wish {
  changePoints?: number | undefined;
  intervalPoints?: number | undefined;
  /** Of one period. */
  weeks: number;
  /** Percent of the cases in which the change is to show. */
  power: number;
}

/** A prompt that is asked now. */
export interface AskedPrompt {
  /** Tells intents apart: wordings of one share it. */
  intent: string;
  isDaily: boolean;
  platforms: readonly Platform[];
}

/** What may be asked at most, in place of the prompts that are asked now. */
export interface Allowance {
  platforms: readonly Platform[];
  prompts: number;
  dailySlots: number;
  creditsPerMonth: number;
  /** Askings of a weekly prompt in a week: now, and at most. */
  repeats: { now: number; most: number };
}

/** Below it predictions are rough. */
const QUESTIONS_FEW = 25;
const INTENTS_MAX = 1_000;
export const OPTIONS_MAX = 12;
/** What a step of prompts adds, as a share of those that there are. */
const STEP = 0.1;
const WEEKS_OF_MONTH = 365 / 12 / 7;
const DAYS_OF_WEEK = 7;

/**
 * Which ways of asking tell what is wanted, what they cost, and what a little more of each would tell (docs/metrics.md,
 * "Sample size"). Options ask each of any number of different questions in one way, on the platforms that are asked now
 * and on all that may be.
 */
export function planSample(
  asked: readonly AskedPrompt[],
  allowance: Allowance,
  parts: MeasuredParts,
  wish: Wish,
): Omit<SampleSizeView, 'assumptions'> {
  const tell = (design: Design) => toOption(design, allowance, parts, wish);
  const present = tell(designOf(asked, allowance.repeats.now));
  const options = waysOf(present.on, allowance)
    .flatMap((way) => {
      const questions = fewestQuestions(way, parts, wish);
      return questions === null ? [] : [tell(ofQuestions(way, questions))];
    })
    .toSorted((one, other) => one.creditsPerMonth - other.creditsPerMonth || one.prompts - other.prompts)
    .slice(0, OPTIONS_MAX);
  const isAllowed = ({ limit }: SampleSizeOption) => limit === null || limit === 'too_few_questions';
  return {
    present,
    byRepeats: Array.from({ length: allowance.repeats.most }, (_, at) => tell(designOf(asked, at + 1))),
    options,
    cheapest: options.find(isAllowed) ?? null,
    nextCredit: stepsFrom(asked, present, allowance, tell, wish),
  };
}

/** What prompts take in a month of average length. */
export function creditsOf(prompts: readonly AskedPrompt[], repeats: number): number {
  return Math.round(WEEKS_OF_MONTH * sum(prompts.map((prompt) => perWeek(prompt, repeats))));
}

/** A way of asking, its prompts by how they are asked. */
interface Design {
  prompts: readonly AskedPrompt[];
  on: readonly Platform[];
  repeats: number;
}

function designOf(prompts: readonly AskedPrompt[], repeats: number): Design {
  const on = [...new Set(prompts.flatMap(({ platforms }) => platforms))].toSorted();
  return { prompts, on, repeats };
}

/** Askings of a prompt in a week, on all its platforms. */
function perWeek({ isDaily, platforms }: AskedPrompt, repeats: number): number {
  return platforms.length * (isDaily ? DAYS_OF_WEEK : repeats);
}

function toOption(design: Design, allowance: Allowance, parts: MeasuredParts, wish: Wish): SampleSizeOption {
  const { prompts, on, repeats } = design;
  const creditsPerMonth = creditsOf(prompts, repeats);
  const intents = Map.groupBy(prompts, ({ intent }) => intent);
  const answers = Array.from(
    intents.values(),
    (own) => wish.weeks * sum(own.map((prompt) => perWeek(prompt, repeats))),
  );
  const resolution = resolutionOf(alike(answers), parts, wish.power);
  const daily = prompts.filter(({ isDaily }) => isDaily).length;
  return {
    ...{ intents: intents.size, prompts: prompts.length, platforms: on.length, repeats },
    isDaily: prompts.length > 0 && daily === prompts.length,
    creditsPerMonth,
    ...resolution,
    reaches: isReached(resolution, wish),
    limit: limitOf({ prompts: prompts.length, daily, creditsPerMonth, intents: intents.size }, allowance),
    on,
  };
}

/** Intents by the number of their answers. */
function alike(answers: readonly number[]): AskedIntents[] {
  return Array.from(
    Map.groupBy(answers, (count) => count),
    ([count, own]) => ({ intents: own.length, answers: count }),
  );
}

function limitOf(
  used: { prompts: number; daily: number; creditsPerMonth: number; intents: number },
  allowance: Allowance,
): SampleSizeLimit | null {
  if (used.prompts > allowance.prompts) return 'prompt_capacity';
  if (used.daily > allowance.dailySlots) return 'daily_slots';
  if (used.creditsPerMonth > allowance.creditsPerMonth) return 'credits';
  return used.intents < QUESTIONS_FEW ? 'too_few_questions' : null;
}

/** A way of asking each of any number of different questions. */
type Way = Omit<Design, 'prompts'> & { isDaily: boolean };

/** On the platforms that are asked now and on all that may be, once or several times a week, and daily. */
function waysOf(present: readonly Platform[], { platforms, repeats }: Allowance): Way[] {
  const sets = present.length === 0 || present.length >= platforms.length ? [platforms] : [present, platforms];
  const weekly = Array.from({ length: repeats.most }, (_, at) => ({ repeats: at + 1, isDaily: false }));
  return sets.flatMap((on) => [...weekly, { repeats: repeats.now, isDaily: true }].map((way) => ({ ...way, on })));
}

/** So many different questions asked in one way. */
function ofQuestions({ on, repeats, isDaily }: Way, count: number): Design {
  const prompts = Array.from({ length: count }, (_, at) => ({ intent: `${at}`, isDaily, platforms: on }));
  return { prompts, on, repeats };
}

/** The fewest questions that tell what is wanted in a way of asking; null where even very many would not. */
function fewestQuestions({ on, repeats, isDaily }: Way, parts: MeasuredParts, wish: Wish): number | null {
  const answers = wish.weeks * perWeek({ intent: '', isDaily, platforms: on }, repeats);
  const reachedBy = (intents: number) => isReached(resolutionOf([{ intents, answers }], parts, wish.power), wish);
  let [low, high] = [0, INTENTS_MAX];
  if (!reachedBy(high)) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reachedBy(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function isReached(resolution: Resolution, wish: Wish): boolean {
  const told = toldBy(resolution, wish);
  return told !== null && told <= (wish.changePoints ?? wish.intervalPoints ?? 0);
}

/** The figure that is wanted. */
function toldBy({ detectablePoints, halfWidthPoints }: Resolution, { changePoints }: Wish): number | null {
  return changePoints === undefined ? halfWidthPoints : detectablePoints;
}

/** What the smallest step of each kind would tell, where there is one. */
function stepsFrom(
  asked: readonly AskedPrompt[],
  present: SampleSizeOption,
  { platforms, repeats }: Allowance,
  tell: (design: Design) => SampleSizeOption,
  wish: Wish,
): NextCredit[] {
  if (asked.length === 0) return [];
  const more = Math.max(1, Math.round(asked.length * STEP));
  const weekly = asked.filter(({ isDaily }) => !isDaily);
  const further = platforms.find((platform) => !present.on.includes(platform));
  const usual = asked.filter(({ isDaily }) => isDaily).length > weekly.length;
  const added = ofQuestions({ on: present.on, repeats: repeats.now, isDaily: usual }, more).prompts;
  const steps: (Design & { kind: NextCredit['kind'] })[] = [
    {
      kind: 'add_prompts',
      ...designOf([...asked, ...added.map((prompt, at) => ({ ...prompt, intent: `new ${at}` }))], repeats.now),
    },
  ];
  if (weekly.length > 0 && repeats.now < repeats.most) {
    steps.push({ kind: 'add_repeat', ...designOf(asked, repeats.now + 1) });
  }
  if (further !== undefined) {
    const everywhere = asked.map((prompt) => ({ ...prompt, platforms: [...prompt.platforms, further] }));
    steps.push({ kind: 'add_platform', ...designOf(everywhere, repeats.now) });
  }
  if (weekly.length > 0) {
    const chosen = new Set(weekly.slice(0, more));
    const daily = asked.map((prompt) => (chosen.has(prompt) ? { ...prompt, isDaily: true } : prompt));
    steps.push({ kind: 'make_daily', ...designOf(daily, repeats.now) });
  }
  const told = (one: Resolution) => toldBy(one, wish) ?? 100;
  const gainOf = (one: NextCredit) => (told(present) - told(one)) / (one.creditsPerMonth - present.creditsPerMonth);
  return steps
    .map(({ kind, ...design }): NextCredit => {
      const { creditsPerMonth, detectablePoints, halfWidthPoints } = tell(design);
      return { kind, creditsPerMonth, detectablePoints, halfWidthPoints };
    })
    .toSorted((one, other) => gainOf(other) - gainOf(one));
}
