import { SYSTEM_CLOCK } from '../../src/clock.js';
import { listCompetitors } from '../../src/core/competitors/competitor.reads.js';
import { createCompetitor } from '../../src/core/competitors/competitor.writes.js';
import type { Context } from '../../src/core/context.js';
import { createKey, listKeys, revokeKey } from '../../src/core/people/api-keys.js';
import { getProject } from '../../src/core/projects/project.reads.js';
import { createProject, updateProject } from '../../src/core/projects/project.writes.js';
import { listPrompts } from '../../src/core/prompts/prompt.reads.js';
import { createPrompt, updatePrompt } from '../../src/core/prompts/prompt.writes.js';
import { statement } from '../../src/database/rows.js';
import { Project } from '../../src/entities/project.entity.js';
import { openAccount } from '../support/accounts.js';
import { connectAgain, createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

const WEBSITE = 'https://acme.example';
const KILL_WAITING = statement<object>(
  'kill-waiting',
  `select pg_terminate_backend(pid)
   from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
);

/** Rows can still be read for a change, but no change of them goes through. */
const HOLD_OFF_CHANGES = statement<object>('hold-off-changes', 'lock table project, prompt in share mode');

/** Two replicas of the service on one database, each with its own pool; a write waits half a second for a lock. */
describe('a write that fails', () => {
  let first: TestDatabase;
  let second: TestDatabase;
  beforeAll(async () => {
    const prepared = await createTestDatabase();
    await prepared.db.em.execute(
      `alter database ${new URL(prepared.url).pathname.slice(1)} set lock_timeout = '500ms'`,
    );
    [first, second] = await Promise.all([connectAgain(prepared), connectAgain(prepared)]);
    drop = () => prepared.close();
  });
  afterAll(async () => {
    await Promise.all([first.close(), second.close()]);
    await drop();
  });
  let drop: () => Promise<void>;

  /** As a request on a replica has it. */
  const requestOn = (replica: TestDatabase, { caller, clock }: Context): Context => ({
    db: replica.openForRequest(caller.accountId),
    caller,
    clock,
  });

  const openProject = async () => {
    const { ctx } = await openAccount(first.db);
    const { id } = await createProject(requestOn(first, ctx), { brandName: 'Before', websiteUrl: WEBSITE });
    const patch = (input: object) => updateProject(requestOn(first, ctx), id, input);
    await patch({ description: 'written on this replica before' });
    return { ctx, id, patch, brandName: async () => (await getProject(requestOn(second, ctx), id)).brandName };
  };

  test('on a lock time-out leaves nothing that the next write of another account commits', async () => {
    const [attacker, victim] = [await openProject(), await openProject()];
    await second.db.transaction(async (holder) => {
      await holder.rows(HOLD_OFF_CHANGES, []);
      await expect(attacker.patch({ brandName: 'Refused' })).rejects.toThrow('lock timeout');
    });
    await victim.patch({ mainTopic: 'anvils' });
    await attacker.patch({ description: 'mine' });
    expect(await attacker.brandName()).toBe('Before');
  });

  test('because its backend was killed leaves nothing that the next write of another account commits', async () => {
    const [attacker, victim] = [await openProject(), await openProject()];
    await second.db.transaction(async (holder) => {
      await holder.rows(HOLD_OFF_CHANGES, []);
      const lost = expect(attacker.patch({ brandName: 'Killed' })).rejects.toThrow();
      await until(
        () => second.db.rows(KILL_WAITING, []),
        (killed) => killed.length > 0,
      );
      await lost;
    });
    await victim.patch({ mainTopic: 'anvils' });
    expect(await attacker.brandName()).toBe('Before');
  });

  test('on one replica, and succeeds on another, leaves the writes of every account on the first alone', async () => {
    const [attacker, victim] = [await openProject(), await openProject()];
    const { id } = await createPrompt(requestOn(first, attacker.ctx), attacker.id, { promptText: 'which hammer?' });
    const change = () => updatePrompt(requestOn(first, attacker.ctx), id, { promptText: 'which anvil?' });
    await second.db.transaction(async (holder) => {
      await holder.rows(HOLD_OFF_CHANGES, []);
      await expect(change()).rejects.toThrow('lock timeout');
    });
    await createPrompt(requestOn(second, attacker.ctx), attacker.id, { promptText: 'which anvil?' });
    await victim.patch({ mainTopic: 'anvils' });
    await expect(change()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await listPrompts(requestOn(first, attacker.ctx), attacker.id)).toHaveLength(2);
  });
});

test('objects that a process loaded for a request end with it: no lasting entity manager holds any', async () => {
  const database = await createTestDatabase();
  const { ctx, accountId } = await openAccount(database.db);
  const request = (): Context => ({ ...ctx, db: database.openForRequest(accountId) });
  const { id } = await createProject(request(), { brandName: 'Acme', websiteUrl: WEBSITE });
  const last = request();
  for (let at = 0; at < 30; at += 1) await createCompetitor(last, id, { name: `Rival ${at}` });
  const { keyId } = await createKey(database.db, SYSTEM_CLOCK, { accountId, name: 'another' });
  await revokeKey(database.db, keyId);
  expect(await listCompetitors(request(), id)).toHaveLength(30);
  expect(await listKeys(database.db, accountId)).toHaveLength(2);
  const { em } = database.orm;
  expect(em.getUnitOfWork(false).getIdentityMap().keys()).toEqual([]);
  expect(last.db.em.getUnitOfWork().getIdentityMap().keys()).toEqual([]);
  await expect(em.count(Project)).rejects.toThrow('global EntityManager');
  await database.close();
});
