import { instant } from '../../format.ts';
import { AnalysisStrip } from '../../ui/analysis-strip.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { ByPlatform } from './by-platform.tsx';
import { ByPrompt } from './by-prompt.tsx';
import { Citations } from './citations.tsx';
import { Headline } from './headline.tsx';
import type { OverviewProject } from './overview.document.ts';
import styles from './overview.module.css';
import { Sentiment } from './sentiment.tsx';
import { ShareOfVoice } from './share-of-voice.tsx';
import { useOverview } from './use-overview.ts';

/** How a brand stands: a finding a section, its chart beside it. */
export function Overview() {
  const asked = useOverview();
  const project = asked.data?.project;
  return (
    <>
      <FilterBar title="Overview" />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {project && (
        <div className={styles.page} aria-busy={asked.isPlaceholderData}>
          <AnalysisStrip analysis={project.analysis} />
          <Sections project={project} retry={() => asked.refetch()} />
        </div>
      )}
    </>
  );
}

function Sections({ project, retry }: { project: OverviewProject; retry: () => unknown }) {
  const { visibility, cells, prompts, brands, citations, sentiment } = project;
  if (visibility?.byPlatform.every(({ responseCount }) => responseCount === 0)) {
    return <NothingYet project={project} />;
  }
  return (
    <>
      {visibility ? (
        <>
          <Headline project={project} visibility={visibility} />
          <ByPlatform project={project} rows={visibility.byPlatform} />
        </>
      ) : (
        <Missing what="Visibility" retry={retry} />
      )}
      {cells && prompts ? (
        <ByPrompt project={project} cells={cells} prompts={prompts} />
      ) : (
        <Missing what="The numbers by prompt" retry={retry} />
      )}
      {brands ? <ShareOfVoice project={project} brands={brands} /> : <Missing what="Share of voice" retry={retry} />}
      {citations ? (
        <Citations project={project} domains={citations.nodes} totalCount={citations.totalCount} />
      ) : (
        <Missing what="Citations" retry={retry} />
      )}
      {sentiment ? <Sentiment project={project} counts={sentiment} /> : <Missing what="Sentiment" retry={retry} />}
    </>
  );
}

/** Nothing was answered, which is no score of zero. */
function NothingYet({ project: { brandName, isPaused, monitoring } }: { project: OverviewProject }) {
  const next = monitoring?.nextRunAt;
  return (
    <Empty title={`– No answers in this period: nothing is known of ${brandName} yet.`}>
      {isPaused && <p>The project is paused, so nothing is asked. Resume it to get answers.</p>}
      {!isPaused && next && <p>{`The first answers are due by ${instant(next)}. A longer period may have some.`}</p>}
      {!isPaused && !next && <p>No prompt is due. A project needs an active prompt to be asked.</p>}
    </Empty>
  );
}
