import { useRouter, useSearch } from '@tanstack/react-router';
import type { Platform, Stage, Window } from './api/gql.ts';
import { PLATFORMS, type PlatformWord } from './platforms.ts';

/** The periods that every page offers, as the address and the buttons name them. */
export const PERIODS = [
  { word: '7d', id: 'D7', days: 7, name: '7 days' },
  { word: '30d', id: 'D30', days: 30, name: '30 days' },
  { word: '90d', id: 'D90', days: 90, name: '90 days' },
] as const satisfies readonly { word: string; id: Window; days: number; name: string }[];

type PeriodWord = (typeof PERIODS)[number]['word'];

/** What a project's pages are narrowed to. It stands in the address, so that a view can be sent to a colleague. */
export interface Filters {
  /** Absent: 30 days. */
  window?: PeriodWord | undefined;
  /** In place of a window: the first and the last day, both or neither. */
  from?: string | undefined;
  to?: string | undefined;
  /** Absent: all of them. In the order of {@link PLATFORMS}. */
  platforms?: PlatformWord[] | undefined;
  /** Which prompts, each absent: category, label, stage, who asks, a market's id, country, language, whether they name the brand. */
  topic?: string | undefined;
  tag?: string | undefined;
  stage?: StageWord | undefined;
  persona?: string | undefined;
  market?: string | undefined;
  country?: string | undefined;
  language?: string | undefined;
  brand?: 'named' | 'unnamed' | undefined;
}

/** Stages as the address and the page name them, in the order in which they are always shown. */
export const STAGES = [
  { word: 'awareness', id: 'AWARENESS', name: 'Awareness' },
  { word: 'consideration', id: 'CONSIDERATION', name: 'Consideration' },
  { word: 'decision', id: 'DECISION', name: 'Decision' },
  { word: 'use', id: 'USE', name: 'Use' },
] as const satisfies readonly { word: string; id: Stage; name: string }[];

export type StageWord = (typeof STAGES)[number]['word'];

/** Whether prompts name the brand, as the address and the page name it. */
export const BRANDINGS = [
  { word: 'named', isBranded: true, name: 'Name the brand' },
  { word: 'unnamed', isBranded: false, name: 'Do not name it' },
] as const;

/** Without any choice of prompts. */
export const ALL_PROMPTS = {
  topic: undefined,
  tag: undefined,
  stage: undefined,
  persona: undefined,
  market: undefined,
  country: undefined,
  language: undefined,
  brand: undefined,
} as const;

const DEFAULT_PERIOD = PERIODS[1];

/**
 * Undefined for what is unknown, and for what says no more than its absence. Never left out: the router would then keep
 * the words of the address as they are.
 */
export function readFilters(search: Record<string, unknown>): Filters {
  const { window, platforms } = search;
  const period = PERIODS.find(({ word }) => word === window);
  const named = Array.isArray(platforms) ? platforms : String(platforms ?? '').split(',');
  const known = PLATFORMS.map(({ word }) => word).filter((word) => named.includes(word));
  return {
    window: period === DEFAULT_PERIOD ? undefined : period?.word,
    ...(period === undefined ? readDays(search) : NO_DAYS),
    platforms: known.length > 0 && known.length < PLATFORMS.length ? known : undefined,
    topic: wordOf(search['topic']),
    tag: wordOf(search['tag']),
    stage: STAGES.find(({ word }) => word === search['stage'])?.word,
    persona: wordOf(search['persona']),
    market: ID.test(String(search['market'])) ? String(search['market']) : undefined,
    country: COUNTRY.test(String(search['country'])) ? String(search['country']) : undefined,
    language: wordOf(search['language']),
    brand: BRANDINGS.find(({ word }) => word === search['brand'])?.word,
  };
}

const ID = /^[0-9a-f-]{36}$/;
const COUNTRY = /^[A-Z]{2}$/;

function wordOf(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}

