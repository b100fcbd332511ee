import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';
import { alertWords } from './alert-marks.words.ts';

/** Loaded once the trend is there: the page's own document has no points left for it. */
const ALERT_MARKS = graphql(`
  query AlertMarks($id: ID!) {
    project(id: $id) { id alerts(first: 100) { nodes { ...Marked } } }
    alerts(ofAccount: true, kind: PLATFORM_SILENT, first: 20) { nodes { ...Marked } }
  }

  fragment Marked on Alert {
    kind direction resolution openedAt resolvedAt platform changePoints
    subject { name }
    prompts { text }
  }
`);

type Found = NonNullable<ResultOf<typeof ALERT_MARKS>['alerts']>['nodes'][number];

/** An instant of the trend at which an alert was opened, or ended. */
export interface AlertMark {
  at: string;
  text: string;
  isAlert: true;
}

/** Alerts that ended as part of a wider one are told by that one. */
function marksOfAlert(alert: Found): AlertMark[] {
  if (alert.resolution === 'JOINED') return [];
  const words = alertWords(alert);
  const opened = { at: alert.openedAt, text: `Alert: ${words}`, isAlert: true } as const;
  if (alert.resolvedAt === null) return [opened];
  return [{ at: alert.resolvedAt, text: `Alert over: ${words}`, isAlert: true }, opened];
}

/** When alerts of the project, and silences of platforms, were opened and ended. */
export async function askAlertMarks(id: string, signal: AbortSignal): Promise<AlertMark[]> {
  const { project, alerts } = await ask(ALERT_MARKS, { id }, signal);
  return [...(project?.alerts?.nodes ?? []), ...(alerts?.nodes ?? [])].flatMap(marksOfAlert);
}
