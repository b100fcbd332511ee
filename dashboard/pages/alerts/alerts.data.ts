import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { useWrite } from '../../api/use-write.ts';

/** The newest alerts of the project and of the account itself, and what the project has alerts of. At most 50 stand. */
const ALERTS = graphql(`
  query Alerts($id: ID!) {
    project(id: $id) {
      id
      alerts(first: 100) { nodes { ...Entry } }
      alertSettings { sensitivity minPoints kinds mutedUntil }
    }
    alerts(ofAccount: true, first: 20) { nodes { ...Entry } }
  }

  fragment Entry on Alert {
    id
    projectId
    kind
    state
    resolution
    summary
    openedAt
    intents
    evidence
    subject { type id name }
    answers { id date platform promptId namesSubject }
  }
`);

export type AlertsFound = ResultOf<typeof ALERTS>;
type AlertsProject = NonNullable<AlertsFound['project']>;
export type AlertEntry = NonNullable<AlertsProject['alerts']>['nodes'][number];
export type Settings = NonNullable<AlertsProject['alertSettings']>;

const ACKNOWLEDGE = graphql(`mutation AcknowledgeAlert($id: ID!) { acknowledgeAlert(id: $id) { id } }`);
const RESOLVE = graphql(`mutation ResolveAlert($id: ID!) { resolveAlert(id: $id) { id } }`);
const REOPEN = graphql(`mutation ReopenAlert($id: ID!) { reopenAlert(id: $id) { id } }`);
const UPDATE_SETTINGS = graphql(`
  mutation UpdateAlertSettings($projectId: ID!, $input: UpdateAlertSettingsInput!) {
    updateAlertSettings(projectId: $projectId, input: $input) { projectId }
  }
`);

function useProjectId(): string {
  return useParams({ from: '/signed-in/projects/$projectId' }).projectId;
}

/** The alerts of the project, and those of the account itself. */
export function useAlerts() {
  const id = useProjectId();
  return useQuery({ queryKey: ['project', id, 'alerts'], queryFn: ({ signal }) => ask(ALERTS, { id }, signal) });
}

/** What people do with an alert; the list is asked anew afterwards. */
export function useAlertVerbs() {
  const changes = [['project', useProjectId(), 'alerts']];
  return {
    acknowledge: useWrite(ACKNOWLEDGE, { changes }),
    resolve: useWrite(RESOLVE, { changes }),
    reopen: useWrite(REOPEN, { changes }),
  };
}

/** Changes what the project has alerts of. */
export function useUpdateSettings(onDone: () => void) {
  const projectId = useProjectId();
  const write = useWrite(UPDATE_SETTINGS, { changes: [['project', projectId, 'alerts']], onDone });
  return { ...write, save: (input: Partial<Settings>) => write.mutate({ projectId, input }) };
}
