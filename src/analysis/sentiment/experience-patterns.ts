import { pattern } from '../pattern.js';
import { ending } from './standing-patterns.js';

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
/** `Switching to Sonos saved …`, `We bought the Sonos again`: somebody tells of a dealing with it. */
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
