import { Link } from '@tanstack/react-router';
import { shownOf } from '../../citation-filters.ts';
import { Button } from '../../ui/button.tsx';
import { NextAnswers } from '../../ui/next-answers.tsx';
import { Empty } from '../../ui/states.tsx';
import type { CitationsProject } from './citations.document.ts';
import { emptyTitle } from './citations.words.ts';
import { useCitationFilters } from './use-citations.ts';

const WIDEST = { window: '90d', platforms: undefined } as const;

interface Props {
  project: CitationsProject;
  hasAnswers: boolean;
}

/** Why the list is empty, and the one next step. */
export function NoDomains({ project, hasAnswers }: Props) {
  const [filters, setFilters] = useCitationFilters();
  const { word } = shownOf(filters);
  if (!hasAnswers) {
    return (
      <Empty title="– No answers in this period, so nothing is cited.">
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
          {'No competitor is tracked yet. '}
          <Link to="/projects/$projectId/competitors" params={{ projectId: project.id }} search={true}>
            Track one
          </Link>
        </p>
      ) : (
        <p>
          Try a longer period or more platforms.{' '}
          <Button onClick={() => setFilters(WIDEST)}>Show all platforms of 90 days</Button>
        </p>
      )}
    </Empty>
  );
}
