/**
 * What the service would refuse of an input, said beside its field before anything is sent. The rules are those of
 * `core/input.ts`; `test/dashboard/field-faults.test.ts` sends the same inputs to both, so that none is refused
 * here that the service takes, nor the other way.
 */

const NAME_MAX = 200;
const DESCRIPTION_MAX = 2_000;
const PROMPT_TEXT_MAX = 2_000;
const ALIASES_MAX = 50;
const URL_MAX = 2_048;
/** Of a market's name, its region and its city. */
const PLACE_MAX = 100;
/** Characters of the names and other names of a project's brand and competitors together. */
export const PROJECT_NAMES_MAX = 20_000;
export const NAMES_TOO_LONG =
  'All names of a project together may have 20,000 characters: shorten some, or leave competitors out.';

/** Why a field is refused; null where it is taken. */
type Fault = string | null;

/** Anything but white space, and characters that show nothing. */
const VISIBLE = /[^\s\p{C}]/u;

/** A text that may be empty. @param max in characters, as a reader counts them: code points. */
function textFault(text: string, max: number): Fault {
  if (text.includes('\0') || !text.isWellFormed()) return 'Contains a character that cannot be saved.';
  const length = charactersOf(text.trim());
  return length > max
    ? `Use at most ${max.toLocaleString('en')} characters; this has ${length.toLocaleString('en')}.`
    : null;
}

function requiredFault(text: string, max: number, missing: string): Fault {
  return textFault(text, max) ?? (VISIBLE.test(text.trim()) ? null : missing);
}

export function charactersOf(text: string): number {
  return [...text].length;
}

export const nameFault = (name: string): Fault => requiredFault(name, NAME_MAX, 'Enter a name.');

export const topicFault = (topic: string): Fault => textFault(topic, NAME_MAX);

export const descriptionFault = (description: string): Fault => textFault(description, DESCRIPTION_MAX);

export const promptFault = (text: string): Fault => requiredFault(text, PROMPT_TEXT_MAX, 'Enter a question.');

export function aliasesFault(aliases: readonly string[]): Fault {
  if (aliases.length > ALIASES_MAX) return `Use at most ${ALIASES_MAX} names; these are ${aliases.length}.`;
  const at = aliases.findIndex((alias) => nameFault(alias) !== null);
  const alias = aliases[at];
  return alias === undefined ? null : `“${shortened(alias)}”: ${nameFault(alias)}`;
}

const NO_SITE = 'Enter a web address, such as example.com.';

export function websiteFault(address: string): Fault {
  return requiredFault(address, URL_MAX, NO_SITE) ?? (isWebUrl(address.trim()) ? null : NO_SITE);
}

/** As {@link websiteFault}, for a website that may be left out. */
export function optionalWebsiteFault(address: string): Fault {
  return textFault(address, URL_MAX) ?? (address.trim() === '' || isWebUrl(address.trim()) ? null : NO_SITE);
}

function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#]/i.test(text) || /\s/.test(text)) return false;
  return URL.canParse(text) && new URL(text).hostname.length > 0;
}

export function countryFault(code: string): Fault {
  return /^[A-Za-z]{2}$/.test(code.trim()) ? null : 'Choose a country from the list.';
}

export const marketNameFault = (name: string): Fault => requiredFault(name, PLACE_MAX, 'Enter a name.');

/** A region or a city, which may be left out. */
export const placeFault = (place: string): Fault =>
  place.trim() === ''
    ? textFault(place, PLACE_MAX)
    : requiredFault(place, PLACE_MAX, 'Enter a place, or leave it empty.');

/** A language, which may be left out. */
export function languageFault(code: string): Fault {
  return /^([A-Za-z]{2,3})?$/.test(code.trim()) ? null : 'Enter a code of two or three letters, such as de.';
}

export const platformsFault = (platforms: readonly unknown[]): Fault =>
  platforms.length === 0 ? 'Choose at least one platform.' : null;

/** Two prompts of a project whose texts have the same key are one to the service, which refuses the second. */
export function promptKeyOf(text: string): string {
  return caseFold(text.trim().normalize('NFC')).normalize('NFC');
}

/** As `core/prompts/prompt-duplicates.ts` folds. */
function caseFold(text: string): string {
  return text
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı');
}

/** An address as it is typed, `brand.com`, as the service takes it. */
export function withScheme(address: string): string {
  const typed = address.trim();
  return typed === '' || /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`;
}

const QUOTED_MAX = 40;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= QUOTED_MAX ? text : `${characters.slice(0, QUOTED_MAX).join('')}…`;
}
