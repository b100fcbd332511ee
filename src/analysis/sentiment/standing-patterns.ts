import { pattern } from '../pattern.js';

/** The role of a name in its sentence, by the words before and after it. */
export type Standing =
  | 'preferred' // to others
  | 'recommended'
  | 'considered' // suggested without a word of praise
  | 'warned against'
  | 'outdone' // another is set above it
  | 'measure' // another is compared with it
  | 'example' // of what the clause before it speaks of
  | 'speaker' // it is the source of what is said, or the place where something is found
  | 'condition' // it belongs to what the reader has or uses
  | 'accused' // others act against it
  | 'judged' // the object of a verb of judging, which follows
  | 'bystander' // named within a clause about something else
  | 'experienced' // a dealing with it is described
  | 'none';

/** The words of a sentence around a name. */
export interface Sides {
  before: string;
  /** The last {@link NEAR} units before the name. */
  near: string;
  after: string;
}

/**
 * The patterns of {@link STANDING_RULES}. Those that end with `$` are read on what is before the name, those that
 * begin with `^` on what is after it.
 */
const ARTICLE = '(?:the |an? |its |their |this |that |these |my |our |your )?';
/** Names that share the place of the one looked at: `than Bose or`, `over Sony, Bose and`. */
const OTHERS =
  '(?:[\\p{Lu}\\d][^\\s,]*(?:\\s[\\p{Lu}\\d][^\\s,]*){0,2}(?:,\\s(?:and\\s|or\\s)?|\\s(?:and|or)\\s|\\s?/\\s?)){0,3}';
export const MEASURE = ending(
  pattern`
    (?:than|(?<!\bsuch )as|compared (?:to|with)|similar to|versus|vs\.?|beyond|outside|based on|combination of
    |built (?:in)?to
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
    |(?:end(?:s|ed)? up|tend(?:s|ed)? to) (?:choos(?:e|ing)|buy(?:ing)?|pick(?:ing)?|go(?:ing)? with|prefer(?:ring)?)
    |choice is
    |(?:default|vote|money|pick|favou?rite|choice|answer)s? (?:would be|is|goes (?:to|on))
    |(?:i|we)(?:['’]d| would) (?:\p{Ll}+ )?(?:take|pay for|get|buy|use|choose|pick|keep|order|start with|stay with)
    |start with|look no further than|top (?:pick|choice|recommendation)\S{0,2}
    |(?:pick|choice|recommendation|overall|winner|answer|best)(?: is)?:?)\s${ARTICLE}(?:is )?${ARTICLE}
  `,
);
export const PICKED_FOR_NEED = new RegExp(
  pattern`
    (?:^|\s)(?:if you|for|best|want|need|prefer|prioriti[sz]e|mostly|easiest|safest|simplest|cheapest|fastest
    |most (?!expensive|criti|contro|overr)\p{L}+|(?<=^\W*)(?!worst|weakest|slowest|larg|bigg|old|earli|new)\p{L}{3,}est)
    \b[^.;]{0,160}(?::|→
    |—)\s*(?:(?:[^\s:]+\s){1,4}or\s)?$
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
const PRONOUNS = "(?:[Yy]ou|I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|[Ii]t)(?:['’]\\p{L}+)?|who|which";
const LEAD = lead(PRONOUNS);
const LEAD_WITHIN = lead(
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
/** `ranks first` says where the name is placed, `ranks phones` what it publishes. */
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

/** `The usual choices are Bose and Sonos`, `People report the best results with Sonos`. */
export const CHOICES_ARE = new RegExp(
  pattern`
    \b(?<!\b(?:other|worst|only) )(?:choices|picks|favou?rites|recommendations|front-?runners|standouts)\s
    (?:\p{Ll}+\s)?are\s(?:[^.;:()]|\([^)]{0,60}\)){0,80}$
    |\b(?:best|good|great|excellent) (?:results|experiences?|luck|success)\b[^.;,]{0,30}\swith\s(?:the )?$
  `,
  'iu',
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

const GROUP_TO_EXAMPLE = '(?:[^\\s.;:,()]+,?\\s){1,6}?(?:like|such as)\\s(?:[^.;:()]|\\([^)]{0,40}\\)){0,40}$';
export const MEASURED_BY_GROUP = new RegExp(
  pattern`
    \b(?:than|as|compared (?:to|with)|(?:similar|comparable|close|equal) to|on par with|rivals?|versus
    |unlike)\s${GROUP_TO_EXAMPLE}
  `,
  'i',
);
export const WARNED_GROUP = new RegExp(
  `\\b(?:avoid|skip|(?:stay|keep) away from|steer clear of|wary of)\\s${GROUP_TO_EXAMPLE}`,
  'i',
);
const SUGGESTS = pattern`
  (?:consider|(?<!\b(?:you|they|we|people|many|users|to|not|already|who|may|can) )use|choose|pick
  |try(?! \p{Ll}+ing\b)|opt for|go (?:for|with)|look at)
