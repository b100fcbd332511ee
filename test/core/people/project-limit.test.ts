import { randomUUID } from 'node:crypto';
import { notifiedPeople } from '../../../src/core/alerts/notifications.js';
import { receiverOfMail } from '../../../src/core/destinations/mail-receivers.js';
import { getManifest } from '../../../src/core/exports/export-manifest.js';
import { openExport } from '../../../src/core/exports/open-export.js';
import { inviteHolder, listHolders, updateHolder } from '../../../src/core/people/holders.js';
import { hashNewPassword } from '../../../src/core/people/passwords.js';
import { pageOfEvents } from '../../../src/core/people/security-events.js';
import { listProjects } from '../../../src/core/projects/project.reads.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { createSchedule } from '../../../src/core/reports/report-schedules.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { aClient, addPerson, anEmail, callerOf, openOwner, signedIn } from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** An account with two projects, its owner, and a member who is limited to the first. */
async function openLimited() {
  const owner = await openOwner(database.db);
  const asOwner = (await signedIn(database, owner)).ctx;
  const input = { brandName: 'Acme', websiteUrl: 'https://acme.example' };
  const [own, other] = [await createProject(asOwner, input), await createProject(asOwner, input)];
  const person = await addPerson(database.db, owner, 'member');
  await updateHolder(asOwner, person.holderId, { projectIds: [own.id] }, aClient());
  const { session, ctx } = await signedIn(database, person);
  return { owner, asOwner, person, session, ctx, own: own.id, other: other.id };
}

const PROJECTS_FAULT = expect.objectContaining({
  code: 'VALIDATION_ERROR',
  message: expect.stringMatching(/^projectIds/),
});

