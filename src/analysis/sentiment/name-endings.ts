import { pattern } from '../pattern.js';

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
