import { anyOf, pattern } from '../pattern.js';

/*
 * All patterns read a clause in lower case with straight apostrophes, which lets them do without the flags that make
 * a search slow.
 */

/** Qualities that buyers pay for: to lack one is a fault, while to lack a feature is a missing extra. */
const QUALITY = pattern`
  (?:quality|performance|power|strength|speed|range|durability|longevity|reliability|stability|consistency
  |accuracy|precision|clarity|sharpness|brightness|contrast|detail|depth|richness|bass|dynamics|warmth
  |breathability|ventilation|insulation|protection|comfort|refinement|polish|finesse|style|character
  |responsiveness|traction|grip|efficiency|build|battery(?: life)?|security|privacy|transparency|trust)\b
`;
const BUYERS = `(?:user|reviewer|owner|customer|buyer|people|tester|critic|expert|driver|travell?er|rider|parent)s?`;
const NOT = `(?:\\b(?:not|never|nor|cannot|rarely|seldom|hardly)|n't)`;
const WORD = `[^\\s,;.]+`;
/** Words of excess, where a word of degree comes before them. */
const BURDEN = pattern`
  (?:heavy|(?:hard|difficult) (?:on|to (?!beat|fault|top|match|ignore|argue|find))|complex|loud|noisy|messy|stiff
  |cramped|cluttered|sparse|fiddly|finicky|tricky|slow|dim|grainy|tight|snug|hot|restrictive|plasticky)
`;
const DEGREE = `(?:a bit|a little|slightly|somewhat|rather|quite|too|very|pretty)`;

/** Things that are better in small amounts. */
const SPARED = pattern`
  (?:noise|weight|latency|lag|power|waste|time|maintenance|effort|hassle|fuss|mess|space|energy|water|oil|heat
  |footprint|size|setup|waiting|cooking|charging|delivery|expensive|costly|risk|emissions|pric|cost|fees?|rates?)
`;
/** What goes wrong with things. */
const FAIL = pattern`
  (?:break|crack|peel|fade|chip|scratch|stain|tear|clog|jam|leak|rust|crash|freeze|overheat|disconnect
  |wear (?:off|out)|malfunction|fail)
`;

/** Ways to deny a merit, behind {@link NOT}. */
const DENIED = [
  // not as fast, doesn't last as long
  pattern`
    (?: (?!known|regarded|described|classified|only|just)${WORD}){0,2}? as "?(?!(?:an?|the|any|one|other|such
    |its?|their|well(?!-)|of|long as|many|much for|part)\b)${WORD}
  `,
  // not up to par, not the sharpest
  `(?: ${WORD}){0,2}? (?:so (?:good|great|well)|up to (?:par|scratch|the)|the (?:best|most|[a-z]{3,}est)\\b)`,
  // not ideal, isn't very breathable, may not be strong enough
  pattern`
    (?: (?:be|quite|really|always|exactly|particularly|especially|very|all that|that|an?|necessarily|feel|look
    |sound|work|perform|well))*? (?:(?:ideal|great|good|perfect|suited|suitable|strong|enough|class-leading|well)\b
    |(?:very|particularly|especially) ${WORD}|${WORD} enough\b)
  `,
  `(?: ${WORD}){1,5}? well\\b(?! as|-)`,
  // doesn't offer the same level of durability
  ` (?:offer|have|deliver|provide|match|reach|get) (?:${WORD} ){0,4}?${QUALITY}`,
  // won't rival, may not satisfy, can't keep up
  pattern`
    (?: (?:quite|always|fully|really))? (?:rival|match|compete|measure up|live up|hold up|keep up|stand up|satisfy
    |suit|last|perform|please|appeal to everyone|deliver|impress|survive)\b
  `,
];

/**
 * Ways to say that a thing falls short, whatever the quality is and without a word of criticism. Each is a construction
 * of the language: comparison to another's advantage, denied merit, excess, a quality that is missing or impaired, and
 * complaints reported.
 */
