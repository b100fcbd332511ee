import { weightOf } from './lexicon.js';

/** What a passage says for and against: sums of weights, 0 where it says nothing. */
export interface Polarity {
  praise: number;
  criticism: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const CLAUSES = /[,;:()—–]\s|\s(?:but|however|though|although|while|yet|whereas|despite)\s|[.!?]\s/i;
/** A clause about money judges the price, and price alone undoes no recommendation. */
const MONEY =
  /[$€£]|\b(?:pric\w*|expensive|cost\w*|budget|subscription|paid|fees?|splurge|investment|afford|cheaper|premium tier)\b/i;
/** The measure of a comparison: `less robust than higher-priced options` is no word about money. */
const DEARER_RIVALS =
  /\b(?:higher|lower)-priced|\b(?:pricier|cheaper|(?:more|less) expensive) (?:options?|models?|alternatives?|brands?|ones|competitors|rivals)\b/gi;
/** A clause about what is left out names a missing extra. */
const MISSING_EXTRA =
  /\b(?:no|lacks?|lacking|without|fewer|only one|(?:not|n['’]t) (?:include|have|offer|come with)|missing|learning curve|footprint)\b/i;
/** Such a clause says who the reader is. */
const OF_THE_READER = /\bif (?:you|your|price|budget)\b|\b(?:who|for those|users who|people who)\b/i;
/** What need not be is no fault. */
const NO_FAULT =
  /(?:\bnot|n['’]t) (?:be )?(?:necessary|needed|required|just|only|a (?:problem|big deal|deal-?breaker))\b/i;
const NEGATORS = new Set(['not', 'no', 'never', 'neither', 'nor', 'hardly', 'barely', 'without', 'cannot', 'nothing']);
/** What they act on goes away: `reduces noise`, `avoid hassles`. */
const RELIEVERS =
  /^(?:avoid|reduc|prevent|eliminat|minimi[sz]|remov|protect|reliev|sooth|fight|free|wicks?|cancel|block)/;
const DIMINISHERS = new Set([
  'less',
  'fewer',
  'lower',
  'least',
  'limited',
  'lacks',
  'lack',
  'lacking',
  'weaker',
  'reduced',
  'modest',
]);
/** Words after which a negation still reaches: `not as engaging`, `not the most refined`. */
const REACH = 4;

/** Words that say how a thing falls short by comparison, whatever the quality is. */
const SHORTFALL =
  /\b(?:is|are|feels?|bit|too|quite|rather|relatively|be|more) (?:heavy|hard|complex|basic)\b|\b(?:not|n['’]t|isn['’]t|aren['’]t|never|less|nor)\s(?:be\s|quite\s|always\s|necessarily\s|necessarily be\s)?(?:as|so|the (?:best|most|fastest|strongest)|great|good|ideal|suited|perfect|class-leading|enough)\b|\bless (?!than\b|expensive|costly)\p{L}+|\b(?:bad|worse|poor|weak) (?:in|for|at)\b|\b(?:quality|performance|sizing|results) (?:may|can|might) (?:vary|suffer|run)\b|\bsuffers? (?:when|from|in)\b/iu;

/** Faults told without a word of criticism; they stand beside any price or missing extra. */
const FAULT =
  /\b(?:(?:may|might|could|will|would) not (?:be (?:as|for|suitable|ideal|the best|enough)|suit|hold up|last|perform|work)|lacks? (?:a bit of |some |the |in |any )?(?:clarity|style|refinement|power|precision|durability|polish|depth|detail|ventilation|breathability|warmth|consistency|stability|accuracy)|reported (?:issues|problems)|(?:issues|problems) with|trade-?offs? in|(?:varying|inconsistent|uneven) quality|shorter [^,;.]{2,30} than|slower than|prone to|have limitations|has limitations)\b/i;
const NOT_RECOMMENDED =
  /\b(?:(?:hard|difficult|impossible) to recommend|(?:not|n['’]t|never|longer) recommend(?:ed)?|not worth|(?:should|best|better) (?:be )?avoid(?:ed)?|treat .{0,40} cautiously|extra caution|look elsewhere)\b/i;
const OF_THE_PAST = /\b(?:historically|once|used to be|formerly|previously)\b/i;

/** Weighs a passage clause by clause, so that a negation or a comparison reaches no further than its own clause. */
export function polarityOf(passage: string): Polarity {
  const total = { praise: 0, criticism: 0 };
  for (const clause of passage.split(CLAUSES)) {
    const { praise, criticism } = clausePolarity(clause);
    total.praise += praise;
    total.criticism += criticism;
  }
  total.criticism += concessionsIn(passage);
  return total;
}

/** `…, but it may not suit everyone`: after such a turn a limit is meant as a fault, though no word of it is bad. */
function concessionsIn(passage: string): number {
  let criticism = 0;
  for (const [, clause = ''] of passage.matchAll(CONCESSION)) {
    const isLimit = LIMIT.test(clause) && !isExcused(clause);
    if (!isLimit) continue;
    const { praise, criticism: counted } = clausePolarity(clause);
    if (praise < 2 && counted === 0) criticism += 2;
  }
  return criticism;
}

const CONCESSION = /(?:^|[\s,;(])(?:but|however|though|although)\b,?\s([^.;)]{3,160})/gi;
const LIMIT =
  /\b(?:may (?:not|be|lack|feel|have)|might (?:not|be|lack|feel)|could be|can be|can feel|not|isn['’]t|aren['’]t|less|limited|issues?|shorter|slower|smaller|lower|requires? (?:more|some|a lot)|only average|runs? (?:small|large|hot))\b/i;

/** How much the items under a title such as `Cons` weigh: limits are meant as faults there, two of them clearly; price and missing extras are not. */
export function drawbacksIn(passage: string): number {
  let criticism = 0;
  for (const item of passage.split(/[,;.]\s|\sand\s/)) {
    if (isExcused(item)) continue;
    criticism += Math.max(LIMIT.test(item) ? 1 : 0, clausePolarity(item).criticism);
  }
  return criticism;
}

function isExcused(clause: string): boolean {
  const said = clause.replace(DEARER_RIVALS, '');
  return [MONEY, MISSING_EXTRA, OF_THE_READER, NO_FAULT].some((excuse) => excuse.test(said));
}

function clausePolarity(clause: string): Polarity {
  const polarity = { praise: 0, criticism: 0 };
  const words = clause.replace(/’/g, "'").match(WORD) ?? [];
  let negated = 0;
  let relieved = 0;
  for (const [at, written] of words.entries()) {
    const word = written.toLowerCase();
    const isPartOfName = at > 0 && written !== word && written !== written.toUpperCase();
    const value = isPartOfName ? Math.max(0, wordValue(word)) : wordValue(word);
    if (RELIEVERS.test(word)) relieved = REACH;
    else if (relieved-- > 0 && value < 0) continue;
    if (NEGATORS.has(word) || word.endsWith("n't")) negated = REACH;
    else if (DIMINISHERS.has(word)) negated = 2;
    else if (negated > 0) negated--;
    if (value === 0) continue;
    if (negated > 0) addNegated(polarity, value);
    else if (value > 0) polarity.praise += value;
    else polarity.criticism -= value;
  }
  const isFault = FAULT.test(clause);
  if (isFault || SHORTFALL.test(clause)) polarity.criticism += 2;
  if (NOT_RECOMMENDED.test(clause)) return { praise: 0, criticism: 4 };
  if (OF_THE_PAST.test(clause)) polarity.praise = 0;
  if (isExcused(clause) && !isFault) polarity.criticism = 0;
  return polarity;
}

/** Praise that is denied is criticism; a fault that is denied is faint praise. */
function addNegated(polarity: Polarity, value: number): void {
  if (value > 0) polarity.criticism += 1;
  else polarity.praise += 1;
}

/** A compound that is no known word praises as its parts do (`energy-efficient`); a fault in it (`bass-heavy`) is a kind, no fault. */
function wordValue(word: string): number {
  const whole = weightOf(word);
  if (whole !== 0 || !word.includes('-')) return whole;
  return Math.max(0, ...word.split('-').map(weightOf));
}