`;
export const SUGGESTED_GROUP = new RegExp(`\\b${SUGGESTS}\\s${GROUP_TO_EXAMPLE}`, 'iu');

function lead(without: string): string {
  return `(?:(?!(?:${without})\\s)[^\\s,;:()—–.]+\\s){0,3}[(“"‘']?$`;
}

/** The words at the end of what is before the name. */
function ending(words: string): RegExp {
  return new RegExp(`(?:^|[\\s(“"])${words}$`, 'iu');
}

/** `In our test Sonos came last`: a phrase of time or place opens the sentence, and the name is its subject. */
export const OPENING_PHRASE_BEFORE = new RegExp(
  pattern`
    ^\W*(?:in|on|at|after|during|over|among|across|by|for|since|last|this|even|despite)\s[^,;:.()]{2,80}
    (?<!\s(?:with|of|for|from|by|in|on|at|to|and|or|as|than|like|about|via|against))\s(?:the |my |our |their )?$
  `,
  'iu',
);
export const VERB_AFTER = new RegExp(
  pattern`
    ^(?:\s[\p{Lu}\d][\p{L}\d-]*){0,2}(?:\s\p{Ll}{2,20}){0,3}?\s(?:came|fell|broke|lost|got|went|led|held|won|beat
    |let|took|gave|left|stood|kept|made
    |is|was|are
    |were|has|have|had|did|does|can|will|could|would|\p{Ll}{2,}(?:ed|(?<!s)s))\b
  `,
  'u',
);
/** `The battery of the Sonos failed`: what is said of a part or of the work is said of the whole. */
export const OF_ITS_PART = new RegExp(
  pattern`
    ^\W*(?:the |its |our |my |one )?(?!(?:rivals?|competitors?|alternatives?|owners?|fans?|histor|founders?|acqui
    |price|purchase|ceo|people)\p{Ll}*\s)\p{Ll}[\p{Ll}-]+(?:\s\p{Ll}[\p{Ll}-]+)?\s(?:of|on|from|in|at|with)\s
    (?:the |my |our |your |this |that )?$
  `,
  'iu',
);
/** `The kettle, made by Sonos, is excellent`: what is said of a product is said of its maker. */
export const MADE_BY = /,\s(?:which is )?(?:made|built|designed|manufactured|produced|developed) by\s(?:the )?$/i;
/** `Sonos belongs to Bose, a company praised for its service`: what comes next is about the owner. */
export const OWNED = new RegExp(
  pattern`
    ^\s(?:now )?(?:belongs to|(?:is|was|are|were) (?:now |since )?(?:owned|acquired|bought|run) by
    |(?:is|are) (?:a |an |the )?(?:\p{Ll}+ )?(?:subsidiary|division|unit|part) of)\s
    (?!.*\b(?:and|but)\s(?:it|its|they|is|are|has|have|offers?|makes?)\b)
  `,
  'iu',
);
/** `I had a Sonos before, and …`: what comes next is about the choice of now. */
export const FORMER_BEFORE =
  /(?:^\W*|,\s)(?:i|we)\s(?:had|used|owned|started with|used to (?:have|own|use))\s(?:(?:an?|the|my|our)\s)?$/i;
export const FORMER_AFTER = /^(?:\s[\p{L}\d]+){0,2}\s(?:before|previously|back then|at first|until)\b/iu;
/** `Half of the boxes we ordered from Sonos`, `nine of ten graduates of Sonos`: what is said of most is said of it. */
export const OF_ITS_WORK = new RegExp(
  pattern`
    ^\W*(?:half|most|some|many|several|all|both|one|two|three|four|five|six|seven|eight|nine|ten|\d+(?:\s?%)?
    |every(?:\s\p{Ll}+)?)\s(?:of\s|in\s|out\sof\s)?(?:[\p{Ll}\d-]+\s){0,6}?(?:of|from|at|by|with|on)\s(?:the |my 
    |our |a )?$
  `,
  'iu',
);
/** `Patients waited nine months at Sonos`, `I tried three times to cancel Sonos`. */
export const EXPERIENCED = new RegExp(
  pattern`
    ^\W*(?:i|we|my \p{Ll}+|our \p{Ll}+|inspectors|auditors|(?:the |many |some |most |several |all )?(?:customers
    |users|owners
    |buyers|clients|patients|guests|passengers|students|graduates|employees|drivers|travell?ers|parents|members
    |subscribers|tenants|players))(?:['’]\p{Ll}+)?\s
    (?:(?!than|against|versus|like|as|instead|between|compar\p{L}+)[\p{L}\d'’-]+\s){1,10}$
  `,
  'iu',
);
/** `Sonos owners say …`: customers are no publishers. */
export const CUSTOMERS_SAY = new RegExp(
  pattern`
    ^(?:['’]s)?\s(?:own |former |most |many )?(?:owners|customers|users|buyers|guests|patients|students|employees
    |drivers
    |subscribers|members|passengers|graduates)\s(?:\p{Ll}+\s){0,2}?(?:say|said|report|complain|praise|love|hate|rave
    |agree|describe|call|rate|recommend|would|swear|warn)\b
  `,
  'u',
);
/** `The only complaint about Sonos`. */
export const ONLY_FAULT = ending(
  pattern`
    (?:only|sole|one) (?:real |big |small |minor )?(?:complaint|gripe|quibble|downside|drawback|flaw|catch|criticism
    |weakness|thing)(?: (?:that )?(?:i|we|they|users|people|reviewers|testers) (?:\S+ )?\S+)? (?:about|with|of|to)\s
    (?:the |this )?
  `,
);
/** `There is a small learning curve with Sonos`, `It took Sonos six weeks to …`: what comes next is about it. */
export const THERE_IS = new RegExp(
  pattern`
    ^\W*it took (?:the )?$
    |^\W*(?:there (?:is|are|was|were)|expect|you (?:get|have|will find))\s[^,.;:]{3,60}\s(?:with|at|in|about|on
    |from)\s(?:the |a )?$
  `,
  'iu',
);
/** `Switching to Sonos saved …`, `We bought the Sonos again`: a dealing with it is described. */
export const DEALT_WITH = new RegExp(
  pattern`
    (?:^\W*|[,;]\s)(?:(?:i|we|\p{Ll}+ (?:that|who)|\p{Ll}+ (?:i|we) know who|my \p{Ll}+
    |our \p{Ll}+)(?:['’]\p{Ll}+)?\s(?:would |will |have 
    |had |just |never |only )*)?
    (?:(?:switch|mov|chang|upgrad)(?:e|ed|ing)? to|(?:buy|us|choos|order|return|book|try|own|get)(?:ing)?
    |(?:gett|return|cancell?|reach|contact|order)ing\s[^,.;]{0,30}?\s(?:from|to|with|at|by)
    |(?:bought|used|chose|ordered|returned|booked|tried|owned|got)(?: from)?)\s(?:the |an? |my |our )?$
  `,
  'iu',
);

/** `’s “best speakers” list`, `’s review`. */
const PUBLISHES = new RegExp(pattern`
    ^['’]s\s(?:[“"]|(?:[^\s.:,(]+\s){0,3}?(?:list|guide|review|ranking|roundup|testing|reviewers?|editors)\b
    |(?:[^\s.:,(]+\s)?(?:recommendations|picks)\b)
  `);

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
  pattern`
    ^(?:['’]s)?(?:\s[\p{L}\d-]+){0,3}?(?:\s\([^)]{0,60}\))?${COORDINATED}\s?\b(?:is|are|was|were|has|have|had
    |offers?|makes?|remains?|can|could|may|might|will|would|does|do|did|gives?|provides?|comes?|delivers?|gets?
    |stands?|works?|feels?|lacks?|needs?|faces?|suffers?|excels?|uses?|requires?|limits?|includes?|costs?|tends?
    |lets?)\b
  `,
  'u',
);

/** `Sonos-style speakers`. */
export function isKind(after: string): boolean {
  return /^[-‑](?:type|style|like|inspired|esque|powered|based|compatible|only)\b/i.test(after);
}
