import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { instant } from '../../format.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NextAnswers } from '../../ui/next-answers.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { ByPlatform } from './by-platform.tsx';
import { ByPrompt } from './by-prompt.tsx';
import { Citations } from './citations-section.tsx';
import { type OverviewProject, type PlatformStatus, useOverview, usePlatformStatus } from './overview.data.ts';
import styles from './overview.module.css';
import { silentPlatforms, WORDS } from './overview.words.ts';
import { Reasons } from './reasons.tsx';
import { ShareOfVoice } from './share-of-voice.tsx';
import { Headline } from './visibility-headline.tsx';

/** The last one of the page, loaded beside it: with it the scripts of the first page would be larger than they may. */
const Sentiment = lazy(() => import('./sentiment-section.tsx').then((module) => ({ default: module.Sentiment })));

/** How a brand stands: a finding a section, its chart beside it. */
export function Overview() {
  const asked = useOverview();
  const status = usePlatformStatus();
  const project = asked.data?.project;
  return (
    <>
      <FilterBar title="Overview" />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {project && (
        <div className={styles.page} aria-busy={asked.isPlaceholderData}>
          <Sections project={project} status={status} retry={() => asked.refetch()} />
        </div>
      )}
    </>
  );
}

interface Props {
  project: OverviewProject;
  status: readonly PlatformStatus[];
  retry: () => unknown;
}

function Sections({ project, status, retry }: Props) {
  const { visibility, cells, brands, citations, sentiment } = project;
  if (visibility?.byPlatform.every(({ responseCount }) => responseCount === 0)) {
    return <NothingYet project={project} status={status} />;
  }
  return (
    <>
      {visibility ? (
        <>
          <Headline project={project} visibility={visibility} />
          <Currency project={project} status={status} />
          <Reasons project={project} visibility={visibility} />
          <ByPlatform project={project} rows={visibility.byPlatform} />
        </>
      ) : (
        <Missing what="Visibility" retry={retry} />
      )}
      {cells ? <ByPrompt project={project} cells={cells} /> : <Missing what={WORDS.theNumbersByPrompt} retry={retry} />}
      {brands ? (
        <ShareOfVoice project={project} brands={brands} />
      ) : (
        <Missing what={WORDS.shareOfVoice} retry={retry} />
      )}
      {citations ? (
        <Citations project={project} domains={citations.nodes} totalCount={citations.totalCount} />
      ) : (
        <Missing what="Citations" retry={retry} />
      )}
      {sentiment ? (
        <Suspense>
          <Sentiment project={project} counts={sentiment} />
        </Suspense>
      ) : (
        <Missing what="Sentiment" retry={retry} />
      )}
      <section className={styles.method} aria-labelledby="method">
        <h2 id="method" className={styles.label}>
          {WORDS.whatIsMeasured}
        </h2>
        <p>{WORDS.method}</p>
      </section>
    </>
  );
}

/** Nothing was answered, which is no score of zero. */
function NothingYet({ project, status }: Omit<Props, 'retry'>) {
  return (
    <Empty title={`– No answers in this period, so nothing is known about ${project.brandName} yet.`}>
      <NextAnswers />
      {!project.isPaused && <Currency project={{ ...project, lastAnsweredAt: null }} status={status} />}
    </Empty>
  );
}

interface CurrencyProps {
  project: OverviewProject;
  status: readonly PlatformStatus[];
}

/** Until when there are data, and what is not asked now: a platform without answers is no fall of the brand. */
function Currency({ project, status }: CurrencyProps) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const { lastAnsweredAt, isPaused, settings } = project;
  const silent = isPaused ? [] : silentPlatforms(status, settings.platforms);
  if (!lastAnsweredAt && !isPaused && silent.length === 0) return null;
  return (
    <div className={styles.currency}>
      {lastAnsweredAt && (
        <p>
          Data until <time dateTime={lastAnsweredAt}>{instant(lastAnsweredAt)}</time>.
        </p>
      )}
      {isPaused && (
        <p className={styles.warning}>
          <strong>{WORDS.monitoringIsPaused}</strong> {WORDS.noNewAnswersAreCollected}{' '}
          <Link to="/projects/$projectId/settings" params={{ projectId }}>
            Resume it
          </Link>
        </p>
      )}
      {silent.map(({ names, reason }) => (
        <p key={names} className={styles.warning}>
          <strong>{`Not being asked: ${names}.`}</strong> {reason}
        </p>
      ))}
    </div>
  );
}
