import { useState } from 'react';
import { useWriteBar } from '../../api/frame.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { rereadWords } from '../../ui/reread.words.ts';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { type Candidate, type ComparedProject, RESTORE_CANDIDATE } from './competitors.document.ts';
import styles from './competitors.module.css';
import { suggestionFinding } from './competitors.words.ts';
import { SameAs } from './same-as.tsx';
import { Suggestion } from './suggestion.tsx';
import { aliasOf, type TrackedRow } from './tracked-rows.ts';
import { useCandidates } from './use-competitors.ts';

interface Props {
  project: ComparedProject;
  rows: readonly TrackedRow[];
  /** Whether the period has any. */
  hasAnswers: boolean;
}

/** Names that answers have and nobody tracks: each is tracked, taken for another's, or dismissed. */
export function Suggested({ project, rows, hasAnswers }: Props) {
  const { asked, candidates, totalCount } = useNames(project, false);
  const [same, setSame] = useState<Candidate | null>(null);
  return (
    <section className={styles.section} aria-labelledby="suggested">
      <h2 id="suggested" className={styles.label}>
        Suggested
      </h2>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={3} />}
      {asked.data && !candidates && <Missing what="Suggestions" retry={() => asked.refetch()} />}
      {candidates && (
        <div aria-busy={asked.isPlaceholderData}>
          <p className={styles.finding}>{suggestionFinding(candidates, totalCount, hasAnswers)}</p>
          {candidates.length > 0 && (
            <p className={styles.note}>
              Tracking a name, or adding it to a tracked one, changes the analysis. {rereadWords(project.whole)}
            </p>
          )}
          {candidates.length > 0 && (
            <ul className={styles.list} aria-label="Suggested names">
              {candidates.map((candidate) => (
                <Suggestion
                  key={candidate.id}
                  projectId={project.id}
                  candidate={candidate}
                  owner={aliasOf(rows, candidate.name)}
                  onSameAs={() => setSame(candidate)}
                />
              ))}
            </ul>
          )}
          {asked.hasNextPage && (
            <Button disabled={asked.isFetching} onClick={() => asked.fetchNextPage()}>
              More names
            </Button>
          )}
        </div>
      )}
      {asked.data && <Dismissed project={project} />}
      {same && <SameAs project={project} rows={rows} candidate={same} onClose={() => setSame(null)} />}
    </section>
  );
}

function useNames({ analysis }: ComparedProject, dismissed: boolean) {
  const asked = useCandidates({ dismissed, analysis: analysis?.state });
  const pages = asked.data?.pages.map(({ project }) => project?.candidates);
  const candidates = pages?.every((page) => page) ? pages.flatMap((page) => page?.nodes ?? []) : undefined;
  return { asked, candidates, totalCount: pages?.at(-1)?.totalCount ?? 0 };
}

function Dismissed({ project }: { project: ComparedProject }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.fold}>
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide dismissed names' : 'Show dismissed names'}
      </Button>
      {isOpen && <DismissedNames project={project} />}
    </div>
  );
}

function DismissedNames({ project }: { project: ComparedProject }) {
  const { asked, candidates } = useNames(project, true);
  const bar = useWriteBar();
  const restoration = useWrite(RESTORE_CANDIDATE, { changes: [['project', project.id]] });
  if (!candidates) return <Refusal asked={asked} />;
  if (candidates.length === 0) return <p className={styles.note}>No dismissed names in this period.</p>;
  return (
    <>
      <ul className={styles.list} aria-label="Dismissed names">
        {candidates.map(({ id, name }) => (
          <li key={id} className={styles.dismissed}>
            <span className={styles.name}>{name}</span>
            <Button
              isSmall
              aria-label={`Restore ${name}`}
              disabled={bar !== null || restoration.isPending}
              title={bar ?? undefined}
              onClick={() => restoration.mutate({ id })}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      {asked.hasNextPage && (
        <Button disabled={asked.isFetching} onClick={() => asked.fetchNextPage()}>
          More dismissed names
        </Button>
      )}
    </>
  );
}
