import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { count, longDay, percent, points } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Host, OutLink } from '../../ui/domain.tsx';
import { rereadWords } from '../../ui/shared.words.ts';
import { CompetitorDialog } from './competitor-dialog.tsx';
import { type ComparedProject, type Competitor, DELETE_COMPETITOR, type TrackedRow } from './competitors.data.ts';
import styles from './competitors.module.css';
import { boundsOf, tableNote, WORDS } from './competitors.words.ts';
import { Against, Move } from './verdicts.tsx';

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
          {WORDS.addACompetitor}
        </Button>
      </div>
      {hasAnswers && <p className={styles.note}>{tableNote(project.period?.window ?? null, project.brandName)}</p>}
      <DataTable label={WORDS.theBrandAndItsTracked} columns={columns} rows={rows} keyOf={({ id }) => id} stacks />
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
      <p>{WORDS.itIsRemovedFromThisPage}</p>
      <p>{rereadWords(project.whole)}</p>
    </Confirm>
  );
}

interface Actions {
  /** Why nothing can be changed; null where it can. */
  bar: string | null;
  onEdit: (competitor: Competitor) => void;
  onRemove: (competitor: Competitor) => void;
}

function trackedColumns(actions: Actions): DataColumn<TrackedRow>[] {
  return [
    { head: 'Name', cell: (row) => <Name row={row} />, sortBy: ({ name }) => name },
    {
      head: 'Named in',
      isNumber: true,
      cell: (row) => <Share row={row} />,
      sortBy: (row) => known(row)?.visibilityScore ?? null,
    },
    {
      head: 'Versus the brand',
      isNumber: true,
      cell: (row) => <Difference row={row} />,
      sortBy: (row) => known(row)?.againstBrand?.difference ?? null,
    },
    {
      head: 'Share of mentions',
      isNumber: true,
      cell: (row) => <Voice row={row} />,
      sortBy: (row) => known(row)?.share ?? null,
    },
    {
      head: 'Change',
      isNumber: true,
      cell: (row) => <Change row={row} />,
      sortBy: ({ numbers }) => numbers?.previous?.change ?? null,
    },
    {
      head: 'Seen',
      cell: ({ competitor }) => <Seen competitor={competitor} />,
      sortBy: ({ competitor }) => competitor?.lastSeenAt ?? null,
    },
    { head: 'Actions', cell: ({ competitor }) => <RowActions competitor={competitor} actions={actions} /> },
  ];
}

/** The numbers of a row that answers of the period bear out. */
function known({ numbers }: TrackedRow) {
  return numbers !== null && numbers.wholeCount > 0 ? numbers : null;
}

function Name({ row: { name, aliases, websiteUrl, competitor } }: { row: TrackedRow }) {
  return (
    <div className={styles.who}>
      <span className={styles.name}>{competitor ? name : <span className={styles.brand}>{name}</span>}</span>
      {competitor?.discoveryMethod === 'AUTO' && <span className={styles.note}>found automatically</span>}
      {aliases.length > 0 && <span className={styles.note}>{`also ${aliases.join(', ')}`}</span>}
      {websiteUrl !== '' && (
        <span className={styles.note}>
          <OutLink url={websiteUrl}>
            <Host of={websiteUrl} />
          </OutLink>
        </span>
      )}
    </div>
  );
}

function Share({ row }: { row: TrackedRow }) {
  const numbers = known(row);
  if (!numbers) return <span className={styles.note}>{row.numbers ? '–' : WORDS.notAnalysedYet}</span>;
  return (
    <div className={styles.figures}>
      <AnswersLink mentioning={row.id}>
        <strong>{percent(numbers.visibilityScore)}</strong>
      </AnswersLink>
      <span className={styles.note}>{`${count(numbers.responseCount)} of ${count(numbers.wholeCount)}`}</span>
      {numbers.confidence && <span className={styles.note}>{boundsOf(numbers.confidence)}</span>}
      {row.competitor && numbers.responseCount > 0 && (
        <span className={styles.note}>
          <AnswersLink mentioning={row.id} named="no">
            {WORDS.withoutTheBrand}
          </AnswersLink>
        </span>
      )}
    </div>
  );
}

function Voice({ row }: { row: TrackedRow }) {
  const numbers = known(row);
  if (!numbers || numbers.share === null) return '–';
  return (
    <div className={styles.figures}>
      <AnswersLink mentioning={row.id}>{percent(numbers.share)}</AnswersLink>
      <span className={styles.note}>{`${count(numbers.mentionCount)} times`}</span>
    </div>
  );
}

function Difference({ row }: { row: TrackedRow }) {
  const against = known(row)?.againstBrand;
  if (!against) return '–';
  return (
    <div className={styles.figures}>
      {points(Math.round(against.difference))}
      <Against verdict={against.verdict} />
    </div>
  );
}

function Change({ row }: { row: TrackedRow }) {
  const previous = known(row)?.previous;
  if (!previous) return '–';
  return (
    <div className={styles.figures}>
      {points(previous.change)}
      <span className={styles.note}>{`from ${percent(previous.visibilityScore)}`}</span>
      {previous.verdict && <Move verdict={previous.verdict} />}
    </div>
  );
}

/** The first and the last day on which an answer named it. */
function Seen({ competitor }: { competitor: Competitor | null }) {
  const { firstSeenAt = null, lastSeenAt = null } = competitor ?? {};
  if (firstSeenAt === null || lastSeenAt === null) return '–';
  return (
    <div className={styles.seen}>
      <span>{`first ${longDay(firstSeenAt)}`}</span>
      <span>{`last ${longDay(lastSeenAt)}`}</span>
    </div>
  );
}

function RowActions({ competitor, actions }: { competitor: Competitor | null; actions: Actions }) {
  const { projectId = '' } = useParams({ strict: false });
  const { bar, onEdit, onRemove } = actions;
  if (!competitor) {
    return (
      <Link to="/projects/$projectId/settings" params={{ projectId }}>
        In Settings
      </Link>
    );
  }
  const off = { disabled: bar !== null, title: bar ?? undefined };
  return (
    <div className={styles.actions}>
      <Button isSmall {...off} aria-label={`Edit ${competitor.name}`} onClick={() => onEdit(competitor)}>
        Edit
      </Button>
      <Button isSmall {...off} aria-label={`Remove ${competitor.name}`} onClick={() => onRemove(competitor)}>
        Remove
      </Button>
    </div>
  );
}
