import { type BenchAccount, resetBudgets } from '../shared/accounts.js';
import { askOnce, LastingClient } from '../shared/keep-alive-client.js';
import type { Stage } from '../shared/stage.js';
import { askInTurn, type Latencies, TimedQuestion } from '../shared/turns.js';
import { storeAnswers } from './answers.js';
import { requestsFor, VISIBILITY } from './questions.js';

/** The query of one project, and its stored answers. */
export interface ScaleSide extends Latencies {
  answers: number;
}

const SMALLER_BY = 100;
/** Both projects are of one account, so a batch asks at most its 200 requests of a minute. */
const TURNS = { batches: 20, timesPerBatch: 100 };

const OTHER_PROJECTS = `
select id
from project
where account_id = $1 and id <> $2
order by created_at, id
limit 2`;

/**
 * The 90-day visibility of two projects of one account, the first with a hundredth of the second's stored answers:
 * asked in turn, one request at a time.
 * @throws Error when a response does not count every stored answer.
 */
export async function measureScale({ accounts, database, options, service, today }: Stage): Promise<ScaleSide[]> {
  const [owner] = accounts;
  if (!owner) throw new Error('there is no account');
  const found = await database.client.query<{ id: string }>(OTHER_PROJECTS, [owner.accountId, owner.projectId]);
  const counts = [Math.floor(options.answers / SMALLER_BY), options.answers];
  const subjects = found.rows.map(({ id }, at) => {
    const account = { ...owner, projectId: id };
    return { account, answers: counts[at] ?? 0, question: visibilityOf(account) };
  });
  for (const { account, answers } of subjects) await storeAnswers(database, account, answers, today);
  for (const { question, answers } of subjects) await refuseMiscount(service.port, question, answers);
  const client = await LastingClient.open(service.port);
  const questions = subjects.map(({ question }) => question);
  const beforeBatch = () => resetBudgets(database.client);
  await askInTurn(questions, client, { ...TURNS, beforeBatch }).finally(() => client.close());
  return subjects.map(({ answers, question }) => ({ answers, ...question.latencies() }));
}

/** The 90-day visibility of an account's project. */
export function visibilityOf(account: BenchAccount): TimedQuestion {
  const [request = Buffer.alloc(0)] = requestsFor(VISIBILITY.pathFor, [account]);
  return new TimedQuestion(request);
}

/** @throws Error where the days of a project do not count every stored answer. */
export async function refuseMiscount(port: number, { request }: TimedQuestion, answers: number): Promise<void> {
  // The wire form of section 4.6; anything else fails here.
  const { data } = (await askOnce(port, request)) as { data: { trend: { responses: number }[] } };
  const counted = data.trend.reduce((sum, { responses }) => sum + responses, 0);
  if (counted !== answers) throw new Error(`wrong response: ${counted} responses counted of ${answers} stored`);
}
