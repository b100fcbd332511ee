import type { AnswerFilters } from '../../answer-filters.ts';
import { periodOf } from '../../filters.ts';
import { Button } from '../../ui/button.tsx';
import { NextAnswers } from '../../ui/next-answers.tsx';
import { Empty } from '../../ui/states.tsx';
import { useFilters } from '../../use-filters.ts';
import { CLEARED, isSearchable, type Narrowing, SEARCH_DAYS_MAX } from './narrowing.ts';

interface Props {
  filters: AnswerFilters;
  narrowed: readonly { name: Narrowing; text: string }[];
  narrow: (next: Partial<AnswerFilters>) => void;
}

/** What narrows the list to nothing, and the way out. */
export function NothingFound({ filters, narrowed, narrow }: Props) {
  const { name } = periodOf(filters);
  const isNarrowed = narrowed.length > 0 || filters.platforms !== undefined;
  if (!isNarrowed) {
    return (
      <Empty title={`– No answers in the last ${name}.`}>
        <NextAnswers />
      </Empty>
    );
  }
  return (
    <Empty title={`No answers from the last ${name} match these filters.`}>
      <ul>
        {filters.platforms && <li>Some platforms are switched off.</li>}
        {narrowed.map(({ name: key, text }) => (
          <li key={key}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      <Button onClick={() => narrow({ ...CLEARED, platforms: undefined })}>Clear all filters</Button>
    </Empty>
  );
}

/** A search covers some days only: the way to fewer. */
export function TooManyDays({ filters }: { filters: AnswerFilters }) {
  const [, setFilters] = useFilters();
  if (isSearchable(filters)) return null;
  return (
    <Empty title={`A search covers ${SEARCH_DAYS_MAX} days at most.`}>
      <p>A search reads every answer of the period, so longer periods are not searched.</p>
      <Button onClick={() => setFilters({ window: undefined })}>Search the last 30 days</Button>
    </Empty>
  );
}
