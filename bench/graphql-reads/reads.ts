import { daysBefore } from '../../src/core/time.js';
import { PROJECTS_PER_ACCOUNT } from '../shared/accounts.js';
import { refuseDifferences } from '../shared/agreement.js';
import { type Contest, type ContestResult, fasterOf, runContests } from '../shared/contest.js';
import { postBytes } from '../shared/keep-alive-client.js';
import type { Server } from '../shared/servers.js';
import type { Stage } from '../shared/stage.js';
import { statementsOfRequests } from '../shared/statement-counter.js';
import { createDashboards, type Dashboard } from './dashboards.js';
import { type Operation, QUESTIONS, type Question, WINDOW_DAYS } from './questions.js';
import { type Variant, variantsOf } from './variants.js';

/** A running variant, and by query: its requests, and the statements that one of them takes. */
interface Running extends Variant {
  server: Server;
  requests: Buffer[][];
  statements: number[];
}

/**
 * The three GraphQL reads through the bar in its faster form, the service and PostGraphile.
 * @throws Error when a response is not 200, or servers respond differently.
 */
export async function measureGraphql(stage: Stage): Promise<ContestResult[]> {
  const { accounts, database, today } = stage;
  const dashboards = await createDashboards(database.client, accounts, today, WINDOW_DAYS);
  const [rows, json, ...others] = await variantsOf(stage);
  const bare = [await run(stage, rows, dashboards), await run(stage, json, dashboards)] as const;
  const rivals: Running[] = [];
  for (const variant of others) rivals.push(await run(stage, variant, dashboards));
  const contests: Contest[] = [];
  for (const [at, question] of QUESTIONS.entries()) {
    const forms = [contestantOf(bare[0], question, at), contestantOf(bare[1], question, at)] as const;
    const against = rivals.map((variant) => contestantOf(variant, question, at));
    await refuseDifferences(question.name, [...forms, ...against]);
    contests.push({ question: question.name, contestants: [await fasterOf(stage, forms), ...against] });
  }
  return runContests(stage, contests);
}

async function run(stage: Stage, variant: Variant, dashboards: readonly Dashboard[]): Promise<Running> {
  const period = { from: daysBefore(stage.today, WINDOW_DAYS), to: stage.today };
  const requests = QUESTIONS.map((question) =>
    requestsOf(dashboards, (dashboard, id) => question[variant.phrasing].operationFor(dashboard, id, period)),
  );
  const statements = await statementsOfRequests(stage.database.address, variant.start, requests);
  return { ...variant, server: await variant.start(), requests, statements };
}

/** The request for an account and one of its projects. */
export type OperationFor = (dashboard: Dashboard, projectId: string) => Operation;

/** Each account in turn, each time with another of its projects. */
export function requestsOf(dashboards: readonly Dashboard[], operationFor: OperationFor): Buffer[] {
  return Array.from({ length: PROJECTS_PER_ACCOUNT }).flatMap((_, at) =>
    dashboards.map((dashboard) =>
      postBytes('/graphql', dashboard.key, operationFor(dashboard, dashboard.projectIds[at] ?? '')),
    ),
  );
}

function contestantOf({ name, form, phrasing, server, requests, statements }: Running, question: Question, at: number) {
  return {
    name,
    ...(form !== undefined && { form }),
    ...(statements[at] !== undefined && { statements: statements[at] }),
    server,
    requests: requests[at] ?? [],
    read: question[phrasing].read,
  };
}
