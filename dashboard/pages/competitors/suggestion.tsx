import { useWriteBar } from '../../api/frame.ts';
import { useWrite } from '../../api/write.ts';
import { count, longDay } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Button } from '../../ui/button.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { type Candidate, CREATE_COMPETITOR, DISMISS_CANDIDATE } from './competitors.document.ts';
import styles from './competitors.module.css';
import { seenWords } from './competitors.words.ts';

interface Props {
  projectId: string;
  candidate: Candidate;
  /** Whose alias it has become; null where it is nobody's. */
  owner: string | null;
  onSameAs: () => void;
}

/** A name that nobody tracks, by a sentence that has it, and what can be done with it. */
export function Suggestion({ projectId, candidate, owner, onSameAs }: Props) {
  const { id, name, responseCount, listedCount, platforms, firstSeen, lastSeen, sample } = candidate;
  return (
    <li className={styles.suggestion}>
      <div className={styles.what}>
        <h3 className={styles.name}>{name}</h3>
        {sample ? (
          <Sample sample={sample} />
        ) : (
          <p className={styles.note}>Answers with this name are no longer stored.</p>
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Answers</dt>
          <dd>
            <AnswersLink mentioning={id}>{count(responseCount)}</AnswersLink>
          </dd>
        </div>
        <div>
          <dt>As an option</dt>
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

function Choices({ projectId, candidate: { id, name }, onSameAs }: Omit<Props, 'owner'>) {
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
