import { useState } from 'react';
import { useWriteBar } from '../../api/frame.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { rereadWords } from '../../ui/reread.words.ts';
import { CompetitorDialog } from './competitor-dialog.tsx';
import { type ComparedProject, type Competitor, DELETE_COMPETITOR } from './competitors.document.ts';
import styles from './competitors.module.css';
import { tableNote } from './competitors.words.ts';
import { trackedColumns } from './tracked-columns.tsx';
import type { TrackedRow } from './tracked-rows.ts';

interface Props {
  project: ComparedProject;
  rows: readonly TrackedRow[];
  /** Whether the period has any. */
  hasAnswers: boolean;
}

/** What is changed: one competitor, a new one (null), or nothing. */
type Changed = { competitor: Competitor | null } | null;

/** The brand and each tracked competitor in a row, to be changed and removed. */
export function Tracked({ project, rows, hasAnswers }: Props) {
  const bar = useWriteBar();
  const [changed, setChanged] = useState<Changed>(null);
  const [removed, setRemoved] = useState<Competitor | null>(null);
  const actions = { bar, onEdit: (competitor: Competitor) => setChanged({ competitor }), onRemove: setRemoved };
  const columns = trackedColumns(actions);
  return (
    <section className={styles.section} aria-labelledby="tracked">
      <div className={styles.head}>
        <h2 id="tracked" className={styles.label}>
          Tracked
        </h2>
        <Button disabled={bar !== null} title={bar ?? undefined} onClick={() => setChanged({ competitor: null })}>
          Add a competitor
        </Button>
      </div>
      {hasAnswers && <p className={styles.note}>{tableNote(project.period?.window ?? null, project.brandName)}</p>}
      <DataTable
        label="The brand and its tracked competitors"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        stacks
      />
      {changed && (
        <CompetitorDialog
          projectId={project.id}
          competitor={changed.competitor}
          whole={project.whole}
          onClose={() => setChanged(null)}
        />
      )}
      {removed && <Removal project={project} competitor={removed} onClose={() => setRemoved(null)} />}
    </section>
  );
}

interface RemovalProps {
  project: ComparedProject;
  competitor: Competitor;
  onClose: () => void;
}

function Removal({ project, competitor: { id, name }, onClose }: RemovalProps) {
  const removal = useWrite(DELETE_COMPETITOR, { changes: [['project', project.id]], onDone: onClose });
  return (
    <Confirm
      title={`Remove ${name}?`}
      isOpen
      onClose={onClose}
      action="Remove competitor"
      onConfirm={() => removal.mutate({ id })}
      isPending={removal.isPending}
      error={removal.error}
    >
      <p>
        It is removed from this page and from share of voice. Its history is kept, and it is never tracked automatically
        again.
      </p>
      <p>{rereadWords(project.whole)}</p>
    </Confirm>
  );
}
