import { createCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { ANALYSIS_TABLES } from '../../../src/monitoring/facts/selected-analysis.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { reanalyse } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { fileOf, type MonitoredProject, openProject, plainLine } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const query = <Row>(text: string, values: unknown[] = []) => queryDatabase<Row>(database, text, values);

/** Shows which analysis readers see; a discarded one is never shown. */
const SELECTION = 'analysis_selection';

/** Those that hold what an analysis saw; a check of alerts names the one that it read, also once that is gone. */
async function tablesWithAnalysis(): Promise<string[]> {
  const found = await query<{ name: string }>(
    `select c.relname as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'analysis_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'alert_check'
     order by c.relname`,
  );
  return found.map(({ name }) => name);
}

/** The analyses that a project's rows of a table belong to. */
async function analysesIn(table: string, { projectId }: MonitoredProject): Promise<string[]> {
  const found = await query<{ id: string }>(
    `select distinct analysis_id::text as id
     from ${table}
     where project_id = $1`,
    [projectId],
  );
  return found.map(({ id }) => id);
}

test('a discarded analysis is removed from every table of the schema with analysis_id', async () => {
  const tables = await tablesWithAnalysis();
  expect(tables.length).toBeGreaterThan(8);
  expect([...ANALYSIS_TABLES, SELECTION].toSorted()).toEqual(tables);
});

test('a discarded analysis leaves no row in any table of the schema', async () => {
  const project = await openProject(database);
  const citations = [{ url: 'https://example.com/anvils' }];
  await importAnswers(database.db, project, fileOf([plainLine({ answer: 'Acme, Globex.', citations })]));
  const [former] = await analysesIn(SELECTION, project);
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  const { analysisId } = await reanalyse(database.db, project);
  expect(analysisId).not.toBe(former);
  for (const table of await tablesWithAnalysis()) {
    expect({ table, analyses: await analysesIn(table, project) }).toEqual({ table, analyses: [analysisId] });
  }
});
