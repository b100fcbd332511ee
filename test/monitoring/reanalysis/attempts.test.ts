import { WITHOUT_JUDGE } from '../../../src/monitoring/judge/judging.js';
import { endEarlierAttempts, markedAttempt } from '../../../src/monitoring/reanalysis/attempts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { openProject } from '../monitored-project.js';

describe('an attempt that ends while its mark cannot be deleted', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  const marks = () => queryDatabase(database, 'select project_id from analysis_attempt');

  test('is no crash: the next upkeep of the same process deletes the mark', async () => {
    const { accountId, projectId } = await openProject(database);
    const run = {
      db: database.db,
      scope: { accountId, projectId },
      judging: WITHOUT_JUDGE,
      unread: new Map<string, string>(),
    };
    const work = async () => {
      await queryDatabase(database, 'alter table analysis_attempt rename to analysis_attempt_away');
      return 'done';
    };
    expect(await markedAttempt(run, work)).toBe('done');
    await queryDatabase(database, 'alter table analysis_attempt_away rename to analysis_attempt');
    expect(await marks()).toEqual([{ project_id: projectId }]);

    await endEarlierAttempts(database.db);
    expect(await marks()).toEqual([]);
  });
});
