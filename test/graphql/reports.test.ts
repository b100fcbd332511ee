import { SYSTEM_CLOCK } from '../../src/clock.js';
import { ReportMaker } from '../../src/monitoring/reports/make-reports.js';
import { TODAY, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject } from '../support/resources.js';
import { seedOverview } from '../support/seeded-overview.js';
import { openPerson, type Person } from '../support/signed-in.js';

const api = useApi();

/** As a worker does, once reports wait no longer for an analysis of the names of now. */
async function makeAll(): Promise<void> {
  const maker = new ReportMaker({
    database: api.database,
    clock: { ...SYSTEM_CLOCK, now: () => new Date(`${TODAY}T19:00:00Z`) },
    log: { error: (details, message) => expect([message, details]).toBeUndefined() },
    baseUrl: 'https://visibility.example',
    canMail: false,
    counted: () => undefined,
  });
  await maker.look(new AbortController().signal);
  await maker.stop();
}

const MAKE = `mutation ($id: ID!, $from: Date!, $to: Date!) {
  makeReport(projectId: $id, input: { from: $from, to: $to, hasPdf: false }) { id state url pdfUrl pages { title } }
}`;

async function make({ caller }: Person, id: string, days = { from: '2026-06-08', to: '2026-06-14' }) {
  const { body } = await askGraphql(caller, MAKE, { id, ...days });
  expect(body.errors).toBeUndefined();
  return body.data?.['makeReport'] as { id: string };
}

const REPORT = `query ($id: ID!) { report(id: $id) {
  from to state summary url pdfUrl withoutPdf madeAt
  pages { title headline trend { date percent } sections { title sentences tables { caption columns { title isNumber }
    rows { cells { text bar tone } } } } }
} }`;

test('a report is asked for, made by a worker, and read with all its parts', async () => {
  const person = await openPerson(api);
  const projectId = await seedOverview(person);
  const asked = await make(person, projectId);
  expect(asked).toMatchObject({
    state: 'WAITING',
    pages: null,
    pdfUrl: null,
    url: `/dashboard/projects/${projectId}/reports/${asked.id}`,
  });
  await makeAll();
  const { body } = await askGraphql(person.caller, REPORT, { id: asked.id });
  expect(body.errors).toBeUndefined();
  expect(body.data?.['report']).toMatchObject({
    from: '2026-06-08',
    to: '2026-06-14',
    state: 'READY',
    // Four questions: a verdict needs five.
    summary: expect.stringMatching(/^Too few answers to tell whether anything moved/),
    pages: {
      trend: expect.arrayContaining([{ date: '2026-06-14', percent: expect.any(Number) }]),
      sections: expect.arrayContaining([
        expect.objectContaining({
          title: 'Platforms',
          tables: [
            expect.objectContaining({ columns: expect.arrayContaining([{ title: 'Answers', isNumber: true }]) }),
          ],
        }),
      ]),
    },
  });
});

test('the reports of a project are listed newest first, page by page', async () => {
  const person = await openPerson(api);
  const { id } = await createProject(person.caller);
  const made: string[] = [];
  for (const from of ['2026-06-01', '2026-06-02', '2026-06-03']) {
    made.push((await make(person, id, { from, to: '2026-06-14' })).id);
  }
  const page = async (after: string | null) => {
    const query = `query ($id: ID!, $after: String) { project(id: $id) {
      reports(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }`;
    const { body } = await askGraphql(person.caller, query, { id, after });
    const { project } = body.data as {
      project: { reports: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };
    };
    return project.reports;
  };
  const first = await page(null);
  const second = await page(first.pageInfo.endCursor);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  const listed = [...first.nodes, ...second.nodes].map((node) => node.id);
  expect(listed.toSorted()).toEqual(made.toSorted());
});

test('a report without a PDF, one that is not there and what is no id are not found or refused', async () => {
  const person = await openPerson(api);
  const { id } = await make(person, (await createProject(person.caller)).id);
  const get = async (path: string) =>
    (await api.request('GET', `/dashboard/export/reports/${path}`, { Authorization: `Bearer ${person.caller.key}` }))
      .status;
  expect([await get(`${id}.pdf`), await get(`${crypto.randomUUID()}.pdf`), await get('x.pdf'), await get('x')]).toEqual(
    [404, 404, 422, 404],
  );
});
