import { pattern } from '../pattern.js';
import type { Segment } from '../reading/segments.js';

const PEOPLE = pattern`
  (?:people|parents|users|customers|buyers|owners|reviewers|critics|members|guests|travell?ers|families|teams|fans
  |readers|drivers|players|students|listeners|we|i|they|others|some|many|you)
`;
export const CONS = new RegExp(
  pattern`
    ^\W{0,4}(?:(?:the |main |common |key |potential |possible |some |biggest |other )*(?:cons?|drawbacks?|downsides?
    |weaknesses|weak (?:points|spots)|limitations?|considerations?
    |trade-?offs?|caveats?|disadvantages?|complaints|criticisms?|shortcomings
    |red flags
    |negatives|dislikes)\b|the (?:bad|ugly)\b
    |what (?:most |some |many )?${PEOPLE} (?:\p{Ll}+ )?(?:complain|dislike|hate|do(?:n['’]t| not) like|criticise
    |criticize
    |regret|warn)|what (?:could be better|we didn['’]t like|went wrong|goes wrong|to watch out for)
    |(?:why|where) (?:\p{Ll}+ )?(?:(?:to )?(?:leave|avoid|skip|left|quit|cancel)|(?:it|they) (?:falls?|fail))
    |where it (?:falls short|struggles|lags|fails|disappoints)|bad points\b|minuses\b|what(?:['’]s| is) (?:bad|missing)
    |(?:common |known |main )?(?:problems|issues|concerns|frustrations|pain points|warning signs)\W*$)
  `,
  'iu',
);
export const PROS = new RegExp(
  pattern`
    ^\W{0,4}(?:(?:the |main |key |biggest |other )*(?:pros?|strengths?|strong points|advantages?|why|highlights?
    |best for
    |benefits|positives|likes)\b|the good\b
    |what (?:most |some |many )?${PEOPLE} (?:\p{Ll}+ )?(?:love|like|praise|enjoy|appreciate)|where it (?:shines
    |excels|wins|stands out)|good points\b|pluses\b|upsides?\b|what(?:['’]s| is) (?:good|great)
    |what works(?: well)?\b)
  `,
  'iu',
);

const ASKS_FOR_CONS = new RegExp(
  pattern`
    ^\W*(?:(?:common |main |biggest )?(?:problems|issues|complaints|cons|downsides|drawbacks|disadvantages
    |weaknesses)\b(?!.*\b(?:pros|strengths|advantages)\b)
    |what(?: are|['’]s| is)? (?:the )?(?:wrong|bad|(?:common |main |biggest )?(?:problems|issues|complaints|cons
    |downsides|drawbacks
    |disadvantages|weaknesses)\b(?!.*\b(?:pros|strengths|advantages)\b))
    |what (?:do|does|did|don['’]t) .{2,40}\b(?:complain|dislike|hate|don['’]t like|not like)\b
    |why (?:are|do|did|is) .{2,40}\b(?:leav|quit|cancel|hat|complain|avoid|unhappy|angry|switch))
  `,
  'iu',
);
const ASKS_FOR_PROS = new RegExp(
  pattern`
    ^\W*(?:what (?:do|does|did) .{2,40}\b(?:like|love|praise|enjoy|appreciate)\b
    |what(?: are|['’]s| is)? (?:the )?(?:main |biggest |key )?(?:strengths|advantages|benefits|pros
    |upsides)\b(?!.*\b(?:weakness|disadvantage|cons\b|drawbacks|downsides))
    |why (?:is|are|do) .{2,60}\b(?:popular|loved|love|like|recommend|so good))
  `,
  'iu',
);

/** The side that a question asks for alone: its list is of advantages or of drawbacks; null where it asks for both. */
export function sideAsked(question: string): Side {
  if (ASKS_FOR_CONS.test(question)) return 'cons';
  return ASKS_FOR_PROS.test(question) ? 'pros' : null;
}

export type Side = 'pros' | 'cons' | null;

/** The title such as `Pros` that was read last, and the side it puts a segment on. */
export interface Under {
  title: Segment | null;
  side: Side;
}

export const NO_TITLE: Under = { title: null, side: null };

/** The title that holds for the segment, given the one that held for the segment before it. */
export function underTitle(under: Under, segment: Segment, said: string): Under {
  if (CONS.test(said)) return { title: segment, side: 'cons' };
  if (PROS.test(said)) return { title: segment, side: 'pros' };
  const isLeft = under.title !== null && segment.opensLine && !isUnder(under.title, segment);
  return isLeft ? { ...under, side: null } : under;
}

/** A title's list is below it, or in its own column where the title is a line and not an item. */
function isUnder(title: Segment, segment: Segment): boolean {
  return (
    segment.level > title.level || (segment.kind === 'item' && title.kind !== 'item' && segment.level === title.level)
  );
}
