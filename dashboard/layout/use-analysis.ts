import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ask } from '../api/ask.ts';
import { graphql } from '../api/graphql.ts';

export const ANALYSIS = graphql(`
  query Analysis($id: ID!) { project(id: $id) { analysis { state answersRead answersTotal } } }
`);

const RUNNING_MS = 3_000;
/** A worker begins once names have been unchanged for some seconds. */
const OUTDATED_MS = 5_000;

/**
 * How far a project's answers are read again, asked for as long as that is under way: not in a hidden tab, nor after an
 * error. Once that has ended, everything of the project is asked anew: its numbers are others.
 */
export function useAnalysis(projectId: string) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['project', projectId, 'analysis'],
    queryFn: ({ signal }) => ask(ANALYSIS, { id: projectId }, signal),
    refetchInterval: ({ state: { data: known, status } }) => {
      if (status === 'error') return false;
      const state = known?.project?.analysis?.state;
      if (state === 'RUNNING') return RUNNING_MS;
      return state === 'OUTDATED' ? OUTDATED_MS : false;
    },
  });
  const analysis = data?.project?.analysis ?? null;
  const before = useRef<string>(undefined);
  const state = analysis?.state;
  useEffect(() => {
    const wasOther = before.current !== undefined && before.current !== 'CURRENT';
    before.current = state;
    if (state === 'CURRENT' && wasOther) void queries.invalidateQueries({ queryKey: ['project', projectId] });
  }, [state, projectId, queries]);
  return analysis;
}
