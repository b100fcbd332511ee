import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { FieldFrame } from './form.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './name-list.module.css';
import { addNames, readNames } from './names.ts';
import { WORDS } from './shared.words.ts';

interface Props {
  label: string;
  /** The names at first; later ones need another `key`. */
  initial: readonly string[];
  /** Told all names after each change, with what is typed and not added yet, so that nothing is lost on saving. */
  onChange: (names: string[]) => void;
  /** What is wrong with the names, in the words of the service. */
  fault?: string | undefined;
  hint?: string;
  disabled?: boolean;
}

/**
 * A list of names, each with a button that removes it. Enter or a comma adds what is typed; a pasted list is added name
 * by name; Backspace in the empty input removes the last one. Bounds are the service's.
 */
export function NameList({ label, initial, onChange, fault, hint, disabled = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { names, typed, change, type, press, paste } = useNames(initial, onChange);
  const remove = (removed: string) => {
    change(
      names.filter((name) => name !== removed),
      typed,
    );
    input.current?.focus();
  };
  return (
    <FieldFrame label={label} fault={fault} hint={hint}>
      {({ className: _, ...described }) => (
        <div className={styles.box} data-faulty={fault !== undefined} data-disabled={disabled}>
          <Added label={label} names={names} disabled={disabled} onRemove={remove} />
          <input
            {...described}
            ref={input}
            className={styles.input}
            value={typed}
            disabled={disabled}
            autoComplete="off"
            onChange={({ target }) => type(target.value)}
            onKeyDown={press}
            onPaste={paste}
          />
        </div>
      )}
    </FieldFrame>
  );
}

/** The names that were added, the text that is not yet, and what the keyboard and a paste do to them. */
function useNames(initial: readonly string[], onChange: Props['onChange']) {
  const [names, setNames] = useState<readonly string[]>(initial);
  const [typed, setTyped] = useState('');
  const change = (next: readonly string[], rest: string) => {
    setNames(next);
    setTyped(rest);
    onChange(addNames(next, rest));
  };
  const type = (text: string) => (/[,;]/.test(text) ? change(addNames(names, text), '') : change(names, text));
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && typed === '') change(names.slice(0, -1), '');
    if (event.key !== 'Enter') return;
    event.preventDefault();
    change(addNames(names, typed), '');
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (readNames(text).length < 2) return;
    event.preventDefault();
    change(addNames(addNames(names, typed), text), '');
  };
  return { names, typed, change, type, press, paste };
}

interface AddedProps {
  label: string;
  names: readonly string[];
  disabled: boolean;
  onRemove: (name: string) => void;
}

function Added({ label, names, disabled, onRemove }: AddedProps) {
  if (names.length === 0) return null;
  return (
    <ul className={styles.names} aria-label={`${label}, added`}>
      {names.map((name) => (
        <li key={name} className={styles.name}>
          {name}
          <button
            type="button"
            className={styles.remove}
            aria-label={`Remove ${name}`}
            disabled={disabled}
            onClick={() => onRemove(name)}
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Advice {
  name: string;
  message: string;
  suggestedAliases: readonly string[];
}

/** When names that are words, letters or have marks count, as the service tells it; nothing where it tells nothing. */
export function NameAdvice({ of }: { of: readonly Advice[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={WORDS.aboutTheseNames}>
      {of.map(({ name, message, suggestedAliases }) => (
        <li key={name} className={styles.line}>
          {message}
          {suggestedAliases.length > 0 && ` More reliable as another name: ${suggestedAliases.join(', ')}.`}
        </li>
      ))}
    </ul>
  );
}
