import { longDay, plural } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import type { Feed, FeedKind, FeedWindow } from './feed-list.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  readByPrograms: 'Let a spreadsheet read numbers of this project by an address.',
  anAddressIsAPassword:
    'For programs that send no key, such as IMPORTDATA of Google Sheets. An address is a password: whoever has it reads ' +
    'the file without signing in. Programs that can send a key should use one that reads only.',
  noFeedsYet: 'There are no feeds yet.',
  createAFeed: 'Create a feed',
  createFeed: 'Create feed',
  yourNewFeed: 'Your new feed',
  copyItNow: 'Copy it now: you will not see it again. Anyone with the address reads the file.',
  inASheet: 'In Google Sheets: =IMPORTDATA("the address"). With .ndjson in place of .csv it is in JSON Lines.',
  forYourTeam: 'For your team: where it is used.',
  whatItHolds: 'What it holds',
  reachesBack: 'Days back from today',
  listsAreOfNow: 'Prompts and competitors are of now, whatever the days.',
  onlyPlatforms: 'Platforms',
  noneIsAll: 'None chosen means all.',
  itEndsAtOnce:
    'Its address stops working at once. Whatever reads it shows an error from then on. This cannot be undone.',
  revokeFeed: 'Revoke feed',
  viewersOnlySee: 'Your role is read-only. Members and owners can create feeds.',
} as const;

/** The kinds in the order of the documents, with what each has. */
export const FEED_KINDS: readonly { id: FeedKind; name: string }[] = [
  { id: 'VISIBILITY', name: 'Visibility by day and platform' },
  { id: 'MENTIONS', name: 'Mentions of each name by day' },
  { id: 'CITATIONS', name: 'Citations of each domain by day' },
  { id: 'SENTIMENT', name: 'Tone by day and platform' },
  { id: 'PROMPTS_DAILY', name: 'Answers to each prompt by day' },
  { id: 'BRANDS', name: 'Brand and competitors in the period' },
  { id: 'PROMPTS', name: 'Prompts of now' },
  { id: 'COMPETITORS', name: 'Competitors of now' },
];

export const FEED_WINDOWS: readonly { id: FeedWindow; name: string }[] = [
  { id: 'D7', name: '7 days' },
  { id: 'D30', name: '30 days' },
  { id: 'D90', name: '90 days' },
];

/** What a feed has: `Visibility by day and platform · 30 days · Claude` */
export function contentOf({ kind, window, platforms, isFiltered }: Feed): string {
  const name = FEED_KINDS.find(({ id }) => id === kind)?.name ?? kind;
  const isOfNow = kind === 'PROMPTS' || kind === 'COMPETITORS';
  const days = plural(Number(window.slice(1)), 'day');
  const chosen = platforms?.map((platform) => platformOf(platform).name).join(', ');
  const parts = [name, isOfNow ? null : days, chosen, isFiltered ? 'some prompts' : null];
  return parts.filter((part) => part !== null && part !== undefined).join(' · ');
}

export function useOf({ requestCount, lastUsedAt, revokedAt }: Feed): string {
  const used = lastUsedAt === null ? 'never read' : `read ${plural(requestCount, 'time')}, last ${longDay(lastUsedAt)}`;
  return revokedAt === null ? used : `revoked ${longDay(revokedAt)}`;
}
