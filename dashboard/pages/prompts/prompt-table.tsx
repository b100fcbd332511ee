import { useCallback, useMemo, useState } from 'react';
import { plural } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import { PlatformName } from '../../ui/platform-name.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { PromptRow } from './prompt-row.tsx';
import styles from './prompt-table.module.css';
import type { Prompt } from './prompts.document.ts';
import { SelectionBar } from './selection-bar.tsx';

/** About how high a row is, in pixels. */
const ROW_HEIGHT = 68;

interface Props {
  rows: readonly Prompt[];
  /** How many the list has, those that are not loaded yet included. */
  total: number;
  /** Why nothing may be changed; null where it may. */
  bar: string | null;
  /** The project is: none of its prompts is due. */
  isPaused: boolean;
  onEnd: () => void;
}

/** The prompts as rows, those in sight alone; some can be selected, and changed together. */
export function PromptTable({ rows, total, bar, isPaused, onEnd }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string, isSelected: boolean) => {
    setSelected((now) => {
      const next = new Set(now);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  const isAll = chosen.length === rows.length;
  return (
    <section aria-label="Prompts">
      <div className={styles.head}>
        <input
          type="checkbox"
          className={styles.check}
          aria-label="Select all shown"
          disabled={bar !== null}
          title={bar ?? undefined}
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && !isAll;
          }}
          onChange={() => setSelected(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
        />
        <span>{countOf(rows.length, total)}</span>
        <span className={styles.platforms} aria-hidden="true">
          {PLATFORMS.map(({ id }) => (
            <PlatformName key={id} platform={id} />
          ))}
        </span>
        <span className={styles.when} aria-hidden="true">
          Last asked, next
        </span>
      </div>
      {chosen.length > 0 && <SelectionBar chosen={chosen} onClear={() => setSelected(new Set())} />}
      <VirtualRows label="Prompts" rows={rows} keyOf={({ id }) => id} height={ROW_HEIGHT} onEnd={onEnd}>
        {(prompt) => (
          <PromptRow
            prompt={prompt}
            isSelected={selected.has(prompt.id)}
            onSelect={toggle}
            bar={bar}
            isPaused={isPaused}
          />
        )}
      </VirtualRows>
    </section>
  );
}

function countOf(shown: number, total: number): string {
  return shown < total ? `${shown} of ${plural(total, 'prompt')}` : plural(total, 'prompt');
}
