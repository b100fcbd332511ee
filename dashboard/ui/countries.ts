/** ISO 3166-1 alpha-2: the browser names regions, and lists none. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
  'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
  'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
  'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
  'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
  'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

export interface Country {
  code: string;
  /** In English, as all of the page is. */
  name: string;
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', style: 'long' });

/** By name. */
export const COUNTRIES: readonly Country[] = CODES.split(' ')
  .map((code) => ({ code, name: NAMES.of(code) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

const BY_CODE = new Map(COUNTRIES.map((country) => [country.code, country]));
const BY_KEY = new Map(COUNTRIES.map((country) => [keyOf(country.name), country]));

/** The country of a code, in any letter case; null for a code that is of none. */
export function countryOf(code: string): Country | null {
  return BY_CODE.get(code.trim().toUpperCase()) ?? null;
}

/** The country that is typed, by its whole name or its code; null for none. */
export function countryTyped(text: string): Country | null {
  return countryOf(text) ?? BY_KEY.get(keyOf(text)) ?? null;
}

/**
 * The countries that may be meant by what was typed so far, by the beginning of any word of their names; the one whose
 * code it is comes first.
 */
export function countriesMeant(text: string): readonly Country[] {
  const typed = keyOf(text);
  const coded = countryOf(text);
  const named = COUNTRIES.filter((country) => country !== coded && ` ${keyOf(country.name)}`.includes(` ${typed}`));
  return coded === null ? named : [coded, ...named];
}

/** Without accents, marks and letter case: *cote divoire* finds *Côte d’Ivoire*. */
function keyOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