/** Where a window is chosen. */
export const NO_DAYS = { from: undefined, to: undefined } as const;

/** Days that one question may span at most, both counted. */
export const DAYS_MAX = 91;
const DAY_MS = 86_400_000;

function readDays({ from, to }: Record<string, unknown>): Pick<Filters, 'from' | 'to'> {
  return areDays(from, to) ? { from: String(from), to: String(to) } : NO_DAYS;
}

/** Whether these are two days that the service can be asked about. */
export function areDays(from: unknown, to: unknown): boolean {
  const span = spanOf(String(from), String(to));
  return span >= 1 && span <= DAYS_MAX;
}

/** Days from one to another, both counted; not a number where one of them is no day. */
function spanOf(from: string, to: string): number {
  const [first, last] = [from, to].map((day) => (/^[12]\d{3}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN));
  return ((last ?? Number.NaN) - (first ?? Number.NaN)) / DAY_MS + 1;
}

/** What a page is about: one of the periods, or days of the calendar, whose `word` is null. */
interface Span {
  word: PeriodWord | null;
  days: number;
  name: string;
}

export function periodOf({ window, from, to }: Filters): Span {
  if (from !== undefined && to !== undefined) {
    return { word: null, days: spanOf(from, to), name: `days from ${from} to ${to}` };
  }
  return PERIODS.find(({ word }) => word === window) ?? DEFAULT_PERIOD;
}

/** The days as the schema takes them. */
export function daysOf(filters: Filters): { window: Window | null; from: string | null; to: string | null } {
  const { from = null, to = null } = filters;
  const chosen = PERIODS.find(({ word }) => word === periodOf(filters).word);
  return chosen ? { window: chosen.id, from: null, to: null } : { window: null, from, to };
}

/** The choice of prompts as the schema takes it; null for all. */
export function whereOf({
  topic,
  tag,
  stage,
  persona,
  market,
  country,
  language,
  brand,
}: Filters): PromptFilter | null {
  if (!(topic || tag || stage || persona || market || country || language || brand)) return null;
  const chosen = STAGES.find(({ word }) => word === stage);
  return {
    categories: one(topic),
    tags: one(tag),
    stages: one(chosen?.id),
    personas: one(persona),
    marketIds: one(market),
    countries: one(country),
    languages: one(language),
    branded: brand ? brand === 'named' : null,
  };
}

const one = <Value>(value: Value | undefined) => (value === undefined ? null : [value]);

interface PromptFilter {
  categories: string[] | null;
  tags: string[] | null;
  stages: Stage[] | null;
  personas: string[] | null;
  marketIds: string[] | null;
  countries: string[] | null;
  languages: string[] | null;
  branded: boolean | null;
}

/** All that narrows the numbers of a page, as the schema takes it. */
export function narrowedBy(filters: Filters) {
  return { ...daysOf(filters), platforms: platformsOf(filters), where: whereOf(filters) };
}

/** As the schema names them; null for all. */
export function platformsOf({ platforms }: Filters): Platform[] | null {
  if (!platforms) return null;
  return PLATFORMS.filter(({ word }) => platforms.includes(word)).map(({ id }) => id);
}

/** What the page is narrowed to, and how to narrow it otherwise: page and rest of the address stay. */
export function useFilters(): [Filters, (next: Filters) => void] {
  const router = useRouter();
  const filters = readFilters(useSearch({ strict: false }));
  const setFilters = (next: Filters) =>
    void router.navigate({ to: '.', search: (now: object) => ({ ...now, ...next }), replace: true });
  return [filters, setFilters];
}

/** The part of the address after `?`, as words; a list is one word with commas. */
export function readAddress(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes lists as `a,b` and leaves out what is undefined or empty. */
export function writeAddress(search: Record<string, unknown>): string {
  const words = Object.entries(search)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value ?? '')] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
  return words.length === 0 ? '' : `?${words.join('&')}`;
}
