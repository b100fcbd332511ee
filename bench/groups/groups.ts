import { join } from 'node:path';
import { daysBefore } from '../../src/core/time.js';
import type { BenchAccount } from '../shared/accounts.js';
import { refuseDifferences } from '../shared/agreement.js';
import { type ContestResult, runContests } from '../shared/contest.js';
import { postBytes } from '../shared/keep-alive-client.js';
import { printMedians, printRatios } from '../shared/report.js';
import type { Stage } from '../shared/stage.js';
import { createDeepPrompts, GROUP_DAYS, TAGS } from './deep-prompts.js';

const BARE = 'plain SQL';
const SERVICE = 'service';

const FILTERED = `query Filtered($id: ID!, $from: Date!, $to: Date!, $tag: String!) {
  project(id: $id) { id visibility(from: $from, to: $to, where: { tags: [$tag] }) { score } }
}`;

const SEGMENTS = `query Segments($id: ID!, $from: Date!, $to: Date!) {
  project(id: $id) {
    id
    segments(by: TAG, from: $from, to: $to) { key promptCount responseCount brandMentionCount score }
  }
}`;

const QUESTIONS = [
  { question: 'score of prompts with a label', query: FILTERED, isTagged: true },
  { question: 'segments by label', query: SEGMENTS, isTagged: false },
];

/**
 * The score of 90 days under a filter, and the segments of a project, through the service and by hand-written SQL over
 * the same rollups: 200 prompts, asked daily on 4 platforms.
 * @throws Error when a response is not 200, or the two respond differently.
 */
export async function measureGroups(stage: Stage): Promise<ContestResult[]> {
  const { accounts, database, service, servers, today } = stage;
  await createDeepPrompts(database.client, accounts, today);
  const bare = await servers.startPeer(join(import.meta.dirname, 'bare-server.js'), []);
  const contests = QUESTIONS.map(({ question, query, isTagged }) => {
    const requests = requestsOf(accounts, today, query, isTagged);
    const read = dataOf;
    return {
      question,
      contestants: [
        { name: BARE, server: bare, requests, read },
        { name: SERVICE, server: service, requests, read },
      ],
    };
  });
  for (const { question, contestants } of contests) await refuseDifferences(question, contestants);
  return runContests(stage, contests);
}

/** Each account in turn, each time with another label where one is asked about. */
function requestsOf(accounts: readonly BenchAccount[], today: string, query: string, isTagged: boolean): Buffer[] {
  return Array.from({ length: TAGS }).flatMap((_, at) =>
    accounts.map((account) => requestOf(account, today, query, isTagged ? `topic ${at}` : null)),
  );
}

/** The score of 90 days of the tenth of an account's prompts that have one label. */
export function filteredScoreOf(account: BenchAccount, today: string): Buffer {
  return requestOf(account, today, FILTERED, 'topic 1');
}

function requestOf({ key, projectId }: BenchAccount, today: string, query: string, tag: string | null): Buffer {
  const days = { from: daysBefore(today, GROUP_DAYS - 1), to: today };
  return postBytes('/graphql', key, { query, variables: { id: projectId, ...days, ...(tag !== null && { tag }) } });
}

/** What a response holds besides its cost; its errors where it has some. */
function dataOf(answer: unknown): unknown {
  const { data, errors } = answer as { data: unknown; errors?: unknown };
  return errors ?? data;
}

export function printGroups(results: readonly ContestResult[]): void {
  printRatios('Filters and segments: throughput relative to plain SQL', results, [
    { head: BARE, of: BARE, to: BARE },
    { head: SERVICE, of: SERVICE, to: BARE },
  ]);
  printMedians('Filters and segments', results);
}
