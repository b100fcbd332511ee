import type { Platform } from '../../api/gql.ts';
import { Button } from '../../ui/button.tsx';
import { Area, Choice, Field, Form, FormButtons } from '../../ui/form.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import type { StepProps } from './brand-step.tsx';
import { addPrompts, type PromptDraft, promptsOf, withTypedPrompts } from './draft.ts';
import { type Plan, usePlatformsWithKey } from './new-project.data.ts';
import styles from './new-project.module.css';
import { type Cost, costFinding, costOf, planBar, planLines, sampleSentence, WORDS } from './new-project.words.ts';
import { Suggestions } from './prompt-suggestions.tsx';

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
  const withKey = usePlatformsWithKey(plan);
  const cost = costOf(withTypedPrompts(draft, plan.cadence), plan);
  const refusal = bar ?? planBar(cost, plan);
  const add = (texts: readonly string[]) => setDraft({ ...draft, prompts: addPrompts(rows, texts, plan.cadence) });
  const change = (key: number, changed: Partial<PromptDraft>) =>
    setDraft({ ...draft, prompts: rows.map((row) => (row.key === key ? { ...row, ...changed } : row)) });
  const remove = (key: number) => setDraft({ ...draft, prompts: rows.filter((row) => row.key !== key) });
  return (
    <Section label="Step 3 of 3" finding={WORDS.whatDoCustomersAsk} note={WORDS.questionsThatNameNoBrandTell}>
      <Form onSubmit={onCreate} noValidate>
        {rows.length > 0 && (
          <ul className={styles.rows} aria-label={WORDS.promptsToCreate}>
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
          withKey={withKey}
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
        hint={WORDS.onePerLinePasteAsManyAsYouLike}
        onChange={({ target }) => onType(target.value)}
      />
      <Button onClick={onAdd} disabled={found === 0}>
        {found > 1 ? `Add ${found} prompts` : 'Add prompt'}
      </Button>
    </div>
  );
}

interface PromptRowProps {
  row: PromptDraft;
  place: number;
  isMade: boolean;
  fault: string | undefined;
  onChange: (changed: Partial<PromptDraft>) => void;
  onRemove: () => void;
}

/** A prompt to create, to be changed as long as it is not. */
function PromptRow({ row, place, isMade, fault, onChange, onRemove }: PromptRowProps) {
  return (
    <li className={styles.prompt}>
      <Field
        label={`Prompt ${place}`}
        name={`prompt-${row.key}`}
        value={row.text}
        disabled={isMade}
        fault={fault}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <Choice
        label="Asked"
        name={`frequency-${row.key}`}
        value={row.frequency}
        disabled={isMade}
        onChange={({ target }) => onChange({ frequency: target.value === 'DAILY' ? 'DAILY' : 'WEEKLY' })}
      >
        <option value="DAILY">Every day</option>
        <option value="WEEKLY">Every week</option>
      </Choice>
      {isMade ? (
        <span className={styles.made}>Saved</span>
      ) : (
        <button type="button" className={styles.remove} aria-label={`Remove prompt ${place}`} onClick={onRemove}>
          <CloseIcon />
        </button>
      )}
    </li>
  );
}

interface AskedOnProps {
  /** Those of the plan. */
  all: readonly Platform[];
  /** Those that are asked now; null where that is not known. */
  withKey: readonly Platform[] | null;
  chosen: readonly Platform[];
  disabled: boolean;
  onChange: (chosen: Platform[]) => void;
}

/** Where the prompts are asked: one platform at least, so the last one stays. */
function AskedOn({ all, withKey, chosen, disabled, onChange }: AskedOnProps) {
  return (
    <fieldset className={styles.askedOn} disabled={disabled}>
      <legend className={styles.suggestedTitle}>Asked on</legend>
      {all.map((platform) => {
        const isChosen = chosen.includes(platform);
        return (
          <label key={platform} className={styles.platform}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isChosen && chosen.length === 1}
              onChange={() => onChange(all.filter((one) => chosen.includes(one) !== (one === platform)))}
            />
            <PlatformName platform={platform} />
            {withKey?.includes(platform) === false && <span className={styles.made}>{WORDS.noKeyYet}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}

/** What the prompts take of the plan. */
function CostPanel({ cost, plan }: { cost: Cost; plan: Plan }) {
  const sample = sampleSentence(cost);
  return (
    <section className={styles.cost} aria-labelledby="cost">
      <h3 id="cost" className={styles.costFinding}>
        {costFinding(cost)}
      </h3>
      {sample !== null && <p>{sample}</p>}
      <dl className={styles.lines}>
        {planLines(cost, plan).map(({ name, text, isBeyond }) => (
          <div key={name} className={styles.line} data-beyond={isBeyond}>
            <dt>{name}</dt>
            <dd>
              {text}
              {isBeyond && WORDS.overTheLimit}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
