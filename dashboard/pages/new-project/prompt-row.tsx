import { Choice, Field } from '../../ui/field.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import type { PromptDraft } from './draft.ts';
import styles from './new-project.module.css';

interface Props {
  row: PromptDraft;
  place: number;
  isMade: boolean;
  fault: string | undefined;
  onChange: (changed: Partial<PromptDraft>) => void;
  onRemove: () => void;
}

/** A prompt to create, to be changed as long as it is not. */
export function PromptRow({ row, place, isMade, fault, onChange, onRemove }: Props) {
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
