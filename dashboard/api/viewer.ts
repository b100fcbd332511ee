import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from 'gql.tada';
import { ask } from './ask.ts';
import { graphql } from './gql.ts';

/** What the frame of all pages shows, and what pages ask of it: who is there, and what they may do. */
const FRAME = graphql(`
  query Frame {
    viewer { role holder { name email projectIds } account { name isReadOnly deleteAt isOperator } }
    projects(first: 100) { nodes { id name websiteUrl } }
  }
`);

export type FrameProject = NonNullable<ResultOf<typeof FRAME>['projects']>['nodes'][number];

export type FrameViewer = NonNullable<ResultOf<typeof FRAME>['viewer']>;

/** The account and its projects, once for all pages. */
export function useFrame() {
  return useQuery({ queryKey: ['frame'], queryFn: ({ signal }) => ask(FRAME, {}, signal) });
}

/** Whether the person who looks runs the service: an owner of the operator's own account. Undefined until it is known. */
export function useIsOperator(): boolean | undefined {
  const frame = useFrame().data;
  return frame && frame.viewer?.account.isOperator === true && frame.viewer.role === 'OWNER';
}

/** Whether the person who looks sees some projects alone, and so nothing that counts the account as a whole. */
export function useIsLimited(): boolean {
  const projectIds = useFrame().data?.viewer?.holder.projectIds ?? null;
  return projectIds !== null;
}

/** Why the person who looks cannot change anything now, as a sentence for a button that is off; null where they can. */
export function useWriteBar(): string | null {
  const viewer = useFrame().data?.viewer;
  if (viewer?.account.isReadOnly) return 'Read-only for now: the service operator has paused all changes.';
  return viewer?.role === 'VIEWER' ? 'Your role is read-only. Ask an account owner to make changes.' : null;
}
