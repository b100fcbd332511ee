import { pattern } from '../pattern.js';

/** A clause about money judges the price, and price alone undoes no recommendation. */
const MONEY = new RegExp(pattern`
    [$€£]
    |\b(?:pric[a-z]*|expensive|cost[a-z]*|budget|subscription|paid|paywall|fees?|splurge|investment|afford[a-z]*
    |cheap|cheaper|cheapest|premium tier|value)\b
  `);
/** The measure of a comparison, and a look or feel: no words about money. */
const NOT_MONEY = new RegExp(
  pattern`
    \b(?:higher|lower)-priced|\bprice[- ](?:fixing|gouging)
    |\b(?:pricier|cheaper|(?:more|less) expensive) (?:options?|models?|alternatives?|brands?|ones|competitors
    |rivals)\b|\b(?:feels?|looks?|seems?|sounds?) (?:[a-z]+ )?cheap(?:er)?\b
    |\bcheap(?:-| )(?:feeling|looking|plastic|materials?|build)\b|\bpaid (?:content|members?)\b
  `,
  'g',
);
/** Such a clause says who the reader is, what he would not mind, or sets a condition. */
const OF_THE_READER =
  /^if\b|\bif (?:you|your|price|budget)\b|\bif\b.{0,40}\b(?:concerns?|priority|matters?)\b|n't mind\b/;
/** Likes and dislikes differ. */
const TASTE = /\b(?:polari[sz]ing|divisive|controversial (?:styling|design|exterior|looks?))\b/;
/** A clause about what is left out names a missing extra; `for those who …` names an audience. */
const MISSING_EXTRA = new RegExp(pattern`
    \b(?:no(?! longer)|lacks?|lacking|without|fewer|only one|(?:not|n't) (?:include|have|offer|support|come with)
    |missing|learning curve|footprint|requires?|required|separately|closed[- ]source|open[- ]source|proprietary|who
    |for those)\b
  `);

/**
 * Why a clause (in lower case, with straight apostrophes) that sounds critical is no criticism of quality; null where
 * nothing excuses it. Price and what concerns the reader alone excuse all of it; a missing extra excuses bad words, but
 * not that the thing falls short.
 */
export function excuseOf(clause: string): 'price' | 'reader' | 'extra' | null {
  if (MONEY.test(clause) && MONEY.test(clause.replace(NOT_MONEY, ''))) return 'price';
  if (OF_THE_READER.test(clause) || TASTE.test(clause)) return 'reader';
  return MISSING_EXTRA.test(clause) ? 'extra' : null;
}
