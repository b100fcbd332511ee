import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type AnswerFilters, TONES } from '../../answer-filters.ts';
import { type AnswerChoices, type Chosen, SEARCH_MAX, SEARCH_MIN } from './answers.data.ts';
import styles from './answers.module.css';
import { WORDS } from './answers.words.ts';

interface Props {
  filters: AnswerFilters;
  choices: AnswerChoices | undefined;
  chosen: Chosen;
  narrow: (next: Partial<AnswerFilters>) => void;
}

const NAMED = [
  { word: 'all', name: 'All' },
  { word: 'yes', name: 'Named' },
  { word: 'no', name: 'Not named' },
] as const;

/** What the list can be narrowed by. On a phone all but the words stand behind a button. */
export function Controls({ filters, choices, chosen, narrow }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search className={styles.controls}>
      <Words filters={filters} narrow={narrow} />
      <button type="button" className={styles.controlsMore} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Filters
      </button>
      <div className={styles.rest} data-open={isOpen}>
        <Facts filters={filters} narrow={narrow} />
        <Lists filters={filters} choices={choices} chosen={chosen} narrow={narrow} />
      </div>
    </search>
  );
}

type PartProps = Omit<Props, 'choices' | 'chosen'>;

function Words({ filters, narrow }: PartProps) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (field.current) field.current.value = filters.search ?? '';
  }, [filters.search]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('search')).trim();
    const isShort = words !== '' && words.length < SEARCH_MIN;
    setFault(isShort ? `At least ${SEARCH_MIN} characters.` : null);
    if (!isShort && words !== (filters.search ?? '')) narrow({ search: words || undefined });
  };
  return (
    <form onSubmit={submit} className={styles.words}>
      <input
        ref={field}
        type="search"
        name="search"
        aria-label={WORDS.searchTheAnswers}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : 'words-fault'}
        placeholder={WORDS.searchTheAnswersThenPressEnter}
        defaultValue={filters.search}
        maxLength={SEARCH_MAX}
        className={styles.field}
      />
      {fault !== null && (
        <p id="words-fault" role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </form>
  );
}

/** Whether the brand is named, and how it is spoken of. */
function Facts({ filters, narrow }: PartProps) {
  const { named = 'all', tones = [] } = filters;
  return (
    <>
      <ToggleGroup
        aria-label="Brand"
        value={[named]}
        onValueChange={([next]) => next && narrow({ named: next === 'all' ? undefined : (next as 'yes' | 'no') })}
        className={styles.segments}
      >
        {NAMED.map(({ word, name }) => (
          <Toggle key={word} value={word} className={styles.segment}>
            {name}
          </Toggle>
        ))}
      </ToggleGroup>
      <ToggleGroup
        aria-label="Tone"
        multiple
        value={tones}
        onValueChange={(next) => narrow({ tones: next.length === 0 ? undefined : next })}
        className={styles.segments}
      >
        {TONES.map(({ word, name }) => (
          <Toggle key={word} value={word} className={styles.segment}>
            {name}
          </Toggle>
        ))}
      </ToggleGroup>
    </>
  );
}

function Lists({ filters, choices, chosen, narrow }: Props) {
  const prompts = choices?.prompts?.nodes ?? [];
  const domains = choices?.citations?.nodes ?? [];
  return (
    <div className={styles.lists}>
      <select
        aria-label="Prompt"
        className={styles.field}
        value={filters.prompt ?? ''}
        onChange={({ target }) => narrow({ prompt: target.value || undefined })}
      >
        <option value="">Any prompt</option>
        {isOther(filters.prompt, prompts) && <option value={filters.prompt}>{chosen.prompt}</option>}
        {prompts.map(({ id, promptText }) => (
          <option key={id} value={id}>
            {promptText}
          </option>
        ))}
      </select>
      <Names filters={filters} choices={choices} chosen={chosen} narrow={narrow} />
      <select
        aria-label="Cited domain"
        className={styles.field}
        value={filters.citing ?? ''}
        onChange={({ target }) => narrow({ citing: target.value || undefined })}
      >
        <option value="">Any source</option>
        {filters.citing && domains.every(({ domain }) => domain !== filters.citing) && (
          <option value={filters.citing}>{filters.citing}</option>
        )}
        {domains.map(({ domain }) => (
          <option key={domain} value={domain}>
            {domain}
          </option>
        ))}
      </select>
    </div>
  );
}

function Names({ filters, choices, chosen, narrow }: Props) {
  const brand = choices ? [{ id: choices.id, name: choices.brandName }] : [];
  const names = [...brand, ...(choices?.competitors?.nodes ?? [])];
  return (
    <select
      aria-label={WORDS.nameInTheAnswer}
      className={styles.field}
      value={filters.mentioning ?? ''}
      onChange={({ target }) => narrow({ mentioning: target.value || undefined })}
    >
      <option value="">Any name</option>
      {isOther(filters.mentioning, names) && <option value={filters.mentioning}>{chosen.name}</option>}
      {names.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Chosen, but none of those that are offered: archived, not tracked, or beyond the first hundred. */
function isOther(chosen: string | undefined, offered: readonly { id: string }[]): boolean {
  return chosen !== undefined && offered.every(({ id }) => id !== chosen);
}
