import { pattern } from '../pattern.js';
import type { OutcomeRow } from '../rule-table.js';

const WORDS = '(?:[^\\s,;]+ )';
const PEOPLE = pattern`
  (?:customers|users|owners|buyers|clients|members|teams|families|subscribers|guests|travell?ers|passengers|students
  |graduates|patients|people|many|most|some|others|we|they|i)
`;
const PLACES = pattern`
  (?:rooms?|bathrooms?|carpets?|sheets|towels|beds?|bedding|pool|kitchen|cabins?|seats?|toilets?|showers?|hallways?
  |lobby|plates|cutlery)
`;

/**
 * What went wrong, in plain facts. Each row reads a clause in lower case with straight apostrophes; the first that
 * holds tells what happened. What is denied, guarded against or only possible is left out by `outcomes.ts`.
 */
export const HARM_ROWS: readonly OutcomeRow[] = [
  {
    name: 'somebody still waits',
    example: 'Two months later we are still waiting for the money.',
    pattern: pattern`
      \bstill (?:waiting|chasing|trying to (?:reach|get|cancel)|unpaid|unanswered|unresolved|unfixed
      |looking for (?:a |the |my |our )?(?:job|money|answer|refund)|no (?:refund|reply|answer|word|fix|response)
      |not (?:fixed|resolved|working|refunded|paid|back))\b
      |\bare still looking\b|\bno (?:reply|answer|response|refund)\b(?= (?:came|after|since|for|to|in)\b|\W*$)
    `,
  },
  {
    name: 'what was booked is called off',
    example: 'It canceled two of our bookings.',
    pattern: pattern`
      \b(?:cancell?ed|cancels|overbook(?:ed|s)|double-booked|bumped (?:us|me|them)|lost) ${WORDS}{0,4}?(?:flights?
      |orders?|bookings?|reservations?|appointments?|rooms?|trips?|deliver(?:y|ies)|class(?:es)?)\b
    `,
  },
  {
    name: 'what is due is refused',
    example: 'It turns down every third claim.',
    pattern: pattern`
      \b(?:turn(?:s|ed)? down|reject(?:s|ed)?|declin(?:es|ed) to|den(?:y|ies|ied)|contest(?:s|ed)
      |dismiss(?:es|ed)) ${WORDS}{0,4}?(?:claims?\b(?! (?:of|that|by|made))
      |refunds?|requests?|applications?|complaints?|returns?|help|pay
      |repair|fix)\b|\b(?:never|rarely|seldom|refuses to|does not|doesn't|won't) honou?rs?\b
      |\bexpect ${WORDS}{0,3}?(?:delays|denials|excuses|surcharges)\b
    `,
  },
  {
    name: 'it is not what it is said to be',
    example: 'Contrary to what it promises, the line is closed at night.',
    pattern: pattern`
      \bcontrary to (?:what|its|their)\b|\bdespite (?:its|their) (?:claims?|promises?|advertising|marketing)\b
      |\b(?:false|empty|broken) (?:claims|promises)\b|\bnot (?:at all )?(?:as|what was) (?:advertised|described
      |promised)\b
      |\bnowhere near (?:as|what|the)\b|\bpromised ${WORDS}{1,6}?(?:never|ago)\b
    `,
  },
  {
    name: 'customers turn away from it',
    example: 'Many have since moved back.',
    pattern: pattern`
      \b(?:ha(?:ve|s)|had) (?:all |both |since |already |now |mostly )*(?:moved|switched|gone|turned) (?:back\b|away
      |elsewhere)
      |\b${PEOPLE} (?:moved|switched|went) (?:back\b|elsewhere)|\bleft in droves\b
      |\bcancell?ed (?:our|my|their) (?:plans?|subscriptions?|memberships?|accounts?|contracts?|polic(?:y|ies))
      |\blost ${WORDS}{0,3}?(?:half|a third|a quarter|most|many|thousands) of its\b
    `,
  },
  {
    name: 'work costs or lasts more than planned',
    example: 'The move went over budget.',
    pattern: pattern`
      \b(?:over|beyond|above) budget\b|\bbehind schedule\b|\bmiss(?:es|ed) ${WORDS}{0,2}?deadlines?\b
      |\b(?:weeks|months|hours) late\b
    `,
  },
  {
    name: 'nobody helps',
    example: 'Nobody knew what to do about it.',
    pattern: pattern`
      \b(?:nobody|no one|no-one) (?:${WORDS}{0,2}?)(?:answers?|answered|repl(?:y|ies|ied)|responds?|responded|helps?
      |helped|picks? up|called|came|knew|cares?|cared|fix(?:es|ed)|got ${WORDS}{1,3}back|got a refund)\b
      |\bhang(?:s|ing)? up on\b|\bhung up\b|\bblam(?:es|ed) (?:the |its )?(?:customers?|users?|us|me|you)\b
      |\b(?:never|not|n't) (?:been )?(?:picked up|called back|reimbursed|repaid|fixed|resolved|addressed)\b
      |\bnever picks? up\b|\bha(?:s|ve|d) (?:[a-z]+ )?fixed (?:nothing|none)\b
      |\bhas(?: not|n't) (?:answered|addressed|fixed|responded|replied)\b
      |\bclosed ${WORDS}{0,2}?(?:tickets?|cases?|complaints?)\b|\bgetting through\b[^,;]{0,40} impossible\b
    `,
  },
  {
    name: 'a place is dirty',
    example: 'The carpets were stained.',
    pattern: pattern`
      \b${PLACES}(?: ${WORDS}{0,2}?| )(?:is|are|was|were|feels?|looks?|smells?|smelled) (?:[a-z]+ )?(?:dirty|filthy
      |stained|mou?ldy|smelly|unclean|musty|sticky|broken)\b|\b(?:dirty|filthy|stained|mou?ldy|musty) ${PLACES}\b
      |\bmou?ld (?:in|on)\b|\bbed ?bugs\b|\bcockroach(?:es)?\b|\bhad not been (?:cleaned|changed|washed|made)\b
      |\bhear every (?:word|step|sound|noise)\b|\bpaper-thin walls\b
    `,
  },
  {
    name: 'somebody fell ill or was hurt',
    example: 'The cream left me with blisters.',
    pattern: pattern`
      \b(?:gave|gives|left|leaves|got|caus(?:ed|es)|develop(?:ed|s)) (?!no )${WORDS}{0,3}?(?:rash(?:es)?|hives|blisters
      |burns|breakouts|headaches|infections?|nausea|food poisoning|allergic reactions?)\b
      |\b(?:break|breaks|broke) out\b|\bburn(?:s|ed|t|ing)? (?:the |my |our |their )?(?:skin|eyes|scalp|face)\b
    `,
  },
  {
    name: 'money is taken or lost',
    example: 'They kept charging us after the end.',
    pattern: pattern`
      \b(?:kept|keeps) (?:charging|billing|taking|our|my|their|the deposit)\b|\bcost (?:me|us|them) (?:[$€£\d]|hundreds
      |thousands)|\bhad to (?:dispute|fight|sue|beg|threaten|pay (?:twice|again|extra))\b|\bare a fight\b
      |\bnever (?:got|saw|received) ${WORDS}{0,3}?(?:back|refunds?|money)\b
      |\btook (?:my|our|their) (?:money|deposits?|premiums)\b
    `,
  },
  {
    name: 'it is left to itself',
    example: 'It has not released a real update since 2020.',
    pattern: pattern`
      \b(?:has|have)(?: not|n't) (?:shipped|released|added|improved|published) [^,;]{0,40}\b(?:since|for|in)\b
      |\bno ${WORDS}{0,2}?(?:updates?|fix(?:es)?|improvements?) (?:since|in|for)\b|\babandonware\b|\bunmaintained\b
      |\bquestions that (?:nobody|no one) answers\b
    `,
  },
  {
    name: 'a thing wears or acts up',
    example: 'The seams frayed within weeks.',
    pattern: pattern`
      \b(?:frays?|frayed|warps?|warped|sags?|sagged|squeaks?|flickers?|jams?|jammed|stutters?|disconnects?|tore|ripped
      |cracked|faded|shrank|unravel(?:s|ed)) (?:after|within|in (?:a|the|under|less)|on us|on me|from day|every|all the
      |constantly|daily|several|over and over)\b
      |\bpok(?:e|es|ed|ing) through\b|\b(?:was|is|were|are) (?:empty|flat|drained|unusable) (?:by|after|within|before)
      |\b(?:restarts?|restarted|reboots?|rebooted|logs me out|logged me out) (?:itself|by itself|randomly|at random
      |several|every|constantly|daily|on its own)
      |\b(?:apps?|screens?|pages?|it) freeze\b|\bcalls drop\b|\bdata (?:is|was) lost\b|\barriv(?:e|es|ed|ing)
      (?: [a-z]+)? (?:warm|cold|melted|rotten|opened|empty)\b|\b(?:was|were) (?:warm|rotten|mou?ldy|spoiled) (?:on
      |when)\b
    `,
  },
  {
    name: 'it has more faults than others',
    example: 'Drivers report more breakdowns than for any other van.',
    pattern: pattern`
      \bmore (?:claims|complaints|outages|returns|breakdowns|recalls|faults|failures|defects|accidents
      |lawsuits) (?:${WORDS}{0,4})?than\b|\bthe (?:most|highest number of) (?:complaints|outages|breakdowns|recalls
      |faults|failures)\b
    `,
  },
  {
    name: 'the reader is advised to look around',
    example: 'Think twice before you sign.',
    pattern: pattern`
      \bthink twice\b|\bstay (?:well )?clear\b|\blook (?:for|at) (?:something|anything|others?) else\b
      |\bbetter off (?:with|without|elsewhere)\b
      |\bthere are (?:far |much )?(?:better|nicer|safer|cheaper) ${WORDS}{1,3}?(?:nearby|out there|elsewhere|around
      |for)\b
      |\bmean(?:s)? nothing (?:to|for)\b|\bfor free elsewhere\b|\b(?:more|better) for less\b
    `,
  },
  {
    name: 'a saying of blame',
    example: 'Its service is hit or miss.',
    pattern: pattern`
      \bhit[- ](?:or|and)[- ]miss\b|\ba far cry from\b|\ba shadow of\b|\bnot what it (?:used to be|was|once was)\b
      |\bpast its prime\b|\bbehind the times\b|\bhalf-baked\b|\b(?:feels?|felt) (?:unfinished|rushed|like a beta
      |like an afterthought)\b|\ban afterthought\b|\bbare-?bones\b|\bnickel[- ]and[- ]dim(?:es?|ed|ing)\b
      |\bwatered[- ]down\b|\bbuyer beware\b|\brais(?:es|ed) (?:eyebrows|questions|doubts|red flags)\b
      |\b(?:not|n't) inspire (?:much )?confidence\b|\bdrop(?:s|ped) the ball\b|\bgr(?:inds|ound) to a halt\b
      |\b(?:deal-?breaker|money pit|paperweight)s?\b|\bthumbs down\b|\b(?:one|1)[- ]star reviews?\b
      |\bleaves? (?:much|a lot|something) to be desired\b|\bcorners (?:were|have been) cut\b|\bmissed opportunity\b
    `,
  },
  {
    name: 'it gives less than before',
    example: 'It scrapped the free plan.',
    pattern: pattern`
      \b(?:removed|scrapped|killed|axed|withdrew|cut|ended) ${WORDS}{0,3}?(?:free (?:plan|tier|version)|benefits|perks
      |warrant(?:y|ies)|refunds)\b|\badds? (?:nothing|little)\b|\bnothing of its own\b|\bknock-?offs?\b
    `,
  },
  {
    name: 'it rarely does what it should',
    example: 'It rarely delivers on time.',
    pattern: pattern`
      \b(?:rarely|seldom|never|hardly ever) (?:deliver|arriv|leav|depart|ship|work|run|answer|reply|connect|start
      |load)(?:s|es|ed)? (?:on time|at all|as|the first|properly|correctly|when)\b
      |\b(?:barely|hardly|only just) lasts?\b|\blasts? (?:barely|hardly|less than|no more)\b|\bdown most often\b
      |\bclosed (?:my|our|their) accounts?\b|\bkept (?:the|my|our) (?:balance|money|change)\b
    `,
  },
  {
    name: 'it has been hit',
    example: 'It was hit by three outages.',
    pattern: pattern`
      \b(?:hit by|suffered|plagued by|had|dogged by) ${WORDS}{0,3}?(?:outages|breaches|leaks|scandals|recalls
      |strikes)\b
      |\bwaited (?:for )?${WORDS}{1,2}?(?:hours|days|weeks|months|years)\b
      |\btold (?:nobody|no one)\b|\bquietly (?:raised|removed|changed|dropped|ended|cut|doubled)\b
      |\btried ${WORDS}{0,3}?times to\b|\bpays the least\b|\bcharges the most\b|\bout of (?:order|service)\b
      |\bnothing like (?:the|its|what)\b|\b(?:yelled|shouted|swore|screamed|snapped) at\b|\binsulted\b
      |\b(?:broken|down|offline|unavailable|late) (?:half|most|much) (?:of )?the time\b
      |\bpeel(?:s|ed|ing) (?:off|away)\b|\b(?:went|goes|was|were) (?:down|offline|dark) (?:four|five|six|a dozen
      |many|\d)
    `,
  },
  {
    name: 'something was found in it',
    example: 'Inspectors found mice in the kitchen.',
    pattern: pattern`
      \bfound ${WORDS}{0,2}?(?:mice|rats|mou?ld|lead|bacteria|flaws|holes|violations|cracks|insects|glass|malware
      |trackers)\b|\b(?:wiped|erased|corrupted|overwrote|destroyed) ${WORDS}{0,3}?(?:photos|files|data|notes|recordings
      |backups?|drives?|projects?|work)\b
      |\b(?:was|were|came|turned up) (?:already )?(?:spoiled|rotten|defective|faulty|broken|stained|cracked|dented
      |torn)\b
    `,
  },
];
