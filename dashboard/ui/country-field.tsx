import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { COUNTRIES, type Country, countriesMeant, countryOf, countryTyped } from './countries.ts';
import styles from './country-field.module.css';
import { FieldFrame } from './field.tsx';

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
          No country has this name.
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
