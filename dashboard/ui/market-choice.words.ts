/** What is said whatever the markets are. */
export const WORDS = {
  theSameQuestionMayBeAskedInEach: 'The same question may be asked in each market. A prompt keeps its market.',
} as const;

/** Where prompts without a market are asked from; the country as its code, empty where the project has none. */
export function projectCountry(code: string): string {
  return code === '' ? "The project's country" : `The project's country (${code})`;
}
