import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from '../api/ask.ts';
import { graphql } from '../api/gql.ts';
import { Choice } from './form.tsx';
import { projectCountry, WORDS } from './market-choice.words.ts';

/** Asked once questions are to be added. */
const MARKETS = graphql(`
  query Markets($id: ID!) { project(id: $id) { id targetCountry markets { id name } } }
`);

interface Props {
  /** Null for the project's country. */
  marketId: string | null;
  onChange: (marketId: string | null) => void;
}

/** Where questions are asked from, for a project that has markets; nothing for one without. */
export function MarketChoice({ marketId, onChange }: Props) {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const { data } = useQuery({
    queryKey: ['project', id, 'markets'],
    queryFn: ({ signal }) => ask(MARKETS, { id }, signal),
  });
  const markets = data?.project?.markets ?? [];
  if (markets.length === 0) return null;
  return (
    <Choice
      label="Market"
      name="market"
      value={marketId ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
      hint={WORDS.theSameQuestionMayBeAskedInEach}
    >
      <option value="">{projectCountry(data?.project?.targetCountry ?? '')}</option>
      {markets.map((market) => (
        <option key={market.id} value={market.id}>
          {market.name}
        </option>
      ))}
    </Choice>
  );
}
