/** How a sentence stands to a name in it, by the words before and after the name. */
export type Standing =
  | 'preferred' // over another
  | 'recommended'
  | 'considered' // suggested without a word of praise
  | 'warned against'
  | 'passed over' // another is preferred
  | 'measure' // another is compared with it
  | 'example' // of what the clause before it speaks of
  | 'speaker' // it is the source of what is said
  | 'condition' // it belongs to what the reader has or uses
  | 'none';

const ARTICLE = '(?:the |a |an |its |their )?';
const PASSED_OVER = ending(
  `(?:over|instead of|rather than|better than|ahead of|outperform(?:s|ed)?|beats?|surpass(?:es)?|unlike|replac(?:es|ing)|switch(?:ed|ing)? (?:away )?from|alternatives? to)\\s${ARTICLE}`,
);
const MEASURE = ending(
  `(?:than|as|compared (?:to|with)|similar to|versus|vs\\.?|beyond|outside|based on|combination of|built (?:in)?to|compatible with|works with|integrates with)\\s${ARTICLE}(?:other |most |many )?`,
);
const EXAMPLE = ending(
  `(?:like|such as|including|e\\.g\\.,?|for example,?)\\s${ARTICLE}(?:[^\\s,]+,?\\s){0,6}?(?:and |or )?`,
);
const REJECTED = ending(
  `(?:avoid(?: relying (?:solely )?on| using)?|steer clear of|skip|stay away from|wary of|(?:not|never|n['’]t|cannot) (?:recommend|choose|buy|use|trust))\\s${ARTICLE}`,
);
const RECOMMENDED = ending(
  `(?:go with|going with|lean(?:ing)? towards?|recommend(?:ed)?|choose|pick|opt for|prefer|suggest|winner is|choice is|start with|look no further than|top (?:pick|choice|recommendation)\\S{0,2}|(?:pick|choice|recommendation|overall|winner|answer|best)(?: is)?:?)\\s${ARTICLE}(?:is )?${ARTICLE}`,
);
const PICKED_FOR_NEED =
  /(?:^|\s)(?:if you|for|best|want|need|prefer|prioriti[sz]e|mostly)\b[^.;]{3,160}(?::|→|—)\s*(?:[^\s:]+\s(?:[^\s:]+\s)?or\s)?$/i;
const CONSIDERED =
  /\b(?:consider|try|look at|check out|worth (?:checking|a look|considering)|worth)\b[^.;:]{0,60}[(\s]$/i;
const SOURCE = ending(
  `(?:according to|says|said|per|via|cited by|reported by|reviews? (?:from|on|at|by)|posts? on|articles? (?:in|on|from)|sources? (?:like|such as|including)|websites? (?:like|such as))\\s${ARTICLE}`,
);
const SPEAKS =
  /^[?!]?(?:\s\(\d{4}\))?(?:\s\p{L}+){0,3}?\s(?:picks|picked|lists|listed|puts|calls?|called|says?|said|names?|named|ranks?|praises?|reports?|reported|notes?|states?|stating|stated|claims?|highlights?|recommends?|considers?|rates?|writes?|responded|announced|confirmed|reveals?|revealed|found)\b/u;
const CONDITION = /(?:^|\s)(?:if|when|unless|whether|already)\b[^,:;—]{0,60}$/i;
/** `great for Apple users`, `in the Apple ecosystem`: it is the reader's. */
const OF_READERS = ending('(?:for|in|into|within|to|are|an?|the|your|other|existing|current):?\\s');
const READERS_AFTER =
  /^(?:['’]s)?(?:\s\p{L}+)?\s(?:users?|owners?|fans|customers?|ecosystems?|households?|subscribers?|members?)\b/u;
const PREFERRED_AFTER = /^[^.;,]{0,40}\s(?:over|instead of|rather than)\s/i;
const BEST_AFTER =
  /^(?:['’]s)?[^.;,]{0,40}?\s(?:is|are|remains|was|stands out|beats|outperforms|wins)\s(?:[^.;,]{0,30}\s)?(?:best|better|top|winner|stronge(?:r|st)|standout|hard to beat|elite|superior|leader|recommended|safest|easiest)\b/i;

/**
 * Reads the words around a name: a comparison points at one of its sides, a recommendation or a warning at what follows it, and who
 * reports praise is not praised by it.
 */
export function standingOf(before: string, after: string): Standing {
  if (REJECTED.test(before)) return 'warned against';
  if (PASSED_OVER.test(before)) return 'passed over';
  if (SOURCE.test(before) || SPEAKS.test(after)) return 'speaker';
  if (RECOMMENDED.test(before)) return PREFERRED_AFTER.test(after) ? 'preferred' : 'recommended';
  if (MEASURE.test(before)) return 'measure';
  if (EXAMPLE.test(before)) return 'example';
  if (PREFERRED_AFTER.test(after) || BEST_AFTER.test(after)) return 'preferred';
  if (OF_READERS.test(before) && READERS_AFTER.test(after)) return 'condition';
  if (PICKED_FOR_NEED.test(before)) return 'recommended';
  if (CONDITION.test(before)) return 'condition';
  return CONSIDERED.test(before) ? 'considered' : 'none';
}

/** The words at the end of what stands before the name. */
function ending(words: string): RegExp {
  return new RegExp(`(?:^|[\\s(“"])${words}$`, 'i');
}
