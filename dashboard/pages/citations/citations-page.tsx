import { Link } from '@tanstack/react-router';
import { NO_DAYS } from '../../filters.ts';
import { SHOWN, shownOf } from '../../page-filters.ts';
import { Button } from '../../ui/button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NextAnswers } from '../../ui/next-answers.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type CitationsProject, type CitedDomain, useCitationFilters, useCitations } from './citations.data.ts';
import styles from './citations.module.css';
import { emptyTitle, WORDS } from './citations.words.ts';
import { Sources } from './sources.tsx';

/** The sources that answers cite: whose they are, and where rivals are named and the brand is not. */
export function Citations() {
  const asked = useCitations();
  const pages = asked.data?.pages.map(({ project }) => project);
  const project = pages?.[0];
  const domains = pages?.flatMap((page) => page?.citations?.nodes ?? []) ?? [];
  return (
    <>
      <FilterBar title="Citations" />
      <ShowToggle />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {project && (
        <div className={styles.page} aria-busy={asked.isPlaceholderData}>
          <Listed project={project} domains={domains} asked={asked} />
        </div>
      )}
    </>
  );
}

interface Props {
  project: CitationsProject;
  domains: readonly CitedDomain[];
  asked: ReturnType<typeof useCitations>;
}

function Listed({ project, domains, asked }: Props) {
  const { citations, visibility, competitors } = project;
  if (!citations || !visibility) return <Missing what={WORDS.theListOfCitations} retry={asked.refetch} />;
  const answers = visibility.byPlatform.reduce((sum, { responseCount }) => sum + responseCount, 0);
  const [first] = domains;
  if (!first) return <NoDomains project={project} hasAnswers={answers > 0} />;
  const [rival, another] = competitors?.nodes ?? [];
  const rivalId = another ? undefined : rival?.id;
  return <Sources {...{ project, domains, first, answers, rivalId, asked }} total={citations.totalCount} />;
}

/** Which domains are listed: all, gaps, or whose. */
function ShowToggle() {
  const [filters, setFilters] = useCitationFilters();
  return (
    <Tabs
      label="Domains"
      chosen={shownOf(filters).word}
      choices={SHOWN}
      choose={(next) =>
        setFilters({ show: next === SHOWN[0].word ? undefined : next, domain: undefined, pages: undefined })
      }
    />
  );
}

const WIDEST = { window: '90d', platforms: undefined, ...NO_DAYS } as const;

interface NoDomainsProps {
  project: CitationsProject;
  hasAnswers: boolean;
}

/** Why the list is empty, and the one next step. */
function NoDomains({ project, hasAnswers }: NoDomainsProps) {
  const [filters, setFilters] = useCitationFilters();
  const { word } = shownOf(filters);
  if (!hasAnswers) {
    return (
      <Empty title={WORDS.noAnswersInThisPeriodSoNothing}>
        <NextAnswers />
      </Empty>
    );
  }
  const hasRivals = (project.competitors?.nodes.length ?? 0) > 0;
  const needsRivals = !hasRivals && (word === 'gaps' || word === 'competitors');
  return (
    <Empty title={emptyTitle(word, project.brandName)}>
      {needsRivals ? (
        <p>
          {WORDS.noCompetitorIsTrackedYet}
          <Link to="/projects/$projectId/competitors" params={{ projectId: project.id }} search={true}>
            Track one
          </Link>
        </p>
      ) : (
        <p>
          {WORDS.tryALongerPeriodOrMore}{' '}
          <Button onClick={() => setFilters(WIDEST)}>{WORDS.showAllPlatformsOf90Days}</Button>
        </p>
      )}
    </Empty>
  );
}
