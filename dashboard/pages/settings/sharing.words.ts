import { longDay, plural } from '../../format.ts';
import type { SharedPart, ShareLink } from './sharing.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  showThisProject: 'Show parts of this project to people without an account.',
  whoHasTheAddress:
    'Whoever has the address of a link sees what it shows, and nothing of your account, people, runs, notes or other ' +
    'projects.',
  noLinksYet: 'There are none yet.',
  createALink: 'Create a share link',
  yourNewLink: 'Your new share link',
  copyItNow: 'Copy it now: you will not see it again. Anyone with the address can open it.',
  copyItNowWithPassword: 'Copy it now: you will not see it again. Send the password another way.',
  forYourTeam: 'For your team only: visitors do not see it.',
  whatItShows: 'What it shows',
  chooseOnePart: 'Choose at least one part.',
  endsInDays: 'Ends in days',
  daysHint: '1 to 365.',
  daysKept: '1 to 365 from now. Leave it empty to keep its end.',
  passwordHint: 'Optional, 8 to 256 characters. Visitors type it once.',
  newPassword: 'New password',
  newPasswordHint: 'Leave it empty to keep what there is. Another one ends all visits.',
  askForNoPassword: 'Ask for no password any more',
  itEndsAtOnce: 'Its address stops working at once, also for those who have it open. This cannot be undone.',
  revokeLink: 'Revoke link',
  viewersOnlySee: 'Your role is read-only. Members and owners can share.',
} as const;

/** The parts in the order of the page, with what each has. */
export const SHARED_PARTS: readonly { id: SharedPart; name: string }[] = [
  { id: 'OVERVIEW', name: 'Overview' },
  { id: 'COMPETITORS', name: 'Competitors' },
  { id: 'PROMPTS', name: 'Prompts, with their texts' },
  { id: 'CITATIONS', name: 'Citations' },
  { id: 'REPORTS', name: 'Reports, as they were made' },
  { id: 'ANSWERS', name: 'Answers, with their texts' },
];

/** What a link shows: `Overview, citations` */
export function partsSentence(shows: readonly SharedPart[]): string {
  const names = shows.map((part) => part.toLowerCase());
  const text = names.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** @param now to compare its end with. */
export function endOf({ expiresAt, revokedAt }: ShareLink, now: Date): string {
  if (revokedAt !== null) return `revoked ${longDay(revokedAt)}`;
  const isOver = Date.parse(expiresAt) <= now.getTime();
  return `${isOver ? 'ended' : 'until'} ${longDay(expiresAt)}`;
}

export function visitsOf({ visitCount, lastVisitedAt }: ShareLink): string {
  return lastVisitedAt === null ? 'never' : `${plural(visitCount, 'time')}, last ${longDay(lastVisitedAt)}`;
}
