export const WORDS = {
  tooLongOrTooDeeplyNested: 'Too long or too deeply nested to format. Shown as it was written.',
  tableOfTheAnswer: 'Table of the answer',
} as const;
