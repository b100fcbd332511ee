import { pattern } from '../pattern.js';
import type { OutcomeRow } from '../rule-table.js';

const WORDS = '(?:[^\\s,;]+ )';
const WORE = pattern`
  (?:sag|fad|fray|br[eo]ak|broken?\b|crack|fail|leak|rust|crash|peel|stretch|shrunk|shrink|scratch|worn|wear|slipped
  |malfunction|lost (?:its|any|a|my|our)|let (?:me|us|them) down|gone wrong|come loose)
`;
const SOON = pattern`
  (?:(?:within|in|the same|the next) (?:just |only |under |less than |about |the )?(?:an? |one |two |three |ten 
  |a few |\d+ )?(?:minutes|seconds|hours?|days?|morning|afternoon|week)
  |overnight|at once|right away|on the spot)\b
`;

/**
 * What speaks for a thing, in plain facts. Each row reads a clause in lower case with straight apostrophes; the
 * first that holds tells what came of it. What is denied is left out by `outcomes.ts`.
 */
export const MERIT_ROWS: readonly OutcomeRow[] = [
  {
    name: 'it is where somebody would begin',
    example: 'It is the course that we would start with.',
    pattern: pattern`
      \bthe ${WORDS}{1,3}?(?:that )?(?:i|we)(?:'d| would| always| now) (?:always |still |first )?(?:start|begin|go|stay
      |stick|reach|turn|come back|use|recommend|send)\b|\b(?:i|we)(?:'d| would)? (?:only |always )?recommend to\b
    `,
  },
  {
    name: 'what it did came soon',
    example: 'It replaced the battery within two days.',
    pattern: pattern`
      \b(?:paid|sent|refunded|replied|answered|shipped|delivered|fixed|repaired|replaced|solved|settled|resolved
      |approved
      |refunds?|repl(?:y|ies)|claims (?:are|were) (?:paid|settled)|up and running|set up) (?:${WORDS}{0,4}?)${SOON}
    `,
  },
  {
    name: 'nothing went wrong with it',
    example: 'After a year it has not faded at all.',
    pattern: pattern`
      \b(?:nothing|none of (?:it|them)|not one) (?:[a-z]+ )?(?:has |have |had |ever )*${WORE}
      |\b(?:has|have|had)(?: not|n't| never)(?: once| ever| yet)? ${WORE}|\bnever (?:once |ever )?(?:broke|failed
      |crashe[sd]|sagged|leaked|lost (?:its|a|any)|dropped|asked (?:me |us |them )?(?:twice|again))
      |\bhardly any (?:wear|noise|delays)\b|\bno (?:visible |signs? of )?wear\b
      |\bstill (?:holds|fits|feels|going strong|as good|tight|sharp|bright|spotless)\b
    `,
  },
  {
    name: 'most of its customers do well',
    example: 'Eight of ten students passed.',
    pattern: pattern`
      \b(?:most|all|nearly all|almost all|nine|eight|[89]|[89]\d ?%|[89]\d percent) (?:of|out of|in) (?:ten|10|its|the
      |our|their) [^,;]{0,40}?(?:found|passed|recommend|would|succeed|satisf|stay|renew|land|return)
      |\b[89]\d(?:\.\d)? ?(?:%|percent) of [^,;]{2,30} (?:on time|satisfied|recommend|passed|arrive|leave)\b
    `,
  },
  {
    name: 'it is thought highly of',
    example: 'Teachers rate the course highly.',
    pattern: pattern`
      \b(?:rate|rates|rated|regard|regards|regarded|value|values|think|speak|speaks|spoke) (?:${WORDS}{0,4}?)highly\b
      |\bhighly (?:rated|regarded|valued|sought)\b|\b(?:won|wins|received|earned) ${WORDS}{0,4}?(?:awards?|prizes?
      |medals?)\b|\bthe only (?:brand|one|product|thing) (?:that )?(?:they|we|i|you)\b
    `,
  },
  {
    name: 'it works without trouble',
    example: 'It bills without any hassle.',
    pattern: pattern`
      \bwithout (?:any |a |much |further )?(?:fuss|hassle|trouble|effort|drama|stress|delay|complaint|hesitation
      |thinking|second thought)\b
    `,
  },
  {
    name: 'people would not be without it',
    example: 'Once installed, you will not want to work without it.',
    pattern: pattern`
      \b(?:can(?:not|'t)|could(?: not|n't)|will not want to|won't want to|would(?: not|n't) want to) (?:imagine 
      |ever )?
      (?:live|do|be|work|manage|cook|travel|go back|go) ?(?:without)?\b
      |\bwish (?:we|i|they)(?:'d| had) (?:bought|found|switched|discovered|started|known)\b
      |\btalk(?:s|ed)? about (?:it )?for (?:days|weeks|years)\b|\bslept (?:better|through|like|well)\b
      |\bcan only (?:praise|recommend)\b|\bpraise it\b|\bchanged (?:my|our) (?:life|lives|mornings|routine)\b
    `,
  },
  {
    name: 'its people help',
    example: 'The crew went out of their way for us.',
    pattern: pattern`
      \bout of (?:its|their|his|her) way\b|\bthe extra mile\b|\bin (?:good|safe|the best) hands\b
      |\bmoney well spent\b|\bworth the (?:price|money|wait|trip|extra|premium|cost|upgrade)\b
    `,
  },
  {
    name: 'it takes what others charge for off the reader',
    example: 'It replaces three tools.',
    pattern: pattern`
      \breplac(?:es|ed) (?:two|three|four|five|several|a handful of|all (?:our|my|the)) (?:other )?[a-z]+s\b
      |\b(?:half|twice) the (?:price|cost|time|effort) of\b|\bcost(?:s)? (?:twice|three times) as much\b
    `,
  },
  {
    name: 'a saying of praise',
    example: 'It ticks all the boxes.',
    pattern: pattern`
      \b(?:ticks|checks) (?:all|every|most of) (?:of )?(?:the )?box(?:es)?\b|\bmore than makes up for\b
      |\b(?:hits|nails|found) (?:the sweet spot|the spot|the basics|it)\b|\bstands? the test of time\b
      |\bbuilt to last\b|\bholds? (?:its own|up well)\b|\bspeaks? for itself\b|\bnothing to be desired\b
      |\btakes? the (?:stress|hassle|pain|guesswork|headache) out\b|\bwon (?:me|us|them) over\b|\bpeace of mind\b
      |\bsafe bet\b|\bsuits? [^,;]{2,30} (?:very )?well\b|\b(?:two )?thumbs up\b|\bmust-have\b|\bcrowd-pleaser\b
      |\bbang for (?:the|your) buck\b
      |\bfive[- ]star reviews?\b|\ball (?:that )?most (?:people|users|teams|families) need\b
    `,
  },
  {
    name: 'it does more than the others',
    example: 'In our test it picked up the most dust.',
    pattern: pattern`
      \b(?:picked up|caught|lasted|scored|performed|did|fared|held up|removed|delivered|sounded|looked|ran|drove
      |came out)(?: by far)?(?: the)? (?:most|longest|highest|best)\b(?! complaints)
      |\bout(?:sells?|sold|scores?|scored|does|did|paces?|paced|runs?|ran|ranks?|ranked) (?:every|all|any|most|its|the
      |both|others)\b|\bwins? on [a-z]|\b(?:sets|set) (?:itself|themselves) apart\b|\bstands? apart\b
      |\bleads? the (?:way|field|pack)\b|\bthe (?:one )?(?:everyone|everybody|others) (?:else )?(?:cop(?:y|ies)
      |env(?:y|ies)
      |follows?)\b|\bthe envy of\b
      |\b(?:nothing|nobody|no one|no other [a-z]+|few [a-z]+|hardly any [a-z]+) (?:else )?(?:is|are|was|were|does|do
      |makes?|works?|runs?|comes?) (?:[a-z]+ )?(?:as [a-z]+|better)\b
      |\b(?:there is|there's) (?:no|nothing|hardly anything|little(?: that is)?) (?:[a-z]+ )?better\b
    `,
  },
  {
    name: 'it is as good as on its first day',
    example: 'It runs as on the first day.',
    pattern: pattern`
      \b(?:as|like)(?: on)? (?:the|its) first day\b|\b(?:not|n't|never) looked back\b|\bas if (?:it were )?new\b
      |\bmakes? (?:short|light|easy) work of\b|\b(?:breezes|sails) through\b
      |\bwithout (?:a|one|any) (?:single )?(?:hiccup|crash|error|outage|fault|delay|bug)\b
      |\b(?:clean|work|perform|run|hold|print|cut|cook|handle|sound|drive|ride|fit|sleep|soften|tolerate|steam|grind
      |brew|wash|travel|scale|integrate|wear|age|taste|sell)s? (?:${WORDS}{0,2}?)(?:very
      |really|remarkably|extremely|surprisingly|exceptionally|incredibly) (?:well|fast|smoothly)\b
      |\bsav(?:es|ed|ing) ${WORDS}{1,4}?(?:hours|days|weeks|money|hundreds|thousands|millions)\b
    `,
  },
  {
    name: 'it is what others go by',
    example: 'It is the industry standard.',
    pattern: pattern`
      \b(?:industry|de facto|market|category) (?:standard|benchmark|leaders?|favou?rites?)\b|\bhousehold names?\b
      |\bgo-to\b
      |\b(?:most|very) (?:widely|commonly|frequently|often)?[- ]?(?:used|popular|trusted|recommended|adopted|loved
      |respected|downloaded)\b|\b(?:widely|commonly|frequently) (?:used|recommended|adopted|trusted|praised
      |respected|regarded|considered)\b
      |\b(?:earned|won|enjoys?|gained|built|ha[sd]) ${WORDS}{0,4}?(?:trust|respect|loyalty|following|reputation)
      (?: (?:of|among|from|with|for)\b|\W*$)
    `,
  },
  {
    name: 'it is known for a merit',
    example: 'It is known for its customer service.',
    pattern: pattern`
      \b(?:known|praised|noted|renowned|recogni[sz]ed|lauded|valued|appreciated|loved|respected|prized|popular) for
      (?: (?:(?:its|their|the) (?!price|size|red\b|blue\b|colou?r|history|founder|advert|slogan|logo)|being 
      |having |offering ))
    `,
  },
  {
    name: 'most people get on with it',
    example: 'Most people tolerate it well.',
    pattern: pattern`
      \b(?:most|many|nearly all|almost all) (?:people|users|customers|owners|skins|teams|families|children|readers
      |buyers|skin types) (?:[a-z]+ )?(?:tolerate|like|love|enjoy|manage|find|get on)\b
      (?! (?:it|them) (?:too|hard|difficult|confusing))
      |\b(?:very |really |remarkably |consistently |unusually |astonishingly )?low(?:er|est)? (?:prices?|costs?|fees
      |rates|running costs)\b(?! (?:quality|end))|\bhandy\b|\bgood value\b
    `,
  },
  {
    name: 'people stay with it',
    example: 'We see no reason to switch.',
    pattern: pattern`
      \bsees? no reason to (?:change|switch|leave|look)\b|\b(?:would not|wouldn't) (?:trade|swap|part|give it up)\b
      |\bwithout being asked\b|\bno questions asked\b|\bremember(?:s|ed) (?:my|our|your|their) names?\b
      |\b(?:cut|halved|reduced|lowered) (?:our|my|their|your) ${WORDS}{1,3}?(?:by|in) (?:half|two|a (?:third|quarter)
      |\d)
      |\bnever (?:looked|felt|been|slept|worked|sounded) better\b|\bwithout (?:argument|question)\b
      |\b(?:nothing|nobody|no one) (?:touches|beats|tops|matches) it\b
    `,
  },
  {
    name: 'it is among the first',
    example: 'It ranks among the top three.',
    pattern: pattern`
      \b(?:ranks?|counts?|places?|is|are) among the (?:top|best|finest|safest|leading|most (?:reliable|trusted
      |loved))\b
      |\bw[io]ns? (?:almost|nearly|just about) (?:every|all)\b
      |\bthe (?!larg|bigg|old|tall|new|small|slow|weak|worst|high|low|price|cost)[a-z]{3,}est (?:[a-z]+ )?
      (?:in the (?:business|industry|class|world|country|field)|on the market)\b
    `,
  },
];
