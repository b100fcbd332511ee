import type { Platform } from '../../api/vocabulary.ts';
import { PlatformName } from '../../ui/platform-name.tsx';
import styles from './new-project.module.css';

interface Props {
  /** Those of the plan. */
  all: readonly Platform[];
  chosen: readonly Platform[];
  disabled: boolean;
  onChange: (chosen: Platform[]) => void;
}

/** Where the prompts are asked: one platform at least, so the last one stays. */
export function AskedOn({ all, chosen, disabled, onChange }: Props) {
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
          </label>
        );
      })}
    </fieldset>
  );
}
