/** How a sentence stands to a name in it, by the words before and after the name. */
export type Standing =
  | 'preferred' // to others
  | 'recommended'
  | 'considered' // suggested without a word of praise
  | 'warned against'
  | 'measure' // another is compared with it
  | 'example' // of what the clause before it speaks of
  | 'speaker' // it is the source of what is said, or the place where something is found
  | 'condition' // it belongs to what the reader has or uses
  | 'accused' // others act against it
  | 'judged' // the object of a verb of judging, which follows
  | 'bystander' // named within a clause about something else
  | 'none';

const ARTICLE = '(?:the |a |an |its |their )?';
/** Names that share the place of the one looked at: `than Bose or`, `over Sony, Bose and`. */
const OTHERS =
  '(?:[\\p{Lu}\\d][^\\s,]*(?:\\s[\\p{Lu}\\d][^\\s,]*){0,2}(?:,\\s(?:and\\s|or\\s)?|\\s(?:and|or)\\s|\\s?/\\s?)){0,3}';
const MEASURE = ending(
  `(?:than|as|compared (?:to|with)|similar to|versus|vs\\.?|beyond|outside|based on|combination of|built (?:in)?to|compatible with|works with|integrates with)\\s${ARTICLE}(?:other |most |many )?${OTHERS}`,
);
/** Where things are found, bought or talked of: `at retailers like Sonos`, `on sites such as Sonos`. */
const PLACE =
  /\b(?:on|at|from|in|via|through|across)\s(?:[^\s.;:,()]+\s){0,4}?(?:platforms?|sites?|websites?|retailers?|stores?|shops?|marketplaces?|outlets?)\s\(?(?:like|such as|including|e\.g\.,?)\s[^.;:]{0,60}$/i;
const EXAMPLE = ending(
  `(?:like|such as|including|e\\.g\\.,?|for example,?)\\s${ARTICLE}(?:[^\\s,]+,?\\s){0,6}?(?:and |or )?`,
);
const REJECTED = ending(
  `(?:avoid(?:\\S*/\\S+)?(?: \\p{L}+ing(?: (?:solely )?on)?)?|steer clear of|skip|stay away from|wary of|(?:hard|difficult|impossible) to (?:recommend|trust|justify)|(?:not|never|\\S*n['’]t|cannot) (?:recommend|choose|buy|use|trust))\\s${ARTICLE}`,
);
const RECOMMENDED = ending(
  `(?:go (?:with|for)|going with|(?:can['’]t|cannot|never) go wrong with|hard to beat|swear by|lean(?:ing)? towards?|(?<!\\byou )(?:recommend(?:ed)?|choose|pick|opt for|prefer|suggest)|(?:recommend|pick|prefer|suggest|highlight|praise|favou?r|love)s? (?:\\S+ ){0,4}(?:like|such as)|winner is|choice is|start with|look no further than|top (?:pick|choice|recommendation)\\S{0,2}|(?:pick|choice|recommendation|overall|winner|answer|best)(?: is)?:?)\\s${ARTICLE}(?:is )?${ARTICLE}`,
);
const PICKED_FOR_NEED =
  /(?:^|\s)(?:if you|for|best|want|need|prefer|prioriti[sz]e|mostly)\b[^.;]{3,160}(?::|→|—)\s*(?:[^\s:]+\s(?:[^\s:]+\s)?or\s)?$/i;
const CONSIDERED =
  /\b(?:consider|try|look at|check out|worth (?:checking|a look|considering)|worth)\b[^.;:]{0,60}[(\s]$/i;
const SOURCE = ending(
  `(?:according to|says|said|per|via|cited by|reported by|reviews? (?:from|on|at|by)|posts? on|articles? (?:in|on|from)|sources? (?:like|such as|including)|websites? (?:like|such as))\\s${ARTICLE}`,
);
/**
 * Who is named so is acted against, whatever the words after it; that somebody sues is a fact that judges nobody yet.
 */
const ACCUSED = ending(
  `(?:(?:rul(?:ing|ed)|charges?|allegations?|accusations?|complaints?|backlash|protests?|action|sanctions?|verdict|judgment) (?:\\S+ ){0,3}?against|(?:scandals?|fraud|misconduct|wrongdoing),? (?:\\S+ )?(?:with|involving|at|by|around|surrounding)|accus(?:e|es|ed|ing)|fin(?:es|ed|ing)|bann(?:ed|ing)|blam(?:e|es|ed|ing)|condemn(?:s|ed|ing)?|critici[sz](?:e|es|ed|ing)|boycott(?:s|ed|ing)?|investigat(?:e|es|ed|ing)|warn(?:s|ed|ing)? (?:\\S+ ){0,3}?(?:against|about|off)(?: using| buying)?|prevent(?:s|ed|ing)?|stopp(?:ed|ing)|(?:pull|withdr[ae]w|suspend|paus)\\S{0,4} (?:\\S+ ){0,3}(?:advertis\\S+|ads?|campaigns?|spending|business|investments?|sponsorships?) (?:from|on))\\s${ARTICLE}`,
);
/** What is said after the name is said of it as an object: `named it the best laptop`. */
const JUDGED = ending(
  `(?:named?|names|call(?:s|ed)?|rat(?:e|es|ed)|rank(?:s|ed)?|crown(?:s|ed)?|vot(?:e|es|ed)|consider(?:s|ed)?|prais(?:e|es|ed)|prefer(?:s|red)?|highlight(?:s|ed)?|finds?|found|picks?|picked|lists?|listed|like|love|loved)\\s${ARTICLE}`,
);
/** Up to three words that lead to the name; a pronoun among them makes it an object. */
const PRONOUNS = "(?:[Yy]ou|I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|[Ii]t)(?:['’]\\p{L}+)?|who|which";
const LEAD = lead(PRONOUNS);
const LEAD_WITHIN = lead(
  `${PRONOUNS}|with|of|for|from|by|in|on|at|to|than|like|against|about|via|regarding|between|\\p{Ll}+ing`,
);
/** Few words lead to a name that is the subject of its clause, and within a sentence no preposition is among them. */
const SUBJECT = new RegExp(
  `^[^\\p{L}\\d]*${LEAD}|(?:[,;:()—–.“"|→]\\s*|\\s(?:but|and|while|that|because|so|or|though|although|as)\\s)${LEAD_WITHIN}`,
  'u',
);
/** `The most reliable maker is Sonos`: the predicate comes first. */
const PREDICATED =
  /\b(?:best|most|top|leading|ideal|favou?rite|winner|safest|strongest|(?!larg|bigg|small|new|lat|old|earli)\p{L}{3,}est)\b[^.;:]{0,80}\s(?:is|are|remains|would be|was)\s(?:\p{Ll}+ly\s|still\s)?(?:the |an? )?$/iu;
/** `’s “best speakers” list`, `’s review`. */
const PUBLISHES =
  /^['’]s\s(?:[“"]|(?:[^\s.:,(]+\s){0,3}?(?:list|guide|review|ranking|roundup|testing|reviewers?|editors)\b|(?:[^\s.:,(]+\s)?(?:recommendations|picks)\b)/;
const SPEAKS =
  /^\s(?:posts?|readers|reviewers|editors|guide|ranking|roundup)\b|^[?!]?(?:\s\(\d{4}\))?(?:\s\p{L}+){0,3}?\s(?:picks|picked|lists|listed|puts|calls?|called|says?|said|names?|named|ranks?|praises?|reports?|reported|notes?|states?|stating|stated|claims?|maintains?|argues?|insists?|defends?|contends?|emphasizes?|highlights?|recommends?|considers?|rates?|writes?|responded|announced|confirmed|reveals?|revealed|found|publish(?:es|ed)|test(?:s|ed)|review(?:s|ed))\b/u;
const CONDITION = /(?:^|\s)(?:if|when|unless|whether|already)\b[^,:;—]{0,60}$/i;
/** `great for Apple users`, `in the Apple ecosystem`: it is the reader's. */
const OF_READERS = ending(
  '(?:for|in|into|within|to|are|an?|the|your|other|existing|current):?\\s(?:\\p{L}+\\s?/\\s?)*',
);
const READERS_AFTER =
  /^(?:['’]s)?(?:\s\p{L}+)?\s(?:users?|owners?|fans|customers?|ecosystems?|households?|subscribers?|members?)\b/u;
const BEST_AFTER =
  /^(?:['’]s)?[^.;,]{0,40}?\s(?:is|are|remains|was|stands out|beats|outperforms|wins)\s(?:[^.;,]{0,30}\s)?(?:best|better|top|winner|stronge(?:r|st)|standout|hard to beat|elite|superior|leader|recommended|safest|easiest)\b/i;

const DENIED = /^[^.;,]{0,40}(?:\b(?:not|never|rarely|seldom|hardly|no longer)\b|n['’]t\b)/i;

/**
 * Reads the words around a name: a comparison points at one of its sides, a recommendation or a warning at what follows
 * it, and who reports praise is not praised by it.
 */
export function standingOf(before: string, after: string): Standing {
  const near = before.slice(-NEAR);
  if (REJECTED.test(near)) return 'warned against';
  if (ACCUSED.test(near)) return 'accused';
  const isSubject = near.endsWith(', ') && opensStatement(after);
  if (SOURCE.test(near) || SPEAKS.test(after) || isPublisher(after)) return 'speaker';
  if (RECOMMENDED.test(near)) return 'recommended';
  if ((!isSubject && MEASURE.test(near)) || isKind(after)) return 'measure';
  if (EXAMPLE.test(near)) return exampleOf(near);
  if (BEST_AFTER.test(after) && !DENIED.test(after)) return 'preferred';
  if (OF_READERS.test(near) && READERS_AFTER.test(after)) return 'condition';
  if (PICKED_FOR_NEED.test(before) || isPredicated(before)) return 'recommended';
  if (CONDITION.test(near)) return 'condition';
  if (CONSIDERED.test(near)) return 'considered';
  if (JUDGED.test(near)) return 'judged';
  return SUBJECT.test(before) ? 'none' : 'bystander';
}

/** `on par with models like Sonos` measures by it, `consider a model like Sonos` suggests it. */
function exampleOf(near: string): Standing {
  if (PLACE.test(near)) return 'speaker';
  if (MEASURED_BY_GROUP.test(near)) return 'measure';
  return SUGGESTED_GROUP.test(near) ? 'considered' : 'example';
}

const GROUP_TO_EXAMPLE = '(?:[^\\s.;:,()]+\\s){1,5}?(?:like|such as)\\s(?:[^.;:()]|\\([^)]{0,40}\\)){0,40}$';
const MEASURED_BY_GROUP = new RegExp(
  `\\b(?:than|as|compared (?:to|with)|(?:similar|comparable|close|equal) to|on par with|rivals?|versus|unlike)\\s${GROUP_TO_EXAMPLE}`,
  'i',
);
const SUGGESTED_GROUP = new RegExp(`\\bconsider\\s${GROUP_TO_EXAMPLE}`, 'i');

/** Words further off say nothing about how the name stands. */
const NEAR = 90;

function isPredicated(before: string): boolean {
  return /\s(?:is|are|remains|be|was)\s/.test(before.slice(-25)) && PREDICATED.test(before);
}

/** `Sonos’s review`, `Sonos’s “best speaker” list`. */
export function isPublisher(after: string): boolean {
  return PUBLISHES.test(after);
}

/** Whether the name before it is the subject of a verb: `Sonos is`, `Sonos speakers have`. */
export function opensStatement(after: string): boolean {
  return OPENS_STATEMENT.test(after);
}

const COORDINATED =
  '(?:(?:,|\\s(?:and|or|&))\\s?(?:and\\s|or\\s)?(?:The\\s)?\\p{Lu}[^\\s,]*(?:\\s\\p{Lu}[^\\s,]*){0,3}\\s?){0,5}';
const OPENS_STATEMENT = new RegExp(
  `^(?:['’]s)?(?:\\s[\\p{L}\\d-]+){0,3}?(?:\\s\\([^)]{0,60}\\))?${COORDINATED}\\s?\\b(?:is|are|was|were|has|have|had|offers?|makes?|remains?|can|could|may|might|will|would|does|do|did|gives?|provides?|comes?|delivers?|gets?|stands?|works?|feels?|lacks?|needs?|faces?|suffers?|excels?|uses?|requires?|limits?|includes?|costs?|tends?|lets?)\\b`,
  'u',
);

/** `Sonos-style speakers`. */
export function isKind(after: string): boolean {
  return /^[-‑](?:type|style|like|inspired|esque|powered|based|compatible|only)\b/i.test(after);
}

function lead(without: string): string {
  return `(?:(?!(?:${without})\\s)[^\\s,;:()—–.]+\\s){0,3}[(“"‘']?$`;
}

/** The words at the end of what stands before the name. */
function ending(words: string): RegExp {
  return new RegExp(`(?:^|[\\s(“"])${words}$`, 'iu');
}
