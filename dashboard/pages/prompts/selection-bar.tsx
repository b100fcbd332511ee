import { useState } from 'react';
import { plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { CadenceDialog, TagsDialog } from './change-prompts.tsx';
import type { Prompt } from './prompts.document.ts';
import styles from './selection-bar.module.css';
import { useArchive, useChange } from './use-bulk.ts';

interface Props {
  chosen: readonly Prompt[];
  onClear: () => void;
}

/** What can be done with the prompts that are selected. */
export function SelectionBar({ chosen, onClear }: Props) {
  const [open, setOpen] = useState<'tags' | 'cadence' | 'archive' | null>(null);
  const close = () => setOpen(null);
  const change = useChange(close);
  const ids = chosen.map(({ id }) => id);
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.count}>{`${plural(chosen.length, 'prompt')} selected`}</p>
      <div className={styles.buttons}>
        <Button disabled={change.isPending} onClick={() => change.mutate({ ids, input: { isActive: false } })}>
          Pause
        </Button>
        <Button disabled={change.isPending} onClick={() => change.mutate({ ids, input: { isActive: true } })}>
          Resume
        </Button>
        <Button onClick={() => setOpen('tags')}>Tags</Button>
        <Button onClick={() => setOpen('cadence')}>Cadence</Button>
        <Button onClick={() => setOpen('archive')}>Archive</Button>
        <Button onClick={onClear}>Clear</Button>
      </div>
      {open === null && <FormRefusal error={change.error} />}
      <TagsDialog isOpen={open === 'tags'} onClose={close} prompts={chosen} />
      <CadenceDialog isOpen={open === 'cadence'} onClose={close} prompts={chosen} />
      <ArchiveConfirm isOpen={open === 'archive'} onClose={close} ids={ids} onDone={onClear} />
    </div>
  );
}

interface ArchiveProps {
  isOpen: boolean;
  onClose: () => void;
  ids: readonly string[];
  onDone: () => void;
}

function ArchiveConfirm({ isOpen, onClose, ids, onDone }: ArchiveProps) {
  const archive = useArchive(() => {
    onClose();
    onDone();
  });
  const many = plural(ids.length, 'prompt');
  return (
    <Confirm
      title={`Archive ${many}?`}
      isOpen={isOpen}
      onClose={onClose}
      action={`Archive ${many}`}
      onConfirm={() => archive.mutate(ids)}
      isPending={archive.isPending}
      error={archive.error}
    >
      <p>
        They are no longer asked and leave this list for good, which frees their places in your plan. Their answers
        still count towards the project.
      </p>
    </Confirm>
  );
}
