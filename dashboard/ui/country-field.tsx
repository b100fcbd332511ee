import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './country-field.module.css';
import { FieldFrame } from './form.tsx';
import { WORDS } from './shared.words.ts';

interface Props {
  /** A country's code; or what is typed and names none, which the form then refuses. */
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
  hint?: string;
  disabled?: boolean;
}

/**
 * A country, found by its name or its code: the combobox of the ARIA patterns, whose list is part of the page. That of
 * Base UI hides the rest of the page, with its heading, while its list is open. What is typed counts without being
 * chosen.
 */
export function CountryField({ value, onChange, fault, hint, disabled = false }: Props) {
  const listId = useId();
  const { found, at, isOpen, text, type, press, choose, open, leave } = useList(value, onChange);
  return (
    <div className={styles.anchor}>
      <FieldFrame label="Country" fault={fault} hint={hint}>
        {(described) => (
          <input
            {...described}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen && found[at] ? `${listId}-${found[at].code}` : undefined}
            autoComplete="off"
            disabled={disabled}
            value={text}
            onChange={({ target }) => type(target.value)}
            onKeyDown={press}
            onClick={open}
            onBlur={leave}
          />
        )}
      </FieldFrame>
      <Listed id={listId} found={isOpen ? found : []} at={at} chosen={countryOf(value)} onChoose={choose} />
      {isOpen && found.length === 0 && (
        <p role="status" className={styles.empty}>
          {WORDS.noCountryHasThisName}
        </p>
      )}
    </div>
  );
}

interface ListedProps {
  id: string;
  /** None while the list is closed. */
  found: readonly Country[];
  /** The one that Enter chooses, as the keyboard stays in the input. */
  at: number;
  chosen: Country | null;
  onChoose: (country: Country) => void;
}

function Listed({ id, found, at, chosen, onChoose }: ListedProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const option = list.current?.children[at];
    if (found.length > 0) option?.scrollIntoView({ block: 'nearest' });
  }, [at, found]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Countries" hidden={found.length === 0} className={styles.list}>
      {found.map((country, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
        <div
          key={country.code}
          id={`${id}-${country.code}`}
          role="option"
          tabIndex={-1}
          aria-selected={country === chosen}
          data-at={place === at}
          className={styles.option}
          // The input keeps the focus, so that it is not left before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(country)}
        >
          <span>{country.name}</span>
          <span className={styles.code}>{country.code}</span>
        </div>
      ))}
    </div>
  );
}

/** What is typed, the countries that it may mean, and what the keyboard does to them. */
function useList(value: string, onChange: Props['onChange']) {
  // What is typed stays as it is typed until the field is left: `ge` on the way to `germany` is not Georgia yet.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = typed === null ? COUNTRIES : countriesMeant(typed);
  const current = found[at];
  const close = () => setIsOpen(false);
  const open = () => {
    if (isOpen) return;
    setIsOpen(true);
    setAt(
      Math.max(
        0,
        found.findIndex(({ code }) => code === value),
      ),
    );
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
    setIsOpen(true);
    onChange(countryTyped(text)?.code ?? text);
  };
  const choose = ({ code }: Country) => {
    setTyped(null);
    close();
    onChange(code);
  };
  const step = (by: number) => {
    if (isOpen) setAt((at + by + found.length) % Math.max(1, found.length));
    else open();
  };
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: isOpen ? close : undefined,
    Enter: isOpen && current ? () => choose(current) : undefined,
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = event.nativeEvent.isComposing ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    // Escape closes the list alone, not the dialog that it may be in.
    event.stopPropagation();
    act();
  };
  const leave = () => {
    setTyped(null);
    close();
  };
  return { found, at, isOpen, text: typed ?? countryOf(value)?.name ?? value, type, press, choose, open, leave };
}

/** ISO 3166-1 alpha-2: the browser names regions, and lists none. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
  'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
  'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
  'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
  'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
  'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

interface Country {
  code: string;
  /** In English, as all of the page is. */
  name: string;
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', style: 'long' });

/** By name. */
const COUNTRIES: readonly Country[] = CODES.split(' ')
  .map((code) => ({ code, name: NAMES.of(code) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

const BY_CODE = new Map(COUNTRIES.map((country) => [country.code, country]));
const BY_KEY = new Map(COUNTRIES.map((country) => [keyOf(country.name), country]));

/** A country by its name; its code where it is none. */
export function countryName(code: string): string {
  return countryOf(code)?.name ?? code;
}

/** The country of a code, in any letter case; null for a code that is of none. */
function countryOf(code: string): Country | null {
  return BY_CODE.get(code.trim().toUpperCase()) ?? null;
}

/** The country that is typed, by its whole name or its code; null for none. */
function countryTyped(text: string): Country | null {
  return countryOf(text) ?? BY_KEY.get(keyOf(text)) ?? null;
}

/**
 * The countries that may be meant by what was typed so far, by the beginning of any word of their names; the one whose
 * code it is comes first.
 */
function countriesMeant(text: string): readonly Country[] {
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
