import { anyOf, pattern } from '../pattern.js';
import { HARM_ROWS } from './harm.rules.js';
import { MERIT_ROWS } from './merit.rules.js';

/*
 * What happened, where a thing is ranked and what is advised, said without a word of feeling. All patterns read a
 * clause in lower case with straight apostrophes.
 */

const WORDS = '(?:[^\\s,;]+ )';
/** What customers trust a company with. */
const ENTRUSTED = pattern`
  (?:data|records|passwords|address(?:es)?|details|information|accounts?|files|photos|numbers|deposits|savings|money
  |funds
  |recordings|e-?mails|messages|documents|parcels?|packages?|luggage|orders?|work|progress|backups?|notes)\b
`;
/** Things that reach the one who ordered them, or do not. */
const LATE = pattern`
  (?:late|damaged|broken|dented|scratched|stained|cracked|defective|faulty|incomplete|wrong|dead|spoiled|torn)\b
`;

const ENDED = pattern`
  \bshut down\b(?! (?:automatically|when|if|on))|\bshuts down (?:mid|without|random|unexpected)|\bshuttered\b
  |\bclosed (?:down|its (?:doors|shops|stores|branches))|\bdiscontinu(?:ed|es|ing)\b|\bpulled the plug\b
  |\b(?:stopped|stops|ceased|ended|dropped|cut) (?:selling|making|supporting|updating|support\b|updates\b
  |operations\b)
  |\b(?:went|gone|goes) (?:bankrupt|bust|under\b|out of business)|\bfiled for bankruptcy\b|\binsolven(?:t|cy)\b
  |\b(?:has|have|had)(?: not|n't) been (?:updated|maintained|patched|improved)\b|\bno updates? (?:since|for)\b
  |\b(?:removed|stripped|took away) ${WORDS}{0,2}?features\b|\blost its (?:way|licen[cs]e|certifi|accredit|charm|edge)
`;
const EXPOSED = pattern`
  \b(?:was|were|got|been|is|are) (?:[a-z]+ly )?(?:hacked|breached|compromised)\b|\bdata breach\b
  |\b(?:leak(?:ed|s)|expos(?:ed|es)|los(?:t|es|ing)|spilled|deletes?|deleted|sold) ${WORDS}{0,4}?${ENTRUSTED}
  |\b${ENTRUSTED} ${WORDS}{0,2}?(?:was |were |been |got )?(?:leaked|exposed|stolen|copied|lost|deleted|sold)\b
  |\bstored ${WORDS}{0,3}?in (?:the clear|plain ?text)\b
  |\b(?:spie[sd] on|misled|misleads?|deceiv(?:es|ed)|cheat(?:s|ed)|lied|lies to|swindl|defraud|faked|exaggerat(?:es
  |ed)|spams?\b)
  |\bclass[- ]action\b|\bfake reviews\b
`;
const PENALISED = pattern`
  \b(?:was|were|been|being|got|is|are) (?:[a-z]+ly )?(?:fined|sanctioned|convicted|indicted|penali[sz]ed|blacklisted
  |found (?:guilty|liable))\b|\b(?:was|were|been|being|is|are|got) sued ${WORDS}{0,5}?(?:over|for|after|by)\b
  |\bpaid ${WORDS}{0,6}?(?:fines?|penalt(?:y|ies)|to settle)\b|\bpleaded guilty\b
  |\b(?:was|were|been|being) recalled\b|\bissued ${WORDS}{0,2}?recalls?\b
  |\brecall(?:ed|s|ing) (?:\d|all|some|its|about|nearly|more|over|thousands|millions|several|every)
`;
const DANGEROUS = pattern`
  \b(?:caught|catch|catches|catching) fire\b|\bburst(?:s|ing)? into flames\b|\bexplod(?:ed|es)\b|\bmelted\b
  |\bswelled\b|\boverheats?\b|\boverheated\b|\b(?:was|were|been) (?:injured|burned|burnt|electrocuted)\b
  |\b(?:injured|burned|poisoned|sickened) (?:\d|several|dozens|many|its|two|three|users|owners|customers|people)
  |\b(?:contaminated|contains? lead|toxic|linked to (?:${WORDS}{0,2})?(?:deaths|injuries|fires|cancer))
`;
const FAILED = pattern`
  \bcrash(?:es|ed)\b|\bfroze\b|\bfreezes\b|\b(?:falls?|fell|falling|came|comes) apart\b|\bbroke\b(?! (?:even|ground
  |new|records?))
  |\bbreaks? (?:down|off|after|within|in (?:a|two|three|under|less))\b|\bg[ai]ves? (?:way|out)\b|\bsnapped\b
  |\bshattered\b|\b(?:wore|wears?) (?:out|off|through|thin)\b|\bstop(?:s|ped) (?:working|charging|responding
  |syncing)\b
  |\bfail(?:s|ed)\b|\bd(?:ied|ies) (?:early|soon|quickly|after|within|on|in)\b|\bbricked\b
  |\b(?:drops?|dropped|loses|lost|losing) (?:the |its |your |their )?(?:connections?|calls?|signal|power|sync
  |speaker)\b
  |\b(?:went|goes|was|were) (?:down|offline|dark)\b(?= (?:for|on|every|twice|three|several|during|again))
  |\bcracks? (?:after|within|in (?:a|two|three|under)|at)\b
  |\barriv(?:es?|ed|ing) (?:[a-z]+ )?${LATE}|\bnever (?:arriv|show|turn|c[ao]me|ship)
  |\bleak(?:s|ed|ing)?(?=\W*$| (?:after|within|on|in|at|everywhere|badly|from)\b)|\b(?:c[ao]mes?|f[ae]lls?
  |fell) (?:off|loose)\b
  |\brust(?:s|ed)\b|\bscratches (?:pans|easily|glass|wood|floors?|the)\b|\bdrains? (?:overnight|quickly|fast|within
  |in)\b
  |\bdead on arrival\b|\blasted (?:only|just|barely|less than)\b|\b(?:did not|didn't|does not|doesn't) (?:last|work
  |charge|turn on|fit)\b
  |\bcuts? corners\b|\bmiss(?:es|ed) the mark\b|\bf[ae]lls? flat\b|\bwent downhill\b|\b(?:gets?|got|getting) worse\b
  |\b(?:always|often|usually|constantly|frequently|regularly|mostly|chronically|too) (?:late|delayed|cold|broken
  |unavailable
  |down\b|offline|wrong|busy|dirty|out of stock)\b|\bha(?:d|ve|s) to (?:be )?(?:return|replace|throw|send|repair
  |restart|scrap)
  |\b(?:ended|end|ends) up in the (?:bin|trash|garbage|drawer)\b|\breturned (?:it|them|ours|mine)\b|\bsent (?:it
  |them) back\b
  |\b(?:is|was|are|were|be|became|become) (?:a|an) (?:[^\s,;]+ )?(?:mess|joke|nightmare|disaster|let-?down|disgrace
  |lottery
  |gamble|pain|headache|trap|failure|flop)\b|\bwhich is (?:not often|rarely|seldom)\b|\bnothing but (?:trouble
  |problems)\b
`;
const ILL_TREATED = pattern`
  \b(?:froze|freezes|locked|closed|suspended|blocked) ${WORDS}{0,3}?accounts\b
  |\b(?:charged|billed) (?:[^\s,;]+ ){0,3}?(?:twice|double|again|for months|after|without)\b|\bovercharg(?:es?|ed
  |ing)\b
  |\b(?:refus|den)(?:es|ed|ies|ied|ing) ${WORDS}{0,3}?(?:refunds?
  |claims?\b(?! (?:of|that|by|made))|returns?|repairs?|to (?:refund|pay|help
  |repair))\b
  |\brefunds? (?:take|took|never|rarely|do not|don't)\b|\bwithout (?:notice|refund|telling|consent|asking)\b
  |\b(?:never|rarely|hardly ever|does not|doesn't|do not|don't|did not|didn't) (?:answer|repl(?:y|ies|ied)|respond
  |call)
  |\bignor(?:es|ed|ing) ${WORDS}{0,4}?(?:e-?mails|customers|complaints|requests|tickets|reports|calls|users)\b
  |\b(?:wait(?:s|ed|ing)?|on hold) (?:for )?(?:hours|days|weeks|months)\b|\b(?:hours|days) on hold\b|\bunanswered\b
  |\btak(?:es?|ing) (?:several |many )?(?:weeks|months) to (?:reply|answer|arrive|ship|respond|fix|refund|get)
  |\bhidden (?:fees|costs|charges)\b|\block(?:s|ed)? (?:you|users|customers|people|teams|clients|your data) in\b
  |\bcancel?ling (?:takes|requires|means|is a)\b|\bno (?:way|option) to (?:export|cancel|leave|reach|return)\b
  |\b(?:impossible|hard|difficult) to (?:cancel|leave|return|reach|get out)\b
  |\bno longer (?:answer|repl|respond|work|honou?r)|\bstopped (?:paying|answering|replying|responding|shipping
  |delivering)\b
  |\b(?:lost|losing|loses) ${WORDS}{0,3}?(?:our|my|their|your|his|her) |\bowes? (?:[^\s,;]+ ){0,3}?(?:customers
  |users|us|people)
  |\bmakes it (?:[a-z]+ )?(?:impossible|hard|difficult|a pain)\b
  |\btook (?:us |me |them )?(?:over |nearly |almost |more than |about )?[^\s,;]+ (?:weeks|months)\b
  |\bpicks? up the phone\b
  |\b(?:left|leaves|leaving) (?:us|me|them|customers|users|owners|passengers|guests|people|travell?ers) (?:stranded
  |without|waiting
  |hanging|in the)\b|\bbait and switch\b
`;
const RANKED_LAST = pattern`
  \b(?:came|comes?|coming|finish(?:es|ed)|rank(?:s|ed)|plac(?:es|ed)|end(?:s|ed) up|is|was|are
  |sits?) (?:[^\s,;]+ ){0,2}?(?:last\b
  (?! (?:year|month|week|time|spring|summer|fall|winter|updated|call|in line|of its))|bottom\b|(?:at|near) the bottom)
  |\b(?:at|near|to) the (?:very )?bottom\b|\blast place\b
  |\b(?:lowest|worst) (?:[^\s,;]+ )?(?:scores?|ratings?|marks?|ranking|results?)\b
  |\b(?:lags?|trails?|is|are|fell|falls) (?:far|well|badly|way|miles|years) behind\b
  |\b(?:beaten|outperformed|outclassed|overtaken|surpassed|outsold) by\b
  |\b(?:slower|weaker|worse|noisier|louder|dimmer|less [a-z]+) than (?:any|every|all|most|the rest|its rivals
  |the competition)\b
  |\bthe (?:slowest|weakest|noisiest|loudest|poorest) (?:of|in|we|among)\b
`;
const ILL_ADVISED = pattern`
  \bwastes? of (?:money|time)\b|\brip-?off\b|\ba scam\b|\bregret(?:s|ted|ting)? (?:it|buying|my|our|the|this|that
  |choosing)\b
  |\blets? (?:[a-z]+ )?down\b|\bnever again\b|\bnot (?:safe|to be trusted)\b|\bunsafe\b|\bsteer clear\b|\bstay away\b
  |\bgive it a miss\b|\bskip (?:it|this one)\b|\b(?:move|take) ${WORDS}{1,3}?elsewhere\b
  |\b(?:would not|wouldn't|will not|won't) (?:buy|order|book|use|shop|go|fly|stay)\b
  |\b(?:i|we)(?:'d| would) (?:avoid|skip|pass)\b|\bthe one to (?:avoid|skip)\b|\bsave your money\b
  |\b(?:does|did) (?:not|n't) (?:live up|do what)\b|\bnot fit for purpose\b|\bmore trouble than\b
`;
const HARM = anyOf([
  ...[ENDED, EXPOSED, PENALISED, DANGEROUS, FAILED, ILL_TREATED, RANKED_LAST, ILL_ADVISED],
  ...HARM_ROWS.map((row) => row.pattern),
]);

