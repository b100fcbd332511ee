import { pattern } from '../pattern.js';

/**
 * The patterns of {@link STANDING_RULES}. Those that end with `$` are read on what is before the name, those that
 * begin with `^` on what is after it.
 */
const ARTICLE = '(?:the |a |an |its |their )?';
/** Names that share the place of the one looked at: `than Bose or`, `over Sony, Bose and`. */
export const OTHERS =
  '(?:[\\p{Lu}\\d][^\\s,]*(?:\\s[\\p{Lu}\\d][^\\s,]*){0,2}(?:,\\s(?:and\\s|or\\s)?|\\s(?:and|or)\\s|\\s?/\\s?)){0,3}';
export const MEASURE = ending(
  pattern`
    (?:than|as|compared (?:to|with)|similar to|versus|vs\.?|beyond|outside|based on|combination of|built (?:in)?to
    |compatible with|works with|integrates with)\s${ARTICLE}(?:other |most |many )?${OTHERS}
  `,
);
/** Where things are found, bought or talked of: `at retailers like Sonos`, `on sites such as Sonos`. */
export const PLACE = new RegExp(
  pattern`
    \b(?:on|at|from|in|via|through|across)\s(?:[^\s.;:,()]+\s){0,4}?(?:platforms?|sites?|websites?|retailers?
    |stores?|shops?|marketplaces?|outlets?)\s\(?(?:like|such as|including|e\.g\.,?)\s[^.;:]{0,60}$
  `,
  'i',
);
export const EXAMPLE = ending(
  `(?:like|such as|including|e\\.g\\.,?|for example,?)\\s${ARTICLE}(?:[^\\s,]+,?\\s){0,6}?(?:and |or )?`,
);
export const REJECTED = ending(
  pattern`
    (?:avoid(?:\S*/\S+)?(?: \p{L}+ing(?: (?:solely )?on)?)?|steer clear of|skip|stay away from|wary of
    |(?:hard|difficult|impossible) to (?:recommend|trust|justify)
    |(?:not|never|\S*n['’]t|cannot) (?:recommend|choose|buy|use|trust))\s${ARTICLE}
  `,
);
export const RECOMMENDED = ending(
  pattern`
    (?:go (?:with|for)|going with|(?:can['’]t|cannot|never) go wrong with|hard to beat|swear by
    |lean(?:ing)? towards?|(?<!\byou )(?:recommend(?:ed)?|choose|pick|opt for|prefer|suggest)
    |(?:recommend|pick|prefer|suggest|highlight|praise|favou?r|love)s? (?:\S+ ){0,4}(?:like|such as)|winner is
    |choice is|start with|look no further than|top (?:pick|choice|recommendation)\S{0,2}
    |(?:pick|choice|recommendation|overall|winner|answer|best)(?: is)?:?)\s${ARTICLE}(?:is )?${ARTICLE}
  `,
);
export const PICKED_FOR_NEED = new RegExp(
  pattern`
    (?:^|\s)(?:if you|for|best|want|need|prefer|prioriti[sz]e|mostly)\b[^.;]{3,160}(?::|→
    |—)\s*(?:[^\s:]+\s(?:[^\s:]+\s)?or\s)?$
  `,
  'i',
);
export const CONSIDERED =
  /\b(?:consider|try|look at|check out|worth (?:checking|a look|considering)|worth)\b[^.;:]{0,60}[(\s]$/i;
export const SOURCE = ending(
  pattern`
    (?:according to|says|said|per|via|cited by|reported by|reviews? (?:from|on|at|by)|posts? on
    |articles? (?:in|on|from)|sources? (?:like|such as|including)|websites? (?:like|such as))\s${ARTICLE}
  `,
);
/** A name behind such words is criticised, whatever follows; that a company sues is a fact and no judgement yet. */
export const ACCUSED = ending(
  pattern`
    (?:(?:rul(?:ing|ed)|charges?|allegations?|accusations?|complaints?|backlash|protests?|action|sanctions?|verdict
    |judgment) (?:\S+ ){0,3}?against
    |(?:scandals?|fraud|misconduct|wrongdoing),? (?:\S+ )?(?:with|involving|at|by|around|surrounding)
    |accus(?:e|es|ed|ing)|fin(?:es|ed|ing)|bann(?:ed|ing)|blam(?:e|es|ed|ing)|condemn(?:s|ed|ing)?
    |critici[sz](?:e|es|ed|ing)|boycott(?:s|ed|ing)?|investigat(?:e|es|ed|ing)
    |warn(?:s|ed|ing)? (?:\S+ ){0,3}?(?:against|about|off)(?: using| buying)?|prevent(?:s|ed|ing)?|stopp(?:ed|ing)
    |(?:pull|withdr[ae]w|suspend|paus)\S{0,4} (?:\S+ ){0,3}(?:advertis\S+|ads?|campaigns?|spending|business
    |investments?|sponsorships?) (?:from|on))\s${ARTICLE}
  `,
);
/** What is said after the name is said of it as an object: `named it the best laptop`. */
export const JUDGED = ending(
  pattern`
    (?:named?|names|call(?:s|ed)?|rat(?:e|es|ed)|rank(?:s|ed)?|crown(?:s|ed)?|vot(?:e|es|ed)|consider(?:s|ed)?
    |prais(?:e|es|ed)|prefer(?:s|red)?|highlight(?:s|ed)?|finds?|found|picks?|picked|lists?|listed|like|love
    |loved)\s${ARTICLE}
  `,
);
/** Up to three words that lead to the name; a pronoun among them makes it an object. */
export const PRONOUNS = "(?:[Yy]ou|I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|[Ii]t)(?:['’]\\p{L}+)?|who|which";
export const LEAD = lead(PRONOUNS);
export const LEAD_WITHIN = lead(
  `${PRONOUNS}|with|of|for|from|by|in|on|at|to|than|like|against|about|via|regarding|between|\\p{Ll}+ing`,
);
/** Few words lead to a name that is the subject of its clause, and within a sentence no preposition is among them. */
export const SUBJECT = new RegExp(
  pattern`
    ^[^\p{L}\d]*${LEAD}
    |(?:[,;:()—–.“"|→]\s*|\s(?:but|and|while|that|because|so|or|though|although|as)\s)${LEAD_WITHIN}
  `,
  'u',
);
/** `The most reliable maker is Sonos`: the predicate comes first. */
export const PREDICATED = new RegExp(
  pattern`
    \b(?:best|most|top|leading|ideal|favou?rite|winner|safest|strongest
    |(?!larg|bigg|small|new|lat|old|earli)\p{L}{3,}est)\b[^.;:]{0,80}\s(?:is|are|remains|would be
    |was)\s(?:\p{Ll}+ly\s|still\s)?(?:the |an? )?$
  `,
  'iu',
);
export const SPEAKS = new RegExp(
  pattern`
    ^\s(?:posts?|readers|reviewers|editors|guide|ranking|roundup)\b
    |^[?!]?(?:\s\(\d{4}\))?(?:\s\p{L}+){0,3}?\s(?:picks|picked|lists|listed|puts|calls?|called|says?|said|names?
    |named|ranks?|praises?|reports?|reported|notes?|states?|stating|stated|claims?|maintains?|argues?|insists?
    |defends?|contends?|emphasizes?|highlights?|recommends?|considers?|rates?|writes?|responded|announced|confirmed
    |reveals?|revealed|found|publish(?:es|ed)|test(?:s|ed)|review(?:s|ed))\b
  `,
  'u',
);
export const CONDITION = /(?:^|\s)(?:if|when|unless|whether|already)\b[^,:;—]{0,60}$/i;
/** `great for Apple users`, `in the Apple ecosystem`: it is the reader's. */
export const OF_READERS = ending(
  '(?:for|in|into|within|to|are|an?|the|your|other|existing|current):?\\s(?:\\p{L}+\\s?/\\s?)*',
);
export const READERS_AFTER =
  /^(?:['’]s)?(?:\s\p{L}+)?\s(?:users?|owners?|fans|customers?|ecosystems?|households?|subscribers?|members?)\b/u;
export const BEST_AFTER = new RegExp(
  pattern`
    ^(?:['’]s)?[^.;,]{0,40}?\s(?:is|are|remains|was|stands out|beats|outperforms|wins)\s(?:[^.;,]{0,30}\s)?(?:best
    |better|top|winner|stronge(?:r|st)|standout|hard to beat|elite|superior|leader|recommended|safest|easiest)\b
  `,
  'i',
);

export const DENIED = /^[^.;,]{0,40}(?:\b(?:not|never|rarely|seldom|hardly|no longer)\b|n['’]t\b)/i;

export const GROUP_TO_EXAMPLE = '(?:[^\\s.;:,()]+\\s){1,5}?(?:like|such as)\\s(?:[^.;:()]|\\([^)]{0,40}\\)){0,40}$';
export const MEASURED_BY_GROUP = new RegExp(
  pattern`
    \b(?:than|as|compared (?:to|with)|(?:similar|comparable|close|equal) to|on par with|rivals?|versus
    |unlike)\s${GROUP_TO_EXAMPLE}
  `,
  'i',
);
export const SUGGESTED_GROUP = new RegExp(`\\bconsider\\s${GROUP_TO_EXAMPLE}`, 'i');

function lead(without: string): string {
  return `(?:(?!(?:${without})\\s)[^\\s,;:()—–.]+\\s){0,3}[(“"‘']?$`;
}

/** The words at the end of what is before the name. */
function ending(words: string): RegExp {
  return new RegExp(`(?:^|[\\s(“"])${words}$`, 'iu');
}
