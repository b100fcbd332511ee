/** What is said where notes are added and removed; the first page does not need it. */
export const WORDS = {
  notesAreDrawnWithChanges:
    'What you did that the numbers may differ by, as “New pricing page”: marked below the trend for all who see it.',
  dayUtc: 'Day (UTC)',
  whatWasDone: 'What was done',
  noteHint: 'At most 500 characters.',
  addNote: 'Add note',
  notesOfThisPeriod: 'Notes of this period',
  noteRemoved: 'The note was removed.',
} as const;
