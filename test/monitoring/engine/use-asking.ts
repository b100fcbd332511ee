import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { FakePlatforms } from '../../support/fake-platforms.js';
import { emptyQueue } from './asking-worker.js';

interface Asking {
  database: TestDatabase;
  fake: FakePlatforms;
}

/**
 * A database and platforms for the tests of a file. Before each of them nothing is due or planned, all platforms are
 * let through, and they answer.
 * @param onStart called once with both, before the first test.
 */
export function useAsking(onStart: (asking: Asking) => void): void {
  let asking: Asking | undefined;
  beforeAll(async () => {
    asking = { database: await createTestDatabase(), fake: await FakePlatforms.start() };
    onStart(asking);
  });
  beforeEach(async () => {
    if (!asking) throw new Error('the platforms have not started');
    asking.fake.heal();
    asking.fake.forgetCalls();
    await emptyQueue(asking.database);
  });
  afterAll(async () => {
    await asking?.fake.close();
    await asking?.database.close();
  });
}
