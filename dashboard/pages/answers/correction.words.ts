/** What is said whatever the numbers are. */
export const WORDS = {
  correctThisAnswer: 'Correct this answer',
  itCountsAtOnce:
    'It counts at once in every number, and stays when answers are read again. Everybody here can undo it.',
  tone: 'Tone toward the brand',
  toneHint: 'As somebody about to buy would take the whole answer.',
  asItWasFound: 'As it was found',
  passage: 'Passage that shows it',
  passageHint: 'Optional, copied from the answer.',
  whoIsNamed: 'Named in this answer',
  alsoNamed: 'Also named',
  nobodyElse: 'Nobody else',
  writtenAs: 'As the answer writes it',
  writtenHint: 'Needed only where it is no registered name.',
  namesCouldNotBeLoaded: 'The names could not be loaded. The tone can be corrected all the same.',
  nothingIsCorrected: 'Nothing is corrected yet: choose a tone, or change a name.',
} as const;