const SHORTFALLS = [
  `${NOT}(?:${DENIED.join('|')})`,
  // lags behind, falls short, could be brighter
  pattern`
    \b(?:lags|lagging|lag behind|(?:may|might|can|could|will) lag|trails (?:behind|its|the|other)|outgrow
    |falls? (?:short|behind)|(?:still|slightly|a bit|well|far) behind|below average|to be desired|pales|drops? off
    |under-?performs?|ranks? last|nothing special|mixed reviews|only average|outclassed|outperformed by
    |limiting factor|wears? (?:out|down) (?:faster|quick)
    |could (?:be|use) (?:a (?:bit|little) )?(?:improve
    |more |(?:better|[a-z]{3,}er)\b(?! (?:option|choice|pick|fit|suited|alternative))))
  `,
  // slower than, shorter battery life than, feels cheap
  pattern`
    \b(?:(?:slower|weaker|noisier|louder|dimmer|clunkier|worse|less (?!${SPARED})${WORD})\b[^,;.]{0,40} than\b
    |(?:is|are|be) less than\b|(?:shorter|smaller|lower|narrower|heavier) (?!${SPARED})[^,;.]{2,30} than\b
    |(?:feels?|looks?|seems?|sounds?) (?:${WORD} )?cheap|cheap(?:-| )(?:feeling|looking|plastic|materials?|build))
  `,
  // lacks depth, limited range, inconsistent quality; but no device that uses less power
  pattern`
    \b(?:lack(?:s|ing)?|limited|reduced|less(?<!(?:consum|us|draw|need|requir)(?:e|es|s|ing) less)|poor|weak|low
    |lower|mediocre|average|inconsistent|uneven|varying|only decent|compromised) (?:${WORD} ){0,3}?${QUALITY}
  `,
  // quality may vary, battery life is short
  pattern`
    \b(?:${QUALITY}|sizing|results|fit|support|experience)[^,;.]{0,20} (?:may|can|might|could|tends? to
    |will) (?:vary|suffer|drop|degrade|be (?:inconsistent|lacking|hit))\b
  `,
  pattern`
    \b${QUALITY}(?: \([^)]{0,40}\))? (?:is|are|can be|may be|might be|feels?) (?:[a-z]+ )?(?:limited|short|poor|weak
    |lacking|mediocre|low|unreliable|inconsistent)\b
  `,
  // may affect stability, at the expense of range
  pattern`
    \b(?:(?:impacts?|affects?|hurts?|limits?|reduces?
    |(?:compromis|sacrific)(?:e|es|ed|ing))(?<!(?:without|not|n't|never) [a-z]+)
    |at the (?:expense|cost) of) (?:${WORD} ){0,3}?${QUALITY}
  `,
  // weak in the bass, suffers when, issues with, a major limitation, no longer supported
  pattern`
    \b(?:bad|worse|poor|weak) (?:in|for|at)\b|\bsuffers? (?:when|from|in)\b|\bprone to\b|\btrade-?offs? in\b
    |\b(?:reported|known) (?:issues|problems|bugs)|\b(?:issues|problems|trouble) with\b
    |\bha(?:s|ve) (?:${WORD} )?limitations\b
  `,
  pattern`
    \bsteep(?:er)? (?:${WORD} )?learning curve\b|\blearning curve (?:is|can be) (?:[a-z]+ )?steep
    |\b(?:major|significant|serious|big|biggest|key|main|notable|real|critical) (?:limitation|drawback|downside
    |disadvantage|weakness|flaw|issue|problem|concern|caveat|trade-?off|barrier)s?\b
    |\bno longer (?:${WORD} )?(?:supported|updated|maintained|developed|available|made|sold)\b
  `,
  // tends to overheat, breaks easily, drains the battery, has slipped, delays have been reported
  pattern`
    \b(?:tends? to|can|may|might|could|known to) ${FAIL}\b
    |\b${FAIL.replace('wear', 'wears?')}(?:s|es)? (?:off |out )?(?:easily|quickly|often|frequently|over time|after
    |under|when|within)\b|\bdrains? (?:${WORD} )?batter
    |\bha(?:s|ve) (?:slipped|declined|dropped|worsened|deteriorated|gone downhill)\b
    |\b(?:issues|problems|complaints|delays|outages|bugs|crashes|failures|leaks|defects)\b[^,;.]{0,30} (?:been|were
    |are) (?:[a-z]+ )?reported\b
  `,
  // may lose suction
  pattern`
    \b(?:may|might|can|could|will|tends? to|starts? to) lose (?:${WORD} ){0,3}?(?:${QUALITY}|charge|suction|signal
    |connection|shape|pressure|value|data|settings)
  `,
  // faced scrutiny, under investigation; some users report, reviewers complain
  pattern`
    \b(?:fac(?:e|es|ed|ing)|under|dr[ae]wn?|met with) (?:${WORD} ){0,3}?(?:scrutiny|criticism|investigation|backlash
    |lawsuits?|fines?|allegations)\b
  `,
  pattern`
    \b(?:some|many|several|a few|certain) ${BUYERS}(?: have| might| may)? (?:report|complain|struggl|experienc
    |dislike|critici|be disappointed)
  `,
];
const SHORTFALL = anyOf(SHORTFALLS);
const BEARS_BURDEN = new RegExp(`\\b${BURDEN}\\b`);
const EFFORT = new RegExp(pattern`
    \b(?:requires?|needs?|takes?|demands?|involves?) (?:a (?:lot|great deal|fair amount) of|lots of|much|more
    |considerable|extensive|significant|frequent|constant) (?:[a-z-]+ ){0,2}?(?:knowledge|know-how|skills?|expertise
    |effort|maintenance|upkeep|setup|set-up|tinkering|configuration|training)\b
  `);

