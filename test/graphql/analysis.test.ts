import { holdReanalysis, JUDGE, READ, retainAnswers, TOTAL } from '../monitoring/reanalysis/held-reanalysis.js';
import { type ApiCaller, useApi } from '../support/api.js';
import { TIMESTAMP } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createCompetitor, createProject } from '../support/resources.js';

/** How far reading a project's answers again has come, as its account sees it. */

const api = useApi();

const ANALYSIS = 'analysis { state answersRead answersTotal startedAt sentimentJudge unjudgedAnswers judgeResumesAt }';
const UNBOUNDED = { unjudgedAnswers: null, judgeResumesAt: null };
const STILL = { answersRead: null, answersTotal: null, startedAt: null, sentimentJudge: null, ...UNBOUNDED };
const IN_THE_MIDST = {
  state: 'RUNNING',
  answersRead: READ,
  answersTotal: TOTAL,
  startedAt: expect.stringMatching(TIMESTAMP),
  sentimentJudge: null,
  ...UNBOUNDED,
};

let caller: ApiCaller;
beforeEach(async () => {
  caller = await api.open();
});

/** A project of the caller's, and the question of how its answers are read. */
async function openProject() {
  const { id: projectId } = await createProject(caller, { brand_name: 'Acme' });
  const ask = async (asking = caller) =>
    (await askGraphql(asking, `{ project(id: "${projectId}") { ${ANALYSIS} } projects { nodes { ${ANALYSIS} } } }`))
      .body;
  return { scope: { accountId: caller.account.accountId, projectId }, ask };
}

test('a project shows whether its answers are analysed with the current names, or again', async () => {
  const { scope, ask } = await openProject();
  const expectAnalysis = async (analysis: object) =>
    expect((await ask()).data).toEqual({ project: { analysis }, projects: { nodes: [{ analysis }] } });
  await expectAnalysis({ state: 'CURRENT', ...STILL });
  await retainAnswers(api.db, scope);
  await expectAnalysis({ state: 'CURRENT', ...STILL });
  await createCompetitor(caller, scope.projectId);
  await expectAnalysis({ state: 'OUTDATED', ...STILL });
  const run = await holdReanalysis(api.db, scope);
  await expectAnalysis(IN_THE_MIDST);
  await run.close();
  await expectAnalysis({ state: 'CURRENT', ...STILL, sentimentJudge: JUDGE });
});
