import { Session } from 'node:inspector/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setCompetitorAliases } from '../../src/core/competitors/competitor.writes.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { reanalyse } from '../../src/monitoring/reanalysis/reanalyse.js';
import { fileOf, plainLine } from '../monitoring/monitored-project.js';
import { type Answer, type ApiCaller, type StartedApi, startApi, TODAY } from './api.js';

/** The cases, each named by what is done once while functions are counted. */
export const WALKS = ['visibility', 'graphql', 'graphql-first', 'prompt', 'import', 'alias', 'reanalysis'] as const;
export type Walk = (typeof WALKS)[number];

/** Of each file below `src` with a function that ran, by path with slashes: how many of its functions ran. */
export type WalkedFiles = ReadonlyMap<string, number>;

const SRC = join(import.meta.dirname, '..', '..', 'src');

/** A list of projects, and three resources of each: four resolvers that are batched, one within another. */
const NESTED = `{
  projects(first: 5) {
    nodes {
      id
      brandName
      visibility { score }
      mentions(first: 5) { nodes { name mentionCount competitor { id name } } }
      prompts(first: 5) { nodes { id promptText tags } }
    }
  }
}`;

/**
 * Does each case once on an API and a database of its own, after the same thing was done twice: what is measured is
 * the usual case, but for `graphql-first`, a document that the process has not had. A file counts that runs each of
 * {@link TIMES} times: what a timer or a connection that is opened just then runs is of no case.
 * @returns the files of `src` with a function that ran, in the order of {@link WALKS}.
 */
export async function walkAll(): Promise<ReadonlyMap<Walk, WalkedFiles>> {
  const api = await startApi();
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const steps = await stepsOn(api);
    const walked = new Map<Walk, WalkedFiles>();
    for (const walk of WALKS) {
      const step = steps[walk];
      if (walk !== 'graphql-first') {
        await step();
        await step();
      }
      walked.set(walk, await walkedEachTime(session, step));
    }
    return walked;
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
    await api.close();
  }
}

/** How often a case is counted. */
const TIMES = 3;

async function walkedEachTime(session: Session, step: () => Promise<unknown>): Promise<WalkedFiles> {
  const runs: WalkedFiles[] = [];
  for (let time = 0; time < TIMES; time += 1) runs.push(await walkedBy(session, step));
  const [first = new Map<string, number>(), ...others] = runs;
  return new Map([...first].filter(([path]) => others.every((run) => run.has(path))));
}

async function walkedBy(session: Session, step: () => Promise<unknown>): Promise<WalkedFiles> {
  // Taking the counts sets them to zero.
  await session.post('Profiler.takePreciseCoverage');
  await step();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const walked = new Map<string, number>();
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue;
    const path = relative(SRC, fileURLToPath(url)).split(sep).join('/');
    const ran = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0)).length;
    if (!path.startsWith('..') && ran > 0) walked.set(path, ran);
  }
  return walked;
}

/** The account has a project with a competitor, prompts and analysed answers. */
async function stepsOn(api: StartedApi): Promise<Record<Walk, () => Promise<unknown>>> {
  const caller = await api.open();
  const { ctx, accountId } = caller.account;
  const projectId = await created(caller, '/projects', { brand_name: 'Acme', website_url: 'https://acme.example' });
  const competitorId = await created(caller, `/projects/${projectId}/competitors`, { name: 'Globex' });
  const scope = { accountId, projectId };
  let times = 0;
  const next = () => {
    times += 1;
    return times;
  };
  const importOne = () =>
    importAnswers(
      api.db,
      scope,
      fileOf([plainLine({ answer: 'Acme and Globex make good anvils.', answered_at: `${TODAY}T09:30:00Z` })]),
    );
  const changeAlias = () => setCompetitorAliases({ ...ctx, db: api.db }, competitorId, [`Globex ${next()}`]);
  const addPrompt = () => created(caller, `/projects/${projectId}/prompts`, { prompt_text: `Which anvil, ${next()}?` });
  await importOne();
  const query = (text: string) =>
    expectStatus(
      api.request(
        'POST',
        '/graphql',
        { Authorization: `Bearer ${caller.key}`, 'Content-Type': 'application/json' },
        JSON.stringify({ query: text }),
      ),
      200,
    );
  return {
    visibility: () => expectStatus(caller.get(`/projects/${projectId}/visibility`), 200),
    graphql: () => query(NESTED),
    'graphql-first': () => query(NESTED.replace('{', `query First${next()} {`)),
    prompt: addPrompt,
    import: importOne,
    alias: changeAlias,
    reanalysis: () => reanalyse(api.db, scope),
  };
}

/** Creates what the path lists. @returns its id. */
async function created(caller: ApiCaller, path: string, fields: object): Promise<string> {
  const { body } = await expectStatus(caller.post(path, fields), 201);
  // As each resource has it.
  return (body as { data: { id: string } }).data.id;
}

async function expectStatus(answer: Promise<Answer>, expected: number): Promise<Answer> {
  const { status, text, ...rest } = await answer;
  if (status !== expected) throw new Error(`answered ${status} in place of ${expected}: ${text}`);
  return { status, text, ...rest };
}