describe('a limit to projects', () => {
  test('holds from the next request on in sessions that are open, and is a security event', async () => {
    const { asOwner, person, session, ctx, own, other } = await openLimited();
    expect((await listProjects(ctx)).map(({ id }) => id)).toEqual([own]);
    await updateHolder(asOwner, person.holderId, { projectIds: [other] }, aClient());
    const later = { ...ctx, caller: await callerOf(database, session) };
    expect((await listProjects(later)).map(({ id }) => id)).toEqual([other]);
    await updateHolder(asOwner, person.holderId, { projectIds: null }, aClient());
    const last = { ...ctx, caller: await callerOf(database, session) };
    expect(await listProjects(last)).toHaveLength(2);
    const { entries } = await pageOfEvents(asOwner, { first: 20, after: null });
    const told = entries.filter(({ kind }) => kind === 'projects_limited').map(({ detail }) => detail);
    const of = person.holderId;
    expect(told).toEqual([
      { of, projects: 'all' },
      { of, projects: other },
      { of, projects: own },
    ]);
  });

  test('is told to the person without projects that it does not have any more', async () => {
    const { asOwner, person, session, ctx, own, other } = await openLimited();
    await updateHolder(asOwner, person.holderId, { projectIds: [other] }, aClient());
    const later = { ...ctx, caller: await callerOf(database, session) };
    const { entries } = await pageOfEvents(later, { first: 20, after: null });
    expect(JSON.stringify(entries)).toContain(other);
    expect(JSON.stringify(entries)).not.toContain(own);
  });

  test('is never one of an owner', async () => {
    const { owner, asOwner, person, own } = await openLimited();
    const client = aClient();
    const limit = { projectIds: [own] };
    await expect(updateHolder(asOwner, owner.holderId, limit, client)).rejects.toEqual(PROJECTS_FAULT);
    await expect(updateHolder(asOwner, person.holderId, { role: 'owner' }, client)).rejects.toEqual(PROJECTS_FAULT);
    const invited = { email: anEmail(), name: 'Ann', role: 'owner', ...limit };
    await expect(inviteHolder(asOwner, invited, client)).rejects.toEqual(PROJECTS_FAULT);
    const both = await updateHolder(asOwner, person.holderId, { role: 'owner', projectIds: null }, client);
    expect(both).toMatchObject({ role: 'owner', projectIds: null });
    // Whoever made somebody an owner: the list that is left says nothing.
    await queryDatabase(database, 'update holder set project_ids = $2 where account_id = $1', [owner.accountId, []]);
    expect(await listProjects((await signedIn(database, owner)).ctx)).toHaveLength(2);
  });

  test('names projects of the account alone, 200 at most, and comes with an invitation', async () => {
    const { asOwner, own } = await openLimited();
    const { own: foreign } = await openLimited();
    const invite = (projectIds: unknown) =>
      inviteHolder(asOwner, { email: anEmail(), name: 'Ann', role: 'viewer', projectIds }, aClient());
    await expect(invite([foreign])).rejects.toEqual(PROJECTS_FAULT);
    await expect(invite(Array.from({ length: 201 }, () => randomUUID()))).rejects.toEqual(PROJECTS_FAULT);
    await expect(invite('all')).rejects.toEqual(PROJECTS_FAULT);
    expect((await invite([own, own])).holder.projectIds).toEqual([own]);
    expect((await invite([])).holder.projectIds).toEqual([]);
  });

  test('is set by owners alone, who proved who they are', async () => {
    const { asOwner, person, ctx, own, other } = await openLimited();
    const limit = { projectIds: [own, other] };
    await expect(updateHolder(ctx, person.holderId, limit, aClient())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    if (asOwner.caller.kind !== 'holder') throw new Error('an owner signed in');
    const long = { ...asOwner, caller: { ...asOwner.caller, isSteppedUp: false } };
    const refused = updateHolder(long, person.holderId, limit, aClient());
    await expect(refused).rejects.toMatchObject({ reason: 'STEP_UP_REQUIRED' });
  });

  test('keeps names of other projects from who tries them as passwords', async () => {
    const { owner, asOwner, person, own } = await openLimited();
    await createProject(asOwner, { brandName: 'Zephyrine Lanterns', websiteUrl: 'https://zephyrine.example' });
    const choose = ({ accountId, holderId }: typeof owner) =>
      hashNewPassword(database.db, { accountId, holderId, password: 'Zephyrine Lanterns' });
    await expect(choose(owner)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await choose(person)).toMatch(/^\$argon2id\$/);
    // A name that they see is no password of theirs.
    await queryDatabase(database, `update project set brand_name = 'Zephyrine Lanterns' where id = $1`, [own]);
    await expect(choose(person)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('lists no other person', async () => {
    const { ctx, person } = await openLimited();
    expect((await listHolders(ctx)).map(({ holderId }) => holderId)).toEqual([person.holderId]);
  });

  test('holds for files and for what tells that they changed', async () => {
    const { ctx, own, other } = await openLimited();
    const file = (project: string) => openExport(ctx, 'prompts', { project }, 200);
    expect((await file(own)).requests).toBe(1);
    await expect(file(other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(getManifest(ctx, { project: other })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await getManifest(ctx, { project: own })).projectId).toBe(own);
  });
});

describe('mail to who is limited', () => {
  const receiverOf = (accountId: string, destinationId: string) =>
    receiverOfMail(database.db, { accountId, destinationId }, new Date());

  test('is of what they see as it is sent, also by their address alone', async () => {
    const { asOwner, person, own } = await openLimited();
    const { accountId, holderId, email } = person;
    const save = `insert into destination (account_id, id, kind, name, holder_id, address, events, created_at,
         updated_at)
       values ($1, $2, 'mail', '', $3, $4, '{}', now(), now())`;
    const [byPerson, byAddress] = [randomUUID(), randomUUID()];
    await queryDatabase(database, save, [accountId, byPerson, holderId, null]);
    await queryDatabase(database, save, [accountId, byAddress, null, email.toUpperCase()]);
    for (const destination of [byPerson, byAddress]) {
      expect(await receiverOf(accountId, destination)).toMatchObject({ allowed: [own] });
    }
    await updateHolder(asOwner, holderId, { projectIds: null }, aClient());
    expect(await receiverOf(accountId, byPerson)).toMatchObject({ address: email, allowed: null });
  });

  test('of reports is refused for a project that they do not see', async () => {
    const { asOwner, person, own, other } = await openLimited();
    const schedule = { cadence: 'weekly', hour: 8, timeZone: 'UTC' };
    const make = (project: string, to: object) => createSchedule(asOwner, project, { ...schedule, ...to }, true);
    await expect(make(other, { holderIds: [person.holderId] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(make(other, { addresses: [person.email] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const { schedule: made } = await make(own, { holderIds: [person.holderId] });
    expect(made.recipients.map(({ holderId }) => holderId)).toEqual([person.holderId]);
  });

  test('of alerts knows what they see', async () => {
    const { asOwner, owner, person, own } = await openLimited();
    const people = await notifiedPeople(asOwner);
    const allowed = new Map(people.map((each) => [each.holderId, each.allowed]));
    expect([allowed.get(owner.holderId), allowed.get(person.holderId)]).toEqual([null, [own]]);
  });
});
