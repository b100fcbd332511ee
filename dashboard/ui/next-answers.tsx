import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ask } from '../api/ask.ts';
import { graphql } from '../api/gql.ts';
import { NO_DAYS, periodOf, readFilters, useFilters } from '../filters.ts';
import { Button } from './button.tsx';
import { nextAnswers, WORDS } from './shared.words.ts';

const NEXT_ANSWERS = graphql(`
  query NextAnswers($id: ID!) { project(id: $id) { id isPaused lastAnsweredAt monitoring { nextRunAt } } }
`);

/**
 * On a page without answers: what comes next and when, and a way on. It asks by itself, so that pages with answers do
 * not pay for it; nothing until it knows.
 */
export function NextAnswers() {
  const { projectId = '' } = useParams({ strict: false });
  const [filters, setFilters] = useFilters();
  const { data } = useQuery({
    queryKey: ['project', projectId, 'next-answers'],
    queryFn: ({ signal }) => ask(NEXT_ANSWERS, { id: projectId }, signal),
  });
  if (!data?.project) return null;
  const { text, way } = nextAnswers(data.project, { days: periodOf(filters).days, now: new Date() });
  const to = { params: { projectId }, search: readFilters };
  return (
    <p>
      {`${text} `}
      {way === 'longer' && (
        <Button onClick={() => setFilters({ window: '90d', ...NO_DAYS })}>{WORDS.showTheLast90Days}</Button>
      )}
      {way === 'settings' && (
        <Link to="/projects/$projectId/settings" {...to}>
          {WORDS.resumeItInSettings}
        </Link>
      )}
      {way === 'prompts' && (
        <Link to="/projects/$projectId/prompts" {...to}>
          {WORDS.addAPrompt}
        </Link>
      )}
      {way === 'runs' && (
        <Link to="/projects/$projectId/runs" {...to}>
          {WORDS.seeWhatIsAsked}
        </Link>
      )}
      {data.project.lastAnsweredAt === null && (
        <>
          {` ${WORDS.orHaveAnswersAlready} `}
          <Link to="/projects/$projectId/import-answers" params={{ projectId }}>
            {WORDS.importAnswers}
          </Link>
        </>
      )}
    </p>
  );
}
