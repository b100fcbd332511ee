import { useRouter, useSearch } from '@tanstack/react-router';
import type { Platform, Window } from './api/gql.ts';
import { PLATFORMS, type PlatformWord } from './platforms.ts';

/** The periods that every page offers, as the address and the buttons name them. */
export const PERIODS = [
  { word: '7d', id: 'D7', days: 7, name: '7 days' },
  { word: '30d', id: 'D30', days: 30, name: '30 days' },
  { word: '90d', id: 'D90', days: 90, name: '90 days' },
] as const satisfies readonly { word: string; id: Window; days: number; name: string }[];

export type Period = (typeof PERIODS)[number];
type PeriodWord = Period['word'];

/** What a project's pages are narrowed to. It stands in the address, so that a view can be sent to a colleague. */
export interface Filters {
  /** Absent: 30 days. */
  window?: PeriodWord | undefined;
  /** Absent: all of them. In the order of {@link PLATFORMS}. */
  platforms?: PlatformWord[] | undefined;
}

const DEFAULT_PERIOD = PERIODS[1];

/**
 * Undefined for what is unknown, and for what says no more than its absence. Never left out: the router would then keep
 * the words of the address as they are.
 */
export function readFilters({ window, platforms }: Record<string, unknown>): Filters {
  const period = PERIODS.find(({ word }) => word === window);
  const named = Array.isArray(platforms) ? platforms : String(platforms ?? '').split(',');
  const known = PLATFORMS.map(({ word }) => word).filter((word) => named.includes(word));
  return {
    window: period === DEFAULT_PERIOD ? undefined : period?.word,
    platforms: known.length > 0 && known.length < PLATFORMS.length ? known : undefined,
  };
}

export function periodOf({ window }: Filters): Period {
  return PERIODS.find(({ word }) => word === window) ?? DEFAULT_PERIOD;
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