/**
 * Whether a clause calls its subject heavy, loud or slow, or says that it takes effort: under a title of drawbacks that
 * is a fault as it stands.
 */
export function isBurden(clause: string): boolean {
  return EFFORT.test(clause) || (BEARS_BURDEN.test(clause) && excuseOf(clause) === null);
}

/** Too sparse, a bit bulky, can get loud; but neither `not too loud` nor `without being bulky`. */
const EXCESS = new RegExp(
  pattern`
    \b(?:too|overly) (?!many|much|if\b)[a-z]
    |\b(?:is|are|${DEGREE}|feels?|gets?|runs?|can be|may be|might be|more) (?:${DEGREE} )?${BURDEN}\b
  `,
);
const NO_EXCESS = new RegExp(`(?:\\b(?:not?|never|nor|without)|n't)\\b[^,;]{0,25}\\b(?:too|overly|${BURDEN})\\b`);

/** Whether a clause says that its subject falls short. */
export function fallsShort(clause: string): boolean {
  return SHORTFALL.test(clause) || (EXCESS.test(clause) && !NO_EXCESS.test(clause));
}

/**
 * Said after `but` or under a title of drawbacks, such words are meant as faults, though elsewhere they only describe.
 */
const LIMIT = new RegExp(pattern`
    \b(?:(?:may|might) (?:lack|feel)|could be|can feel|less|issues?|shorter|slower|smaller|lower|narrower|heavier
    |only average|runs? (?:small|large|hot)|not as
    |(?:more|quite|fairly|very) (?:basic|technical|complex|complicated|involved)
    |some (?:users?|people|reviewers?|owners?) find)\b
  `);
/** Such words tell how far a thing goes; two of them are a fault. */
const SCOPE = /\b(?:limited|restricted|confined|modest|only|narrow|basic|small)\b/;

/** How much a limit weighs where it is meant as a fault: 2, or 1 where it is one of scope; 0 where there is none. */
export function limitIn(clause: string): number {
  if (LIMIT.test(clause)) return 2;
  return SCOPE.test(clause) ? 1 : 0;
}

/** A clause about money judges the price, and price alone undoes no recommendation. */
const MONEY = new RegExp(pattern`
    [$€£]
    |\b(?:pric[a-z]*|expensive|cost[a-z]*|budget|subscription|paid|paywall|fees?|splurge|investment|afford[a-z]*
    |cheap|cheaper|cheapest|premium tier|value)\b
  `);
/** The measure of a comparison, and a look or feel: no words about money. */
const NOT_MONEY = new RegExp(
  pattern`
    \b(?:higher|lower)-priced|\bprice[- ](?:fixing|gouging)
    |\b(?:pricier|cheaper|(?:more|less) expensive) (?:options?|models?|alternatives?|brands?|ones|competitors
    |rivals)\b|\b(?:feels?|looks?|seems?|sounds?) (?:[a-z]+ )?cheap(?:er)?\b
    |\bcheap(?:-| )(?:feeling|looking|plastic|materials?|build)\b|\bpaid (?:content|members?)\b
  `,
  'g',
);
/** Such a clause says who the reader is, what he would not mind, or sets a condition. */
const OF_THE_READER =
  /^if\b|\bif (?:you|your|price|budget)\b|\bif\b.{0,40}\b(?:concerns?|priority|matters?)\b|n't mind\b/;
/** Likes and dislikes differ. */
const TASTE = /\b(?:polari[sz]ing|divisive|controversial (?:styling|design|exterior|looks?))\b/;
/** A clause about what is left out names a missing extra; `for those who …` names an audience. */
const MISSING_EXTRA = new RegExp(pattern`
    \b(?:no(?! longer)|lacks?|lacking|without|fewer|only one|(?:not|n't) (?:include|have|offer|support|come with)
    |missing|learning curve|footprint|requires?|required|separately|closed[- ]source|open[- ]source|proprietary|who
    |for those)\b
  `);

/**
 * Why a clause (in lower case, with straight apostrophes) that sounds critical is no criticism of quality; null where
 * nothing excuses it. Price and what concerns the reader alone excuse all of it; a missing extra excuses bad words, but
 * not that the thing falls short.
 */
export function excuseOf(clause: string): 'price' | 'reader' | 'extra' | null {
  if (MONEY.test(clause) && MONEY.test(clause.replace(NOT_MONEY, ''))) return 'price';
  if (OF_THE_READER.test(clause) || TASTE.test(clause)) return 'reader';
  return MISSING_EXTRA.test(clause) ? 'extra' : null;
}
