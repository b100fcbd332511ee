import { daysBefore } from '../../src/core/time.js';
import { FAST_PATH_NAMES } from '../../src/environment-values.js';
import { createDashboards } from '../graphql-reads/dashboards.js';
import { type Operation, type Period, QUESTIONS, WINDOW_DAYS } from '../graphql-reads/questions.js';
import { type OperationFor, requestsOf } from '../graphql-reads/reads.js';
import { refuseDifferences } from '../shared/agreement.js';
import { type Contest, type ContestResult, runContests } from '../shared/contest.js';
import { printMedians, printRatios } from '../shared/report.js';
import type { Stage } from '../shared/stage.js';

const ALL = 'all';

/** The service as shipped, without each of its fast paths in turn, and without any; by their names. */
const SETTINGS: readonly { name: string; BYPASSES: string }[] = [
  { name: ALL, BYPASSES: 'on' },
  ...FAST_PATH_NAMES.map((left) => ({
    name: `no ${left}`,
    BYPASSES: FAST_PATH_NAMES.filter((name) => name !== left).join(','),
  })),
  { name: 'none', BYPASSES: 'off' },
];

/**
 * What each fast path saves: the GraphQL reads, and the nested one with another text in each request, so that no
 * document comes twice.
 * @throws Error when a response is not 200, or differs without a fast path.
 */
export async function measureBypasses(stage: Stage): Promise<ContestResult[]> {
  const { accounts, database, servers, today } = stage;
  const dashboards = await createDashboards(database.client, accounts, today, WINDOW_DAYS);
  const started = [];
  for (const { name, BYPASSES } of SETTINGS) {
    started.push({ name, server: await servers.startService({ ...database.environment, BYPASSES }) });
  }
  const contests: Contest[] = [];
  for (const { question, operationFor, read } of questions({ from: daysBefore(today, WINDOW_DAYS), to: today })) {
    const requests = requestsOf(dashboards, operationFor);
    const contestants = started.map((each) => ({ ...each, requests, read }));
    await refuseDifferences(question, contestants);
    contests.push({ question, contestants });
  }
  return runContests(stage, contests);
}

interface Asked {
  question: string;
  operationFor: OperationFor;
  read: (answer: unknown) => unknown;
}

function questions(period: Period): Asked[] {
  const known = QUESTIONS.map(({ name, own }): Asked => {
    return { question: name, operationFor: (dashboard, id) => own.operationFor(dashboard, id, period), read: own.read };
  });
  const [, nested] = known;
  if (!nested) throw new Error('the nested question is missing');
  let texts = 0;
  const operationFor: OperationFor = (dashboard, id): Operation => {
    const operation = nested.operationFor(dashboard, id);
    texts += 1;
    return { ...operation, query: `${operation.query}\n# ${texts}` };
  };
  return [...known, { ...nested, question: `${nested.question}, new text`, operationFor }];
}

export function printBypasses(results: readonly ContestResult[]): void {
  printRatios(
    'Bypasses: throughput relative to the service with all of them',
    results,
    SETTINGS.map(({ name }) => ({ head: name, of: name, to: ALL })),
  );
  printMedians('Bypasses', results);
}
