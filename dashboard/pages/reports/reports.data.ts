import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';

/** A page of the reports of a project. */
const REPORTS = graphql(`
  query Reports($id: ID!, $after: String) {
    project(id: $id) {
      reports(first: 20, after: $after) {
        nodes { id from to state summary pdfUrl withoutPdf scheduleId madeAt createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** When reports are made, whom they are mailed to, and how they look. */
const SCHEDULES = graphql(`
  query ReportSchedules($id: ID!) {
    project(id: $id) {
      name
      reportSchedules {
        id cadence hour timeZone hasPdf nextAt
        recipients { holderId name address isConfirmed unsubscribedAt }
      }
    }
    branding { name color logoUrl replyToId }
    holders { id name email disabledAt }
    canMail
  }
`);

const REPORT = graphql(`
  query Report($id: ID!) {
    report(id: $id) {
      id projectId from to state pdfUrl withoutPdf madeAt
      pages {
        title subtitle headline
        trend { date percent }
        sections {
          title sentences
          tables { caption columns { title isNumber } rows { cells { text bar tone } } }
        }
      }
    }
  }
`);

export const MAKE_REPORT = graphql(`
  mutation MakeReport($projectId: ID!, $input: MakeReportInput!) { makeReport(projectId: $projectId, input: $input) { id } }
`);

export const CREATE_SCHEDULE = graphql(`
  mutation CreateReportSchedule($projectId: ID!, $input: CreateReportScheduleInput!) {
    createReportSchedule(projectId: $projectId, input: $input) { id }
  }
`);

export const UPDATE_SCHEDULE = graphql(`
  mutation UpdateReportSchedule($id: ID!, $input: UpdateReportScheduleInput!) {
    updateReportSchedule(id: $id, input: $input) { id }
  }
`);

export const DELETE_SCHEDULE = graphql(`
  mutation DeleteReportSchedule($id: ID!) { deleteReportSchedule(id: $id) { deleted } }
`);

export const UPDATE_BRANDING = graphql(`
  mutation UpdateBranding($input: UpdateBrandingInput!) { updateBranding(input: $input) { name } }
`);

type ReportPage = NonNullable<NonNullable<ResultOf<typeof REPORTS>['project']>['reports']>;
export type ReportRow = ReportPage['nodes'][number];
export type Schedules = ResultOf<typeof SCHEDULES>;
export type Schedule = NonNullable<NonNullable<Schedules['project']>['reportSchedules']>[number];
export type Recipient = Schedule['recipients'][number];
export type Branding = NonNullable<Schedules['branding']>;
export type Report = NonNullable<ResultOf<typeof REPORT>['report']>;
export type ReportPages = NonNullable<Report['pages']>;
export type ReportTable = ReportPages['sections'][number]['tables'][number];

/** How often a page asks anew while a report is being made. */
const REFRESH_MS = 3_000;

function isWaiting(row: { state: string } | null | undefined): boolean {
  return row?.state === 'WAITING';
}

export function useReports() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  return useInfiniteQuery({
    queryKey: ['project', id, 'reports'],
    queryFn: ({ pageParam: after, signal }) => ask(REPORTS, { id, after }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project }) =>
      project?.reports?.pageInfo.hasNextPage ? project.reports.pageInfo.endCursor : undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ project }) => project?.reports?.nodes.some(isWaiting)) ? REFRESH_MS : false,
  });
}

export function useSchedules() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  return useQuery({
    queryKey: ['project', id, 'report-schedules'],
    queryFn: ({ signal }) => ask(SCHEDULES, { id }, signal),
  });
}

export function useReport() {
  const { projectId, reportId: id } = useParams({ from: '/signed-in/projects/$projectId/reports/$reportId' });
  return useQuery({
    queryKey: ['project', projectId, 'report', id],
    queryFn: ({ signal }) => ask(REPORT, { id }, signal),
    refetchInterval: ({ state: { data } }) => (isWaiting(data?.report) ? REFRESH_MS : false),
  });
}
