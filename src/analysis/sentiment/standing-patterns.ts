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
/** Who can turn away from what they bought. */
const DEALERS = pattern`
  (?:customers|users|owners|buyers|clients|people|members|teams|families|subscribers|readers|developers|many|others
  |we|i)
`;
export const REJECTED = ending(
  pattern`
    (?:pass on|give up on|${DEALERS}(?: \S+){0,2} (?:leaving|left|abandon(?:ed|ing)|ditch(?:ed|ing)|quit|returned
    |sent back|cancell?ed|stopped using|moved away from)(?: our| my)?|(?:nobody|no one) (?:at|from)
    |avoid(?:\S*/\S+)?(?: \p{L}+ing(?: (?:solely )?on)?)?|steer clear of|skip|stay away from|wary of
    |(?:hard|difficult|impossible) to (?:recommend|trust|justify)
    |(?:not|never|\S*n['’]t|cannot) (?:recommend|choose|buy|use|trust|start with|go with|go back to
    |come back to|stick (?:with|to)|point \S+ to|make it|bother with|waste \S+ \S+ on))\s${ARTICLE}
  `,
);
export const RECOMMENDED = ending(
  pattern`
    (?:go (?:with|for)|going with|(?:can['’]t|cannot|never|hardly|can not) (?:really )?go wrong with|hard to beat
    |swears? by
    |(?:nothing|nobody|none|no one|no other \S+|few) (?:else )?(?:comes?|gets?|came) (?:even )?close to
    |(?:nothing|nobody|none|no one|no other|few)(?: \S+){0,4} (?:match|beat|rival|equal|touch|top)(?:es|s)?
    |(?:few|no|no other|not many|hardly any) (?:\S+ ){1,3}?(?:is|are|was|were) (?:quite )?as \S+ as
    |(?:no other|nobody|no one|nothing) (?:\S+ ){1,6}?as (?:well|good|much) as
    |never (?:\S+ )?better than (?:with|at|on)|(?:it|that|mine) (?:would|will|has to|must) be|(?:vote|prize
    |crown) goes to
    |(?:find|is there|there is no|there's no|nothing|know of no|nobody|no one
    |no other \S+) (?:\S+ ){0,3}?better (?:\S+ ){0,3}?than|rav(?:e|es
    |ed|ing) about
    |f[ae]ll(?:en)? in love with
    |\bif [^,.;]{3,60}, (?:just |simply |then )?(?:buy|get|take)
    |lean(?:ing)? towards?|(?:ke(?:ep|eps|pt) |always )?(?:com(?:e|es|ing)|came|go(?:es|ing)?|went) back to
    |(?:make|made) it|point(?:s|ed)? (?:\S+ ){1,5}?(?:to|towards?)|reach(?:es|ed)? for|stick(?:s|ing)? (?:with|to)
    |(?:send|sent) (?:\S+ ){1,4}?to|(?:trust|trusted|trusts)(?: only)?|(?<!\byou )(?:recommend(?:ed)?|choose|pick
    |opt for|prefer|suggest)
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
/** Who sues for harm done; that one company sues another is a fact. */
const CLAIMANT = pattern`
  (?:customers|users|owners|buyers|clients|patients|passengers|tenants|employees|workers|families|parents|residents
  |investors|shareholders|drivers|members|subscribers|consumers|regulators?|prosecutors?|governments?|states
  |authorities
  |attorneys? general)
`;
/** A name behind such words is criticised, whatever follows; that a company sues is a fact and no judgement yet. */
export const ACCUSED = ending(
  pattern`
    (?:(?:rul(?:ing|ed)|charges?|allegations?|accusations?|complaints?|backlash|protests?|action|sanctions?|verdict
    |judgment) (?:\S+ ){0,3}?against
    |(?:scandals?|fraud|misconduct|wrongdoing),? (?:\S+ )?(?:with|involving|at|by|around|surrounding)
    |${CLAIMANT}(?: have| has)? (?:sued|are suing|is suing)|accus(?:e|es|ed|ing)|fin(?:es|ed|ing)|bann(?:ed|ing)
    |blam(?:e|es|ed|ing)|condemn(?:s|ed|ing)?
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
/** `ranks first` says where the name stands, `ranks phones` what it publishes. */
const INTRANSITIVE = pattern`
  (?!\s(?:first|second|third|last|high|low|at|in|among|near|as|above|below|behind|ahead|number|no\.|#|top|\p{Ll}+ly))
`;
const SAYING = pattern`
  picked|listed|puts|called?|says?|said|named|praises?|reported|stating|stated|maintains?|argues?|insists?|defends?
  |contends?|emphasizes?|highlights?|recommends?|considers?|writes?|responded|announced|confirmed|reveals?|revealed
  |found|publish(?:es|ed)|tested|reviewed
`;
/** Such a form may be a noun too: `denies claims`, `has great rates`. */
const ALSO_NOUN = pattern`
  picks|lists|calls?|names?|ranks?${INTRANSITIVE}|reports?|notes?|states?|claims?|rates?|tests|reviews?
`;
/** Behind such a word the form is a noun, or another verb has come before it. */
const NO_SPEAKER = pattern`
  offers?|gets?|gives?|with|of|is|are|was|were|charges?|pays?|the|an?|our|my|its|their|your|more|most|no|any|all|down
  |out|up|off|over|ha(?:s|ve) (?!\p{Ll}+ed\s|said\s|found\s)
`;
/** What may be between a publisher and what it does: `Sonos and others`, `Sonos Labs also`. */
const SPEAKER_WORD = pattern`
  (?:\p{Ll}+ly|also|often|now|still|once|has|have|and|others?|itself|\p{Lu}\p{L}*|readers|reviewers|editors|experts
  |testers|critics|users|owners|team|staff|magazine|lab|labs|surveys?)
`;
export const SPEAKS = new RegExp(
  pattern`
    ^\s(?:posts?|readers|reviewers|editors|guide|ranking|roundup)\b
    |^[?!]?(?:\s\(\d{4}\))?(?:(?:\s(?!(?:${NO_SPEAKER})\b)\p{L}+){0,3}?\s(?:${SAYING})|(?:\s${SPEAKER_WORD}){0,3}?\s(?:
    ${ALSO_NOUN}))\b
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

/** Another is set above the name in so many words. */
export const OUTDONE = ending(
  pattern`
    (?:(?:there are|plenty of|many|you can find) (?:\S+ ){0,2}?better (?:\S+ ){0,2}?than
    |(?:pick|choose|take|prefer|buy) (?:\S+ ){1,3}?over
    |beats?|outperform(?:s|ed)?|outclass(?:es|ed)?|outlast(?:s|ed)?|surpass(?:es|ed)?|trounc(?:es|ed))\s${ARTICLE}
  `,
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
export function ending(words: string): RegExp {
  return new RegExp(`(?:^|[\\s(“"])${words}$`, 'iu');
}
