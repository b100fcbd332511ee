import { Link } from '@tanstack/react-router';
import { shownOf } from '../../citation-filters.ts';
import { instant } from '../../format.ts';
import { Empty } from '../../ui/states.tsx';
import type { CitationsProject } from './citations.document.ts';
import { emptyTitle } from './citations.words.ts';
import { useCitationFilters } from './use-citations.ts';

interface Props {
  project: CitationsProject;
  hasAnswers: boolean;
}

/** Why the list is empty, and the one next step. */
export function NoDomains({ project, hasAnswers }: Props) {
  const [filters] = useCitationFilters();
  const { word } = shownOf(filters);
  if (!hasAnswers) return <NoAnswers project={project} />;
  const hasRivals = (project.competitors?.nodes.length ?? 0) > 0;
  const needsRivals = !hasRivals && (word === 'gaps' || word === 'competitors');
  return (
    <Empty title={emptyTitle(word, project.brandName)}>
      {needsRivals ? (
        <p>
          {'No competitor is tracked yet. '}
          <Link to="/projects/$projectId/competitors" params={{ projectId: project.id }} search={true}>
            Track one
          </Link>
        </p>
      ) : (
        <p>A longer period or more platforms may have some.</p>
      )}
    </Empty>
  );
}

function NoAnswers({ project: { isPaused, monitoring } }: Pick<Props, 'project'>) {
  const next = monitoring?.nextRunAt;
  return (
    <Empty title="– No answers in this period, so nothing is cited.">
      {isPaused && <p>The project is paused, so nothing is asked. Resume it to get answers.</p>}
      {!isPaused && next && <p>{`The next answers are due by ${instant(next)}. A longer period may have some.`}</p>}
      {!isPaused && !next && <p>No prompt is due. A project needs an active prompt to be asked.</p>}
    </Empty>
  );
}
