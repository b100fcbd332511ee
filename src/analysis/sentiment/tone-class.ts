import type { Sentiment } from '../../entities/vocabulary.js';

/**
 * What the tone of an answer rests on, apart from what it is: how often the rules are wrong was measured for each
 * (docs/metrics.md, "How sure a tone is"). `unread`: the answer's language has no rules; `foreign`: its language is
 * read by a list of words. `listed`: nothing speaks but the place in a list; `weak`: one word or two; `strong`: more;
 * `several`: more, in two passages or more; `silent`: nothing was said at all, `faint`: too little.
 */
export const TONE_CLASSES = [
  'unread',
  'neutral silent',
  'neutral faint',
  'positive listed',
  'positive weak',
  'positive strong',
  'positive several',
  'negative weak',
  'negative strong',
  'mixed weak',
  'mixed strong',
  'foreign neutral',
  'foreign positive',
  'foreign negative',
  'foreign mixed weak',
  'foreign mixed strong',
] as const;
export type ToneClass = (typeof TONE_CLASSES)[number];

/** What was found of the tone toward one subject. */
export interface ToneFound {
  sentiment: Sentiment;
  /** Whether rules exist for the language of the answer, or one spoke all the same. */
  isCovered: boolean;
  /** Whether the answer is in another language than English, which a list of words reads. */
  isForeign: boolean;
  /** The place in a list left out. */
  praise: number;
  criticism: number;
  /** Passages with praise, the place in a list left out. */
  praisingPassages: number;
}

/** From here on a side has more than one word. */
const STRONG = 4;
/** The same of criticism alone, of which one fact without a word of feeling weighs 3. */
const GRAVE = 5;
/** Below that nothing is said clearly. */
const CLEAR = 2;

export function toneClassOf(found: ToneFound): ToneClass {
  const { sentiment, isCovered, isForeign, praise, criticism } = found;
  if (!isCovered) return 'unread';
  const strength = Math.min(praise, criticism) >= STRONG ? 'strong' : 'weak';
  if (isForeign) return sentiment === 'mixed' ? `foreign mixed ${strength}` : `foreign ${sentiment}`;
  switch (sentiment) {
    case 'neutral':
      return praise + criticism === 0 ? 'neutral silent' : 'neutral faint';
    case 'positive':
      return positiveClassOf(found);
    case 'negative':
      return criticism >= GRAVE ? 'negative strong' : 'negative weak';
    case 'mixed':
      return `mixed ${strength}`;
  }
}

function positiveClassOf({ praise, praisingPassages }: ToneFound): ToneClass {
  if (praise < CLEAR) return 'positive listed';
  if (praise < STRONG) return 'positive weak';
  return praisingPassages > 1 ? 'positive several' : 'positive strong';
}
