import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Spark } from '../../charts/spark.tsx';
import { pointsOf } from '../../charts/trend-points.ts';
import { percent, plural } from '../../format.ts';
import { Host } from '../../ui/domain.tsx';
import { verdictInRow } from '../../ui/shared.words.ts';
import type { ListedProject } from './projects.data.ts';
import styles from './projects.module.css';
import { stateOf } from './projects.words.ts';

/** A project in a row; the whole of it leads to its overview. */
export function ProjectRow({ project }: { project: ListedProject }) {
  const { id, name, websiteUrl, visibility } = project;
  const answers = visibility?.byPlatform.reduce((sum, { responseCount }) => sum + responseCount, 0) ?? 0;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <h2 className={styles.name}>
          <Link to="/projects/$projectId/overview" params={{ projectId: id }} className={styles.link}>
            {name}
          </Link>
        </h2>
        <p className={styles.note}>
          <Host of={websiteUrl} />
        </p>
      </div>
      <State project={project} />
      {visibility && answers > 0 ? (
        <Numbers visibility={visibility} answers={answers} />
      ) : (
        <p className={styles.score}>
          –<span className={styles.note}>{visibility ? ' no answers yet' : ' could not be loaded'}</span>
        </p>
      )}
    </li>
  );
}

function State({ project }: { project: ListedProject }) {
  const { word, text } = stateOf(project);
  return (
    <p className={styles.state}>
      <span className={styles.stateWord}>{word}</span>
      {text !== null && <span className={styles.note}>{text}</span>}
    </p>
  );
}

interface Props {
  visibility: NonNullable<ListedProject['visibility']>;
  answers: number;
}

function Numbers({ visibility, answers }: Props) {
  const { score, window, pooled, previous, adjustedConfidence: bounds } = visibility;
  const points = useMemo(() => pointsOf(window, pooled, []), [window, pooled]);
  return (
    <>
      <p className={styles.score}>
        {percent(score)}
        <span className={styles.note}>
          {bounds && `${percent(bounds.low)} to ${percent(bounds.high)}, `}
          {plural(answers, 'answer')}
        </span>
      </p>
      <Spark points={points} />
      <p className={styles.verdict}>{previous && <Verdict change={previous} />}</p>
    </>
  );
}

function Verdict({ change }: { change: NonNullable<Props['visibility']['previous']> }) {
  const { title, text } = verdictInRow(change);
  return (
    <>
      <strong>{title}</strong> {text}
    </>
  );
}
