import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ask } from '../api/ask.ts';
import { graphql } from '../api/gql.ts';
import { isRefusedFor } from '../api/refused.ts';
import { count } from '../format.ts';
import styles from './shell.module.css';
import { WORDS } from './shell.words.ts';

/** Tells on every page of a project that its numbers are for former names, until they no longer are. */
export function ProjectAnalysis({ projectId }: { projectId: string }) {
  return <AnalysisStrip analysis={useAnalysis(projectId)} />;
}

const ANALYSIS = graphql(`
  query Analysis($id: ID!) { project(id: $id) { analysis { state answersRead answersTotal } } }
`);

function stateOf(projectId: string) {
  return queryOptions({
    queryKey: ['project', projectId, 'analysis'],
    queryFn: ({ signal }) => ask(ANALYSIS, { id: projectId }, signal),
  });
}

/** Whether the project of an address is not there for who looks, as every page of a project asks; false without one. */
export function useIsMissing(projectId: string | undefined): boolean {
  const { error } = useQuery({ ...stateOf(projectId ?? ''), enabled: projectId !== undefined });
  return isRefusedFor(error, 'NOT_FOUND') || isRefusedFor(error, 'FORBIDDEN');
}

const RUNNING_MS = 3_000;
/** A worker begins once names have been unchanged for some seconds. */
const OUTDATED_MS = 5_000;

/**
 * How far a project's answers are read again, asked for as long as that is under way: not in a hidden tab, nor after an
 * error. Once that has ended, everything of the project is asked anew: its numbers are others.
 */
function useAnalysis(projectId: string) {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...stateOf(projectId),
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

interface Analysis {
  state: 'CURRENT' | 'OUTDATED' | 'RUNNING' | 'SET_ASIDE';
  answersRead: number | null;
  answersTotal: number | null;
}

/** Tells that the numbers are for former names, and how far the new reading of the answers has come. */
function AnalysisStrip({ analysis }: { analysis: Analysis | null }) {
  if (!analysis || analysis.state === 'CURRENT') return null;
  const { state, answersRead, answersTotal } = analysis;
  return (
    <div role="status" className={styles.strip}>
      <p>
        {state === 'SET_ASIDE' ? WORDS.namesHaveChangedButReAnalysis : WORDS.namesHaveChangedNumbersUse}
        {answersRead !== null && answersTotal !== null && ` ${count(answersRead)} of ${count(answersTotal)} done.`}
      </p>
      {answersTotal !== null && (
        <progress
          value={answersRead ?? 0}
          max={answersTotal}
          aria-label="Answers re-analysed"
          className={styles.analysisStripBar}
        />
      )}
    </div>
  );
}
