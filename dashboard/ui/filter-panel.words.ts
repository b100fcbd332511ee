/** What the further filters of a page say. */
export const WORDS = {
  onlyTheAnswersToThesePrompts: 'Only the answers to these prompts:',
  daysOfTheCalendar: 'Days of the calendar',
  aFirstAndALastDay: 'Choose a first and a last day, at most 91 days in all.',
} as const;
