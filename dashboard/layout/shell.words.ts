import { longDay } from '../format.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  namesHaveChangedButReAnalysis:
    'Names have changed, but re-analysis has failed twice. Numbers still use the old names.',
  namesHaveChangedNumbersUse: 'Names have changed. Numbers use the old names until every answer is re-analysed.',
  skipToContent: 'Skip to content',
  brandVisibilityAllProjects: 'Brand Visibility: all projects',
  readOnlyForNowTheService: 'Read-only for now: the service operator has paused all changes.',
  thisAccountIsToBeDeleted: 'This account is to be deleted',
  keysAreRefused: 'Its API keys are refused, and nothing is asked of platforms.',
  anyOwnerCanTakeItBack: 'Until then, any owner can take it back, with everything in it.',
  askAnOwnerToTakeItBack: 'Until then, an owner can take it back. Ask one if it should stay.',
  takeBack: 'Take back',
  signOutTryAgain: 'Sign out: try again',
  version: 'Version',
  useTheseKeys: 'Use these keys',
  searchOnThisPage: 'Search on this page',
  nextAndPreviousAnswer: 'Next and previous answer',
  tableOfTheChartInFocus: 'Table of the chart in focus',
  dayByDayOnATrendInFocus: 'Day by day on a trend in focus',
} as const;

/** When an account goes, on the day and at the minute. */
export function deletionWords(name: string, deleteAt: string): string {
  return `${name} and everything in it will be deleted for good on ${longDay(deleteAt)} at ${deleteAt.slice(11, 16)} UTC.`;
}
