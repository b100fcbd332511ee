import { pattern } from '../pattern.js';
import { decide } from '../rule-table.js';
import { CLAUSE_RULES, type WeighedClause } from './clause.rules.js';
import { excuseOf, isBurden } from './shortfalls.js';
import { type Polarity, wordsPolarity } from './word-weights.js';

/**
 * `turn`: after `but` and its like, what is said is meant; `conceded`: before it, or after an opening `Although`, it is
 * given away.
 */
type Role = 'plain' | 'turn' | 'conceded';

interface Clause extends Polarity {
  role: Role;
  sentence: number;
  /** It calls what its sentence criticises a small matter. */
  isMinor: boolean;
}

const SEPARATORS = new RegExp(
  pattern`
    ([,;]?\s\(?(?:but|however|though|although|albeit|yet)\b,?\s|[,;:)–]\s|\s?—\s?|\s\(|\s(?:while|whereas|despite)\s
    |\s(?=if you)|[.!?]["”)]*\s)
  `,
  'i',
);
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
  const isMinor = new Set(clauses.filter(({ isMinor }) => isMinor).map(({ sentence }) => sentence));
  for (const { praise, criticism, role, sentence } of clauses) {
    total.praise += praise;
    const isHalved = (role === 'conceded' && isAnswered.has(sentence)) || isMinor.has(sentence);
    total.criticism += isHalved ? Math.floor(criticism / 2) : criticism;
  }
  return total;
}

/** What the writer calls the only fault or a small one: `my only complaint`, `if I had to name a flaw`. */
const MINOR = new RegExp(
  pattern`
    \b(?:only|one|sole|single|small|minor|tiny|slight|little) (?:real |big |small |minor |tiny |other )?(?:complaint
    |gripe|quibble|nitpick|niggle|downside|drawback|flaw|catch|criticism|annoyance|weakness|con|issue|regret)\b
    |\bif (?:i|we) (?:had|have) to (?:name|pick|find|choose|mention|complain)\b|\bnitpick(?:s|ing|y)?\b
    |\btakes? (?:some |a (?:bit|day|week|little)|a while )?(?:of )?getting used to\b
  `,
);

/** Parts the passage at commas, stops and conjunctions, and tells what part each clause plays in its sentence. */
function clausesOf(passage: string): Clause[] {
  const parts = passage.replace(OPENING_MARKS, '').split(SEPARATORS);
  const clauses: Clause[] = [];
  let role = openingRole(parts[0] ?? '');
  let sentence = 0;
  /** The first clause of the sentence that no turn has answered yet. */
  let open = 0;
  for (let at = 0; at < parts.length; at += 2) {
    const [text = '', separator = '', next = ''] = parts.slice(at, at + 3);
    const clause = plain(text);
    const weighed = clausePolarity(text, role, clause);
    const criticism = isConditional(separator, next, weighed.criticism) ? 0 : weighed.criticism;
    clauses.push({ ...weighed, criticism, role, sentence, isMinor: MINOR.test(clause) });
    const kind = kindOf(separator);
    role = roleAfter(kind, role, next);
    if (kind === 'turn') concede(clauses, open);
    if (kind === 'stop') sentence++;
    if (kind === 'turn' || kind === 'stop') open = clauses.length;
  }
  return clauses;
}

const WISH = new RegExp(
  pattern`
    ^if you(?:['’]re| are)?(?: (?:really|only|just|still|often))? (?:need|want|prefer|require|rely|plan|expect|value
    |look)
  `,
  'i',
);

/** `not ideal if you need it abroad`: falls short for some readers alone; an advice weighs more, and stays. */
function isConditional(separator: string, next: string, criticism: number): boolean {
  return criticism <= 2 && separator.trim() === '' && WISH.test(next);
}

/** What parts two clauses: only a stop ends the sentence. */
type Separator = 'stop' | 'turn' | 'break' | 'comma' | 'other';

function kindOf(separator: string): Separator {
  if (/^[.!?]/.test(separator)) return 'stop';
  if (TURNS.test(separator)) return 'turn';
  if (/^\s?[:;—–]/.test(separator)) return 'break';
  return separator.startsWith(',') ? 'comma' : 'other';
}

function roleAfter(separator: Separator, role: Role, next: string): Role {
  if (separator === 'turn') return 'turn';
  if (separator === 'stop' || separator === 'break') return openingRole(next);
  return separator === 'comma' && role === 'conceded' ? 'plain' : role;
}

const OPENING_MARKS = /^[^\p{L}\p{N}]+/u;
function openingRole(text: string): Role {
  if (OPENS_TURN.test(text)) return 'turn';
  return OPENS_CONCESSION.test(text) ? 'conceded' : 'plain';
}

/** What comes before the `but` of a sentence is conceded. */
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
    const clause = plain(item);
    const counted = clausePolarity(item, 'turn', clause).criticism;
    const limit = excuseOf(clause) === null ? 1 : 0;
    criticism += Math.max(isBurden(clause) ? 2 : limit, counted);
  }
  return criticism;
}

/** Shorter ones are numbers and marks. */
const SHORTEST_CLAUSE = 3;
const OF_THE_PAST = /\b(?:historically|once|used to be|formerly|previously)\b/;

/** The row of {@link CLAUSE_RULES} that decides shows why a clause has its weight. */
function clausePolarity(written: string, role: Role, clause: string): Polarity {
  if (written.length < SHORTEST_CLAUSE) return { praise: 0, criticism: 0 };
  const weighed = weighedClause(written, role === 'turn', clause);
  return decide(CLAUSE_RULES, weighed)(weighed);
}

/** A clause as the rules of clauses read it, behind a turn of its sentence or not. */
export function weighedClause(written: string, isTurn: boolean, clause = plain(written)): WeighedClause {
  const { praise, criticism } = wordsPolarity(written);
  return {
    plain: clause,
    isTurn,
    excuse: excuseOf(clause),
    praise: OF_THE_PAST.test(clause) ? 0 : praise,
    criticism,
    besidesPrice: () => besidesPrice(written, isTurn ? 'turn' : 'plain'),
  };
}

/** `high price and poor support`: only the half that names money is excused by it. */
function besidesPrice(written: string, role: Role): number {
  const halves = written.split(/\s(?:and|or)\s/);
  if (halves.length < 2) return 0;
  return halves.reduce((sum, half) => {
    const clause = plain(half);
    return sum + (excuseOf(clause) === null ? clausePolarity(half, role, clause).criticism : 0);
  }, 0);
}

/** As the patterns read it: in lower case, with straight marks and single spaces. */
function plain(written: string): string {
  return written
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s{2,}|[^\S ]/g, ' ');
}
