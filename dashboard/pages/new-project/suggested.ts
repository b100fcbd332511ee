import { type Draft, filledRivals, keyOf } from './draft.ts';

/** A question made of the words that were typed. */
export interface Suggestion {
  text: string;
  /** It names the brand, so nearly every answer will. */
  isBranded: boolean;
}

/** They read well of one thing and of many: *oat milk*, *running shoes*. */
const OF_TOPIC = [
  'Can you recommend the best {topic}?',
  'Which {topic} would you recommend, and why?',
  'Which brands should I look at for {topic}?',
  'Which {topic} would you choose for the best value for money?',
  'What should I look for when choosing {topic}?',
  'Which {topic} do reviewers prefer this year?',
] as const;

const OF_RIVAL = 'What are good alternatives to {rival}?';
const OF_BOTH = '{brand} or {rival}: which is better?';
const OF_BRAND = 'Is {brand} a good choice?';

/** Rivals that questions are made of: with more, the list would be of nothing else. */
const RIVALS_MAX = 3;

/**
 * Questions that customers may ask, made of the topic, the brand and the competitors as they were typed; those that
 * name nobody come first. What the draft has already is left out.
 */
export function suggestionsFor(draft: Draft): Suggestion[] {
  const { brandName, mainTopic } = draft.brand;
  const [brand, topic] = [brandName.trim(), mainTopic.trim()];
  const rivals = filledRivals(draft)
    .map(({ name }) => name.trim())
    .filter((name) => name !== '')
    .slice(0, RIVALS_MAX);
  const unbranded = [
    ...(topic === '' ? [] : OF_TOPIC.map((pattern) => pattern.replace('{topic}', () => topic))),
    ...rivals.map((rival) => OF_RIVAL.replace('{rival}', () => rival)),
  ];
  const branded =
    brand === ''
      ? []
      : [OF_BRAND, ...rivals.map((rival) => OF_BOTH.replace('{rival}', () => rival))].map((pattern) =>
          pattern.replace('{brand}', () => brand),
        );
  const known = new Set(draft.prompts.map(({ text }) => keyOf(text)));
  return [
    ...unbranded.map((text) => ({ text, isBranded: false })),
    ...branded.map((text) => ({ text, isBranded: true })),
  ].filter(({ text }) => !known.has(keyOf(text)));
}
