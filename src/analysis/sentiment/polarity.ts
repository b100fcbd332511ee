import { excuseOf } from './excuses.js';
import { weightOf } from './lexicon.js';
import { fallsShort, limitIn } from './shortfalls.js';

/** What a passage says for and against: sums of weights, 0 where it says nothing. */
export interface Polarity {
  praise: number;
  criticism: number;
}

/**
 * `turn`: after `but` and its like, what is said is meant; `conceded`: before it, or after an opening `Although`, it is
 * given away.
 */
type Role = 'plain' | 'turn' | 'conceded';

interface Clause extends Polarity {
  role: Role;
  sentence: number;
}

const SEPARATORS =
  /([,;]?\s\(?(?:but|however|though|although|albeit|yet)\b,?\s|[,;:)–]\s|\s?—\s?|\s\(|\s(?:while|whereas|despite)\s|\s(?=if you)|[.!?]["”)]*\s)/i;
const TURNS = /\b(?:but|however|though|although|albeit|yet)\b/i;
const OPENS_TURN = /^\W{0,3}(?:but|however|that said|on the downside|unfortunately|still)\b,?\s/i;
const OPENS_CONCESSION = /^\W{0,3}(?:while|although|though|despite|even though|even if)\s/i;

/** Weighs a passage clause by clause, so that a negation or a comparison reaches no further than its own clause. */
export function polarityOf(passage: string): Polarity {
  const total = { praise: 0, criticism: 0 };
  const clauses = clausesOf(passage);
  const isAnswered = new Set(
    clauses.filter((each) => each.role !== 'conceded' && each.praise >= 2).map(({ sentence }) => sentence),
  );
  for (const { praise, criticism, role, sentence } of clauses) {
    total.praise += praise;
    total.criticism += role === 'conceded' && isAnswered.has(sentence) ? Math.floor(criticism / 2) : criticism;
  }
  return total;
}

/** Parts the passage at commas, stops and conjunctions, and tells what part each clause plays in its sentence. */
function clausesOf(passage: string): Clause[] {
  const parts = passage.replace(OPENING_MARKS, '').split(SEPARATORS);
  const clauses: Clause[] = [];
  let role = openingRole(parts[0] ?? '');
  let sentence = 0;
  /** The first clause of the sentence that no turn has answered yet. */
  let open = 0;
  for (let at = 0; at < parts.length; at += 2) {
    const text = parts[at] ?? '';
    clauses.push({ ...clausePolarity(text, role), role, sentence });
    const separator = parts[at + 1] ?? '';
    if (/^[.!?]/.test(separator)) {
      sentence++;
      role = openingRole(parts[at + 2] ?? '');
      open = clauses.length;
    } else if (TURNS.test(separator)) {
      role = 'turn';
      concede(clauses, open);
      open = clauses.length;
    } else if (/^\s?[:;—–]/.test(separator)) role = openingRole(parts[at + 2] ?? '');
    else if (role === 'conceded' && separator.startsWith(',')) role = 'plain';
  }
  return clauses;
}

const OPENING_MARKS = /^[^\p{L}\p{N}]+/u;
function openingRole(text: string): Role {
  if (OPENS_TURN.test(text)) return 'turn';
  return OPENS_CONCESSION.test(text) ? 'conceded' : 'plain';
}

/** What stood before the `but` of a sentence is given away. */
function concede(clauses: readonly Clause[], from: number): void {
  for (const clause of clauses.slice(from)) {
    if (clause.role === 'plain') clause.role = 'conceded';
  }
}

/**
 * How much the items under a title such as `Cons` weigh: what falls short weighs clearly, another limit half of it,
 * price and missing extras nothing.
 */
export function drawbacksIn(passage: string): number {
  let criticism = 0;
  for (const item of passage.split(/[,;.]\s/)) {
    if (!/\p{L}{3}/u.test(item)) continue;
    const counted = clausePolarity(item, 'turn').criticism;
    criticism += Math.max(excuseOf(plain(item)) === null ? 1 : 0, counted);
  }
  return criticism;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
/** What they act on goes away: `reduces noise`, `avoid hassles`. */
const RELIEVERS =
  /^(?:avoid|reduc|prevent|eliminat|minimi[sz]|remov|protect|reliev|sooth|fight|free|wicks?|cancel|block|resist|monitor|detect|identif|alert|warn|flag|scan|handl|patch|fix|address|mitigat|resolv)/i;
/**
 * What is named before them is what they are good against: `breach alerts`, `stain resistance`, `noise cancellation`.
 */
const REMEDIES =
  /^(?:protect|resist|detect|monitor|alert|prevent|cancel|reduc|remov|avoidance|control|management|proof|scan|report|warning|recovery|relief|free|absor|correct|suppress|respon|disclos|passwords?|credentials|logins|accounts|cook)/i;
/** Where and for whom it is meant: `for noisy gym environments`, `for heavier loads`. */
const OCCASIONS =
  /^(?:environments?|places|conditions|surroundings|terrain|weather|commut\p{L}+|spaces|rooms?|offices?|loads?|duty|riders|traffic)$/iu;
/** An adjective by its ending, one that judges no burden: `less polished`, but not `less oil` or `less demanding`. */
const ADJECTIVE =
  /(?:[^e]ed|ive|able|ible|ful|ous|al|ic|ent|ant|wide|friendly|rich|focused|proven|known|secure|robust|bright|smooth|sharp|portable)$/;
/** Words after which a negation still reaches: `not as engaging`, `not the most refined`. */
const REACH = 4;
/** How many of the words after it a word denies. */
const REACHES: ReadonlyMap<string, number> = new Map([
  ...reaching(REACH, 'not no never neither nor hardly barely rarely seldom without cannot nothing'),
  ...reaching(2, 'less fewer lower least limited lacks lack lacking weaker reduced modest'),
]);

function reaching(reach: number, words: string): [string, number][] {
  return words.split(' ').map((word) => [word, reach]);
}

const NOT_RECOMMENDED =
  /\b(?:hard|difficult|impossible) to recommend|(?:\bnot|n't|\bnever|\blonger) recommend|\bless (?:[^\s,;]+ )?recommended|\bnot worth|(?:\b(?:rarely|seldom|hardly|not)|n't) (?:an? |the )?(?:good|great|best|right|ideal|cheapest) (?:[^\s,;]+ )?(?:value|choice|option|pick|fit)\b|\b(?:should|best|better) (?:be )?avoid|\btreat .{0,40} cautiously|\bextra caution|\blook elsewhere/;
/** Shorter ones are numbers and marks. */
const SHORTEST_CLAUSE = 3;
const OF_THE_PAST = /\b(?:historically|once|used to be|formerly|previously)\b/;

function clausePolarity(written: string, role: Role): Polarity {
  if (written.length < SHORTEST_CLAUSE) return { praise: 0, criticism: 0 };
  const clause = plain(written);
  if (NOT_RECOMMENDED.test(clause)) return { praise: 0, criticism: 4 };
  const { praise, criticism } = wordsPolarity(written);
  const excuse = excuseOf(clause);
  const said = OF_THE_PAST.test(clause) ? 0 : praise;
  if (excuse === 'price') return { praise: said, criticism: besidesPrice(written, role) };
  if (excuse === 'reader') return { praise: said, criticism: 0 };
  if (fallsShort(clause)) return { praise: said, criticism: Math.max(criticism, 2) };
  if (excuse !== null) return { praise: said, criticism: 0 };
  const limit = role === 'turn' && said < 2 ? limitIn(clause) : 0;
  return { praise: said, criticism: Math.max(limit, criticism) };
}

/** `high price and poor support`: only the half that names money is excused by it. */
function besidesPrice(written: string, role: Role): number {
  const halves = written.split(/\s(?:and|or)\s/);
  if (halves.length < 2) return 0;
  return halves.reduce(
    (sum, half) => sum + (excuseOf(plain(half)) === null ? clausePolarity(half, role).criticism : 0),
    0,
  );
}

/** As the patterns read it: in lower case, with straight marks and single spaces. */
function plain(written: string): string {
  return written.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ');
}

function wordsPolarity(clause: string): Polarity {
  const polarity = { praise: 0, criticism: 0 };
  const words = clause.replaceAll('’', "'").match(WORD) ?? [];
  let negated = 0;
  let isLess = false;
  for (const [at, written] of words.entries()) {
    const word = written.toLowerCase();
    const value = wordValue(word);
    const isExempt = value < 0 && (isPartOfName(written, word, at) || isRemedied(words, at));
    if (isLess && value >= 0 && (value > 0 || ADJECTIVE.test(word))) polarity.criticism += 2;
    if (value !== 0 && !isExempt) addWord(polarity, value, negated > 0);
    isLess = word === 'less';
    negated = Math.max(REACHES.get(word) ?? (word.endsWith("n't") ? REACH : 0), negated - 1);
  }
  return polarity;
}

/** Praise that is denied is criticism; a fault that is denied is faint praise. */
function addWord(polarity: Polarity, value: number, isDenied: boolean): void {
  if (isDenied && value > 0) polarity.criticism += 1;
  else if (isDenied) polarity.praise += 1;
  else if (value > 0) polarity.praise += value;
  else polarity.criticism -= value;
}

/** Within a clause a capital makes a name of a word: `the Killer Bee`. */
function isPartOfName(written: string, word: string, at: number): boolean {
  return at > 0 && written !== word && written !== written.toUpperCase();
}

/** What a thing is good against is no fault of it: `reduces noise`, `breach alerts`. */
function isRemedied(words: readonly string[], at: number): boolean {
  if (REMEDIES.test(words[at + 1] ?? '')) return true;
  if (OCCASIONS.test(words[at + 1] ?? '') || OCCASIONS.test(words[at + 2] ?? '')) return true;
  return words.slice(Math.max(0, at - REACH), at).some((word) => RELIEVERS.test(word));
}

/**
 * A compound that is no known word praises as its parts do (`energy-efficient`); a fault in it (`bass-heavy`) is a
 * kind, no fault.
 */
function wordValue(word: string): number {
  const whole = weightOf(word);
  if (whole !== 0 || !word.includes('-')) return whole;
  return Math.max(0, ...word.split('-').map(weightOf));
}