/** What is denied, only possible, or what the thing guards against, did not happen. */
const NO_HARM = new RegExp(
  pattern`
    (?:\b(?:(?:not|no|never|nor|neither|without|rarely|seldom|hardly|cannot|if|whether|unless|in case|even after)\b
    |(?:prevent|protect|avoid|guard|insur|cover|replac|alert|monitor|detect|notif|scan|warn|surviv)[a-z]*)|n't)[^,;]*$
  `,
);

/** Whether a clause tells of something done badly or gone wrong: ended, exposed, penalised, broken, ranked last. */
export function describesHarm(clause: string): boolean {
  const found = HARM.exec(clause);
  return found !== null && !NO_HARM.test(clause.slice(Math.max(0, found.index - REACH), found.index));
}

/** Words further off deny nothing, in UTF-16 units. */
const REACH = 40;

const OUTDOES = pattern`
  (?:beats|outperform(?:s|ed)|outclass(?:es|ed)|outshin(?:es|ed)|outlast(?:s|ed)|surpass(?:es|ed)|trounc(?:es|ed)
  |eclips(?:es|ed))
`;
const FIRST = pattern`
  \b(?:rank(?:s|ed)|plac(?:es|ed)|rat(?:es|ed)|came|comes?|finish(?:es|ed)|voted|named) (?:in |out )?(?:first\b
  |number one
  |no\. ?1\b|#1|on top\b|highest|at the (?:very )?top)|\b(?:tops|topped|leads|heads) (?:the|our|every|all
  |most) [^,;]{0,30}(?:list
  |rankings?|surveys?|tests?|tables?|charts?|field|comparisons?)\b|\bat the (?:very )?top of (?:the|our|every)\b
  |\b(?:top|full|highest|perfect) (?:marks?|scores?|honou?rs|grades?|ratings?)\b|\bfirst place\b|\btook gold\b
  |\bw[io]ns? (?:our|the|every|most|its|all)\b
  |\b(?:my|our|the) (?:first|top|go-to|default|clear|obvious|easy|safe|natural) (?:choice|pick|recommendation)\b
  |\bclear winner\b
  |\b(?:the|a) (?:benchmark|yardstick|reference)\b|\bhands down\b|\bgets? (?:my|our) vote\b
`;
const WITHOUT_EQUAL = pattern`
  \bsecond to none\b|\bin a (?:class|league) of its own\b|\bhead and shoulders\b|\ba cut above\b|\bunrivall?ed\b
  |\bwithout (?:equal|rival|peer)\b|\bunbeatable\b|\bhard to beat\b|\b(?:comes?|gets?) close to it\b
  |\b(?:nothing|no one|nobody|none|no other [^\s,;]+|few) (?:else )?(?:comes?|gets?|came) (?:even )?close\b
  |\b(?:sets?|setting) the (?:standard|bar|benchmark|pace|tone)\b|\brais(?:es|ed) the bar\b|\bgold standard\b
  |\bpunch(?:es|ing)? (?:well |far )?above\b|\babove and beyond\b|\b(?:a step|well|far|miles|years|way) ahead of\b
  |\bahead of (?:its|the|every|all|any|most|[^\s,;]+ (?:in|on|at|for|by))\b
  |\b(?:hard|difficult|tough) to (?:fault|top|match)\b|\bha(?:s|ve) no (?:equal|rival|match)\b|\brings around\b
  |\bin the dust\b
  |\b(?!slower|weaker|louder|noisier|dimmer|smaller|shorter|heavier|lower)(?:better|longer|more [a-z]+|[a-z]{4,}er)
  (?: [^\s,;]+){0,2}? than (?:any|every|all|most|the rest|its rivals|the competition)\b
`;
const ADVISED = pattern`
  \bthe (?:only )?(?:one|[^\s,;]+) (?:to (?:get|buy|beat|have|own|pick)\b|(?:that )?(?:i|we)(?:'d| would) (?:buy
  |wear|drive|bring|put|rely|order|use|take|pick
  |choose|get|want|trust|keep|recommend))|\bgo wrong with\b|\bswears? by\b|\bwell worth\b|\bworth every\b
  |\bno-brainer\b
  |\bnever (?:let (?:us|me|you|them) down|fails? to|disappoints?|looked back|missed a beat)\b|\blike new\b
  |\b(?:buy|choose|pick|order|book|use|get) (?:it |one |the same |them )?again\b|\ba (?:pleasure|joy|delight|treat)\b
  |\bsav(?:es|ed) (?:us|me|them|you|customers|teams|users|families) (?:[$€£\d]|${WORDS}{0,2}?(?:hours|days|money
  |time|hundreds))
  |\bwithout (?:a|one) (?:single )?(?:problem|hitch|fault|complaint|glitch|failure)\b|\bflawless(?:ly)?\b
  |\blives? up to\b|\bstill (?:works?|runs?|looks?) (?:like|perfectly|great|fine|as)\b
  |\bnever had (?:a|an|any|to) |\b(?:rarely|never|seldom) (?:go|went|going|look|switch) back\b|\b(?:for free
  |free of charge)\b
  |\b(?:answer|repl|respond)(?:s|ed|ies|ied) (?:[^\s,;]+ ){0,2}?within (?:[^\s,;]+ )?(?:minutes|seconds|an hour
  |hours)\b
  |\bma(?:kes?|de) ${WORDS}{1,3}?(?:easier|simpler|better|faster|safer|nicer)\b|\b(?:exceed|surpass)(?:s|es
  |ed) [^,;]{0,20}expectations
  |\b(?:earn|deserv|merit)(?:s|es|ed) (?:its|their|every|the) (?:reputation|praise|place|price|spot|fame|name|hype)\b
  |\bwhat (?:the )?(?:professionals|pros|experts) (?:use|choose|buy)\b|\bgame[- ]changer\b|\blife ?saver\b
  |\bjust works\b
  |\bdoes (?:exactly )?what it (?:promises|says|should)\b|\bpa(?:ys|id) for itself\b|\bgets? the job done\b
  |\bcoming back\b
  |\bgoing strong\b|\bout of the box\b
`;
const OUTDONE_ARE = pattern`
  \b${OUTDOES} (?:every|all|any|most|its|both|everything|anything|others|them|${WORDS}{1,3}?(?:in|on|at|for|by)\b)
`;
const MERIT = anyOf([OUTDONE_ARE, FIRST, WITHOUT_EQUAL, ADVISED, ...MERIT_ROWS.map((row) => row.pattern)]);
const NO_MERIT = /(?:\b(?:not|never|no longer|nor|neither|hardly|rarely|used to|once|failed to)|n't)\b[^,;]{0,25}$/;

/** Whether a clause ranks its subject first, sets it above others or advises it. */
export function describesMerit(clause: string): boolean {
  const found = MERIT.exec(clause);
  return found !== null && !NO_MERIT.test(clause.slice(Math.max(0, found.index - REACH), found.index));
}

const GRADE = /\b(\d{1,3}(?:\.\d{1,2})?)\s?(?:\/|out of|of)\s?(10|5|100)\b(?=( points?| stars?)?)/;
const HIGH = 0.8;
const LOW = 0.5;

/** The side that a grade such as `9/10` or `2.1 of 10 points` is on; null where there is none or it is between. */
export function gradeIn(clause: string): 'high' | 'low' | null {
  const [, scored, most, unit] = GRADE.exec(clause) ?? [];
  if (scored === undefined || (/\d\s?of/.test(clause) && unit === undefined && !/out of/.test(clause))) return null;
  const share = Number(scored) / Number(most);
  if (share > 1) return null;
  if (share >= HIGH) return 'high';
  return share <= LOW ? 'low' : null;
}
