import { Button } from '../../ui/button.tsx';
import { Area } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { AskedOn } from './asked-on.tsx';
import type { StepProps } from './brand-step.tsx';
import { CostPanel } from './cost-panel.tsx';
import { addPrompts, type PromptDraft, promptsOf, withTypedPrompts } from './draft.ts';
import type { Plan } from './new-project.document.ts';
import styles from './new-project.module.css';
import { costOf, planBar } from './new-project.words.ts';
import { PromptRow } from './prompt-row.tsx';
import { Suggestions } from './suggestions.tsx';

interface Props extends StepProps {
  plan: Plan;
  /** Why this person cannot change anything. */
  bar: string | null;
  isPending: boolean;
  onBack: () => void;
  onCreate: () => void;
}

/** What is asked, how often, and what that takes of the plan, before anything is saved. */
export function PromptsStep({ draft, setDraft, made, faults, plan, bar, isPending, onBack, onCreate }: Props) {
  const rows = draft.prompts;
  const cost = costOf(withTypedPrompts(draft, plan.cadence), plan);
  const refusal = bar ?? planBar(cost, plan);
  const add = (texts: readonly string[]) => setDraft({ ...draft, prompts: addPrompts(rows, texts, plan.cadence) });
  const change = (key: number, changed: Partial<PromptDraft>) =>
    setDraft({ ...draft, prompts: rows.map((row) => (row.key === key ? { ...row, ...changed } : row)) });
  const remove = (key: number) => setDraft({ ...draft, prompts: rows.filter((row) => row.key !== key) });
  return (
    <Section
      label="Step 3 of 3"
      finding="What do customers ask?"
      note="Questions that name no brand tell you most: they show whether yours comes up unprompted."
    >
      <Form onSubmit={onCreate} noValidate>
        {rows.length > 0 && (
          <ul className={styles.rows} aria-label="Prompts to create">
            {rows.map((row, at) => (
              <PromptRow
                key={row.key}
                row={row}
                place={at + 1}
                isMade={made.prompts.includes(row.key)}
                fault={faults.rows.get(row.key)?.['promptText']}
                onChange={(changed) => change(row.key, changed)}
                onRemove={() => remove(row.key)}
              />
            ))}
          </ul>
        )}
        <AddMany
          typed={draft.typedPrompts}
          onType={(typedPrompts) => setDraft({ ...draft, typedPrompts })}
          onAdd={() => setDraft(withTypedPrompts(draft, plan.cadence))}
        />
        <Suggestions draft={draft} onAdd={add} />
        <AskedOn
          all={plan.platforms}
          chosen={draft.platforms ?? plan.platforms}
          disabled={made.hasPlatforms}
          onChange={(platforms) => setDraft({ ...draft, platforms })}
        />
        <CostPanel cost={cost} plan={plan} />
        {refusal !== null && (
          <p role="status" className={styles.bar}>
            {refusal}
          </p>
        )}
        <FormButtons>
          <Button onClick={onBack} disabled={isPending}>
            Back
          </Button>
          <Button isMain type="submit" disabled={isPending || refusal !== null} title={refusal ?? undefined}>
            {made.projectId === null ? 'Create project' : 'Continue'}
          </Button>
        </FormButtons>
      </Form>
    </Section>
  );
}

interface AddManyProps {
  typed: string;
  onType: (text: string) => void;
  onAdd: () => void;
}

/** A list that somebody has already: one prompt a line. */
function AddMany({ typed, onType, onAdd }: AddManyProps) {
  const found = promptsOf(typed).length;
  return (
    <div className={styles.many}>
      <Area
        label="Add prompts"
        name="prompts"
        rows={3}
        value={typed}
        hint="One per line. Paste as many as you like."
        onChange={({ target }) => onType(target.value)}
      />
      <Button onClick={onAdd} disabled={found === 0}>
        {found > 1 ? `Add ${found} prompts` : 'Add prompt'}
      </Button>
    </div>
  );
}
