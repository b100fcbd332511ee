/** What is said whatever the numbers are. */
export const WORDS = {
  namesHaveChangedButReAnalysis:
    'Names have changed, but re-analysis has failed twice. Numbers still use the old names.',
  namesHaveChangedNumbersUse: 'Names have changed. Numbers use the old names until every answer is re-analysed.',
  skipToContent: 'Skip to content',
  brandVisibilityAllProjects: 'Brand Visibility: all projects',
  readOnlyForNowTheService: 'Read-only for now: the service operator has paused all changes.',
  signOutTryAgain: 'Sign out: try again',
  version: 'Version',
  useTheseKeys: 'Use these keys',
  searchOnThisPage: 'Search on this page',
  nextAndPreviousAnswer: 'Next and previous answer',
  tableOfTheChartInFocus: 'Table of the chart in focus',
  dayByDayOnATrendInFocus: 'Day by day on a trend in focus',
} as const;
