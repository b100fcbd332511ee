import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { withScheme } from '../../ui/field-faults.words.ts';
import { Field, Form, FormButtons } from '../../ui/form.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import type { StepProps } from './brand-step.tsx';
import { CompetitorSuggestions } from './competitor-suggestions.tsx';
import { nextKey, type RivalDraft } from './draft.ts';
import type { Plan } from './new-project.data.ts';
import styles from './new-project.module.css';
import { competitorBar, WORDS } from './new-project.words.ts';

interface Props extends StepProps {
  plan: Plan;
  /** The question for suggestions that was asked last. */
  questionId: string | null;
  onAsked: (questionId: string) => void;
  onBack: () => void;
  onNext: () => void;
}

/** The brands beside it. There may be none: names that answers hold are suggested later. */
export function CompetitorsStep({ draft, setDraft, made, faults, plan, onBack, onNext, ...question }: Props) {
  const rows = draft.rivals;
  const bar = competitorBar(rows.length, plan);
  const adding = useRef<HTMLButtonElement>(null);
  const change = (key: number, changed: Partial<RivalDraft>) =>
    setDraft({ ...draft, rivals: rows.map((row) => (row.key === key ? { ...row, ...changed } : row)) });
  const add = () => setDraft({ ...draft, rivals: [...rows, { key: nextKey(rows), name: '', websiteUrl: '' }] });
  const remove = (key: number) => {
    setDraft({ ...draft, rivals: rows.filter((row) => row.key !== key) });
    adding.current?.focus();
  };
  return (
    <Section label="Step 2 of 3" finding={WORDS.whoAreItsCompetitors} note={WORDS.optionalNamesThatComeUp}>
      <Form onSubmit={onNext} noValidate>
        <CompetitorSuggestions
          {...question}
          draft={draft}
          setDraft={setDraft}
          plan={plan}
          saved={made.rivals}
          bar={bar}
        />
        {rows.length > 0 && (
          <ul className={styles.rows}>
            {rows.map((row, at) => (
              <RivalRow
                key={row.key}
                row={row}
                place={at + 1}
                isMade={made.rivals.includes(row.key)}
                faults={faults.rows.get(row.key) ?? {}}
                onChange={(changed) => change(row.key, changed)}
                onRemove={() => remove(row.key)}
              />
            ))}
          </ul>
        )}
        <div>
          <Button ref={adding} onClick={add} disabled={bar !== null}>
            {WORDS.addACompetitor}
          </Button>
          {bar !== null && <p className={styles.note}>{bar}</p>}
        </div>
        <FormButtons>
          <Button onClick={onBack}>Back</Button>
          <Button isMain type="submit">
            Next: prompts
          </Button>
        </FormButtons>
      </Form>
    </Section>
  );
}

interface RowProps {
  row: RivalDraft;
  place: number;
  isMade: boolean;
  faults: Readonly<Record<string, string>>;
  onChange: (changed: Partial<RivalDraft>) => void;
  onRemove: () => void;
}

function RivalRow({ row, place, isMade, faults, onChange, onRemove }: RowProps) {
  return (
    <li className={styles.rival}>
      <Field
        label={`Competitor ${place}`}
        name={`rival-${row.key}`}
        value={row.name}
        disabled={isMade}
        autoFocus={row.name === ''}
        fault={faults['name']}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Field
        label="Website (optional)"
        name={`site-${row.key}`}
        value={row.websiteUrl}
        disabled={isMade}
        inputMode="url"
        fault={faults['websiteUrl']}
        onChange={({ target }) => onChange({ websiteUrl: target.value })}
        onBlur={() => onChange({ websiteUrl: withScheme(row.websiteUrl) })}
      />
      {isMade ? (
        <span className={styles.made}>Saved</span>
      ) : (
        <button
          type="button"
          className={styles.remove}
          aria-label={`Remove ${row.name || `competitor ${place}`}`}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      )}
    </li>
  );
}
