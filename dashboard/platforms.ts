import type { Platform } from './api/gql.ts';

/** Names and colours of the platforms, in the order in which they are always shown. Colour never stands alone. */
export const PLATFORMS = [
  { id: 'CHATGPT', word: 'chatgpt', name: 'ChatGPT', color: 'var(--chatgpt)' },
  { id: 'PERPLEXITY', word: 'perplexity', name: 'Perplexity', color: 'var(--perplexity)' },
  { id: 'CLAUDE', word: 'claude', name: 'Claude', color: 'var(--claude)' },
  { id: 'GEMINI', word: 'gemini', name: 'Gemini', color: 'var(--gemini)' },
] as const satisfies readonly { id: Platform; word: string; name: string; color: string }[];

export type PlatformWord = (typeof PLATFORMS)[number]['word'];

const BY_ID: ReadonlyMap<Platform, (typeof PLATFORMS)[number]> = new Map(PLATFORMS.map((one) => [one.id, one]));

export function platformOf(id: Platform): (typeof PLATFORMS)[number] {
  const platform = BY_ID.get(id);
  if (!platform) throw new Error(`no platform ${id}`);
  return platform;
}

/** Rows of platforms in the order in which these are always shown. */
export function inPlatformOrder<Row extends { platform: Platform }>(rows: readonly Row[]): Row[] {
  const order = PLATFORMS.map(({ id }) => id);
  return rows.toSorted((one, other) => order.indexOf(one.platform) - order.indexOf(other.platform));
}
