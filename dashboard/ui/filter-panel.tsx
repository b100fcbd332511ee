import { type FormEvent, useId, useState } from 'react';
import { ALL_PROMPTS, areDays, BRANDINGS, STAGES, useFilters, whereOf } from '../filters.ts';
import { Button } from './button.tsx';
import { countryName } from './country-field.tsx';
import styles from './filter-panel.module.css';
import { WORDS } from './filter-panel.words.ts';
import { usePromptChoices } from './prompt-choices.ts';

/** What narrows a page beside platforms and periods. */
export function FilterPanel({ ofPrompts }: { ofPrompts: boolean }) {
  const [{ from, to }] = useFilters();
  return (
    <>
      {ofPrompts && <PromptChoice />}
      <DaysChoice key={`${from} ${to}`} />
    </>
  );
}

/**
 * Which prompts the numbers of the page are of. Who asks, markets and languages are offered where prompts have any,
 * countries where they have several.
 */
function PromptChoice() {
  const [filters, setFilters] = useFilters();
  const project = usePromptChoices();
  const topics = toChoices(project?.topics ?? []);
  const personas = toChoices(project?.personas ?? []);
  const languages = toChoices(project?.languages ?? []);
  const countries = toChoices(project?.countries ?? [], countryName);
  const markets = (project?.markets ?? []).map(({ id, name, promptCount }) => ({
    word: id,
    name: `${name} (${promptCount})`,
  }));
  const tags = (project?.promptTags ?? []).map(({ tag, promptCount }) => ({
    word: tag,
    name: `${tag} (${promptCount})`,
  }));
  return (
    <fieldset className={styles.panel}>
      <legend className={styles.legend}>{WORDS.onlyTheAnswersToThesePrompts}</legend>
      <Select label="Topic" value={filters.topic} choices={topics} choose={(topic) => setFilters({ topic })} />
      <Select label="Tag" value={filters.tag} choices={tags} choose={(tag) => setFilters({ tag })} />
      <Select
        label="Stage"
        value={filters.stage}
        choices={STAGES}
        choose={(stage) => setFilters({ stage: STAGES.find(({ word }) => word === stage)?.word })}
      />
      {(personas.length > 0 || filters.persona) && (
        <Select
          label="Persona"
          value={filters.persona}
          choices={personas}
          choose={(persona) => setFilters({ persona })}
        />
      )}
      {(markets.length > 0 || filters.market) && (
        <Select label="Market" value={filters.market} choices={markets} choose={(market) => setFilters({ market })} />
      )}
      {(countries.length > 1 || filters.country) && (
        <Select
          label="Country"
          value={filters.country}
          choices={countries}
          choose={(country) => setFilters({ country })}
        />
      )}
      {(languages.length > 0 || filters.language) && (
        <Select
          label="Language"
          value={filters.language}
          choices={languages}
          choose={(language) => setFilters({ language })}
        />
      )}
      <Select
        label="Brand"
        value={filters.brand}
        choices={BRANDINGS}
        choose={(brand) => setFilters({ brand: BRANDINGS.find(({ word }) => word === brand)?.word })}
      />
      {whereOf(filters) && (
        <Button isSmall onClick={() => setFilters(ALL_PROMPTS)}>
          All prompts
        </Button>
      )}
    </fieldset>
  );
}

/** Segments as they are chosen, but the one without a label. */
function toChoices(segments: readonly { key: string; promptCount: number }[], nameOf = (key: string) => key) {
  return segments.flatMap(({ key, promptCount }) =>
    key === '' ? [] : [{ word: key, name: `${nameOf(key)} (${promptCount})` }],
  );
}

interface SelectProps {
  label: string;
  value: string | undefined;
  choices: readonly { word: string; name: string }[];
  choose: (word: string | undefined) => void;
}

/** One of a few, or all; what the address has is among them, also where the service knows it no more. */
function Select({ label, value, choices, choose }: SelectProps) {
  const id = useId();
  const isKnown = value === undefined || choices.some(({ word }) => word === value);
  const all = isKnown ? choices : [{ word: value, name: value }, ...choices];
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.input}
        value={value ?? ''}
        onChange={({ target }) => choose(target.value === '' ? undefined : target.value)}
      >
        <option value="">All</option>
        {all.map(({ word, name }) => (
          <option key={word} value={word}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Days of the calendar in place of the last 7, 30 or 90. */
function DaysChoice() {
  const [filters, setFilters] = useFilters();
  const [isFaulty, setIsFaulty] = useState(false);
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = { from: String(form.get('from')), to: String(form.get('to')) };
    const isSpan = areDays(days.from, days.to);
    setIsFaulty(!isSpan);
    if (isSpan) setFilters({ window: undefined, ...days });
  };
  return (
    <form className={styles.panel} onSubmit={submit} noValidate aria-label={WORDS.daysOfTheCalendar}>
      {(['from', 'to'] as const).map((name) => (
        <span key={name} className={styles.choice}>
          <label htmlFor={`${id}-${name}`}>{name === 'from' ? 'From' : 'To'}</label>
          <input
            id={`${id}-${name}`}
            type="date"
            name={name}
            defaultValue={filters[name]}
            className={styles.input}
            aria-invalid={isFaulty}
            aria-describedby={isFaulty ? `${id}-fault` : undefined}
          />
        </span>
      ))}
      <Button isSmall type="submit">
        Show days
      </Button>
      {isFaulty && (
        <p id={`${id}-fault`} role="alert" className={styles.fault}>
          {WORDS.aFirstAndALastDay}
        </p>
      )}
    </form>
  );
}
