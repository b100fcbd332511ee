import { longDay } from '../format.ts';

/** Words of the page of an account that is to be deleted, which is loaded for such an account alone. */
export const WORDS = {
  thisAccountIsToBeDeleted: 'This account is to be deleted',
  keysAreRefused: 'Its API keys are refused, and nothing is asked of platforms.',
  anyOwnerCanTakeItBack: 'Until then, any owner can take it back, with everything in it.',
  askAnOwnerToTakeItBack: 'Until then, an owner can take it back. Ask one if it should stay.',
  takeBack: 'Take back',
} as const;

/** When an account goes, on the day and at the minute. */
export function deletionWords(name: string, deleteAt: string): string {
  return `${name} and everything in it will be deleted for good on ${longDay(deleteAt)} at ${deleteAt.slice(11, 16)} UTC.`;
}
