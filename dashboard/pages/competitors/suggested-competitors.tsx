import { useState } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { useFilters, whereOf } from '../../filters.ts';
import { count, longDay } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Form, FormButtons, FormNote, FormRefusal } from '../../ui/form.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { rereadWords, WORDS as SHARED } from '../../ui/shared.words.ts';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import {
  ADD_BRAND_ALIAS,
  aliasOf,
  type Candidate,
  type ComparedProject,
  CREATE_COMPETITOR,
  DISMISS_CANDIDATE,
  RESTORE_CANDIDATE,
  type TrackedRow,
  UPDATE_COMPETITOR,
  useCandidates,
} from './competitors.data.ts';
import styles from './competitors.module.css';
import { seenWords, suggestionFinding, WORDS } from './competitors.words.ts';

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
  const [filters] = useFilters();
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
          {whereOf(filters) && <p className={styles.note}>{SHARED.thisPartCountsAllPrompts}</p>}
          {candidates.length > 0 && (
            <p className={styles.note}>
              {WORDS.trackingANameOrAdding} {rereadWords(project.whole)}
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
        {isOpen ? WORDS.hideDismissedNames : WORDS.showDismissedNames}
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
  if (candidates.length === 0) return <p className={styles.note}>{WORDS.noDismissedNamesInThisPeriod}</p>;
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
          {WORDS.moreDismissedNames}
        </Button>
      )}
    </>
  );
}

interface SuggestionProps {
  projectId: string;
  candidate: Candidate;
  /** Whose alias it has become; null where it is nobody's. */
  owner: string | null;
  onSameAs: () => void;
}

/** A name that nobody tracks, by a sentence that has it, and what can be done with it. */
function Suggestion({ projectId, candidate, owner, onSameAs }: SuggestionProps) {
  const { id, name, responseCount, listedCount, platforms, firstSeen, lastSeen, sample } = candidate;
  return (
    <li className={styles.suggestion}>
      <div className={styles.what}>
        <h3 className={styles.name}>{name}</h3>
        {sample ? <Sample sample={sample} /> : <p className={styles.note}>{WORDS.answersWithThisNameAreNoLonger}</p>}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Answers</dt>
          <dd>
            <AnswersLink mentioning={id}>{count(responseCount)}</AnswersLink>
          </dd>
        </div>
        <div>
          <dt>{WORDS.asAnOption}</dt>
          <dd>
            <AnswersLink mentioning={id}>{count(listedCount)}</AnswersLink>
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>Platforms</dt>
          <dd className={styles.platforms}>
            {PLATFORMS.filter((one) => platforms.includes(one.id)).map((one) => (
              <PlatformName key={one.id} platform={one.id} />
            ))}
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>Seen</dt>
          <dd>{seenWords(firstSeen, lastSeen)}</dd>
        </div>
      </dl>
      {owner === null ? (
        <Choices projectId={projectId} candidate={candidate} onSameAs={onSameAs} />
      ) : (
        <p className={styles.note}>{`Counts as ${owner} once all answers have been re-analysed.`}</p>
      )}
    </li>
  );
}

function Sample({ sample: { text, start, end, platform, answeredAt } }: { sample: NonNullable<Candidate['sample']> }) {
  return (
    <>
      <blockquote className={styles.quote}>
        {text.slice(0, start)}
        <strong>{text.slice(start, end)}</strong>
        {text.slice(end)}
      </blockquote>
      <p className={styles.source}>
        <PlatformName platform={platform} />
        {longDay(answeredAt)}
      </p>
    </>
  );
}

function Choices({ projectId, candidate: { id, name }, onSameAs }: Omit<SuggestionProps, 'owner'>) {
  const bar = useWriteBar();
  const changes = [['project', projectId]];
  const tracking = useWrite(CREATE_COMPETITOR, { changes });
  const dismissal = useWrite(DISMISS_CANDIDATE, { changes });
  const isOff = bar !== null || tracking.isPending || dismissal.isPending;
  const off = { isSmall: true, disabled: isOff, title: bar ?? undefined };
  return (
    <div className={styles.choices}>
      <div className={styles.actions}>
        <Button {...off} aria-label={`Track ${name}`} onClick={() => tracking.mutate({ projectId, input: { name } })}>
          Track
        </Button>
        <Button {...off} aria-label={`${name} is the same as …`} onClick={onSameAs}>
          Same as …
        </Button>
        <Button {...off} aria-label={`Dismiss ${name}`} onClick={() => dismissal.mutate({ id })}>
          Dismiss
        </Button>
      </div>
      <FormRefusal error={tracking.error ?? dismissal.error} />
    </div>
  );
}

interface SameAsProps {
  project: ComparedProject;
  /** The brand and its tracked competitors. */
  rows: readonly TrackedRow[];
  candidate: Candidate;
  onClose: () => void;
}

/** Makes a name an alias of the brand or of a tracked competitor. */
function SameAs({ project, rows, candidate: { name }, onClose }: SameAsProps) {
  const [ownerId, setOwnerId] = useState(project.id);
  const written = { changes: [['project', project.id]], onDone: onClose };
  const ofBrand = useWrite(ADD_BRAND_ALIAS, written);
  const ofCompetitor = useWrite(UPDATE_COMPETITOR, written);
  const error = ofBrand.error ?? ofCompetitor.error;
  const submit = () => {
    const owner = rows.find(({ id }) => id === ownerId);
    if (!owner) return;
    const aliases = [...owner.aliases, name];
    if (owner.competitor) ofCompetitor.mutate({ id: owner.id, input: { aliases } });
    else ofBrand.mutate({ id: project.id, aliases });
  };
  return (
    <Dialog title={`${name} is the same as …`} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Choice
          label={WORDS.brandOrCompetitor}
          name="owner"
          value={ownerId}
          onChange={({ target }) => setOwnerId(target.value)}
          fault={faultsOf(error)['aliases']}
        >
          {rows.map(({ id, name: owner, competitor }) => (
            <option key={id} value={id}>
              {competitor ? owner : `${owner} (your brand)`}
            </option>
          ))}
        </Choice>
        <FormNote>{`${name} will count as the chosen brand or competitor. ${rereadWords(project.whole)}`}</FormNote>
        <FormRefusal error={error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={ofBrand.isPending || ofCompetitor.isPending}>
            {WORDS.addAsAnotherName}
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
