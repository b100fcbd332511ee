import { SYSTEM_CLOCK } from '../../src/clock.js';
import { updateAccount } from '../../src/core/people/accounts.js';
import { liftLimits, sql, useApi } from '../support/api.js';
import { dataOf, expectError } from '../support/expectations.js';
import { BRAND, createCompetitor, createProject, type WireProject } from '../support/resources.js';

const api = useApi();

async function openWith(projects: number, tier: 'professional' | 'agency' = 'professional') {
  const caller = await api.open(tier);
  await liftLimits(caller);
  await sql(
    api.db,
    `insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
         platforms,
       monitoring_frequency, auto_discover_competitors)
     select $1, gen_random_uuid(), 'n', 'n', 'https://n.example', '', 'US', '', '{chatgpt}', 'weekly', false
     from generate_series(1, $2::int)`,
    [caller.account.accountId, projects],
  );
  return caller;
}

test('of 20 projects created at once exactly as many are made as the account has room for', async () => {
  const caller = await openWith(90);
  const answers = await Promise.all(Array.from({ length: 20 }, () => caller.post('/projects', BRAND)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
  expect(dataOf<WireProject[]>(await caller.get('/projects'))).toHaveLength(100);
  expectError(
    await caller.post('/projects', BRAND),
    'VALIDATION_ERROR',
    /^Capacity of 100 projects is reached for the professional subscription tier$/,
  );
});

test('an archived project and a larger tier give room on the next request', async () => {
  const caller = await openWith(99);
  const project = await createProject(caller);
  expect((await caller.post('/projects', BRAND)).status).toBe(422);
  await caller.delete(`/projects/${project.id}`);
  await createProject(caller);
  expect((await caller.post('/projects', BRAND)).status).toBe(422);
  await updateAccount(api.db, SYSTEM_CLOCK, caller.account.accountId, { tier: 'agency' });
  await createProject(caller);
});

test('an agency account has a capacity of 200', async () => {
  const caller = await openWith(200, 'agency');
  expectError(await caller.post('/projects', BRAND), 'VALIDATION_ERROR', /^Capacity of 200 projects .*agency/);
});

test('changes at capacity are taken', async () => {
  const caller = await openWith(99);
  const { id } = await createProject(caller);
  expect((await caller.patch(`/projects/${id}`, { brand_name: 'Southwind' })).status).toBe(200);
});

test('of 20 competitors created at once exactly as many are made as the project has room for', async () => {
  const caller = await api.open('agency');
  await liftLimits(caller);
  const { id } = await createProject(caller);
  await sql(
    api.db,
    `insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method)
     select $1, gen_random_uuid(), $2, 'n' || n, '', '', 'manual'
     from generate_series(1, 88) n`,
    [caller.account.accountId, id],
  );
  await createCompetitor(caller, id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => caller.post(`/projects/${id}/competitors`, { name: `Rival ${at}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(11);
  expectError(
    await caller.post(`/projects/${id}/competitors`, { name: 'One more' }),
    'VALIDATION_ERROR',
    /^Capacity of 100 competitors a project is reached for the agency subscription tier$/,
  );
});

test('names beyond the bound are refused under the field’s name on the wire', async () => {
  const caller = await api.open('agency');
  const { id } = await createProject(caller);
  await sql(
    api.db,
    `insert into competitor (account_id, id, project_id, name, aliases, website_url, description, discovery_method)
     select $1, gen_random_uuid(), $2, 'n', array_fill(repeat('x', 199), array[50]), '', '', 'manual'
     from generate_series(1, 2) n`,
    [caller.account.accountId, id],
  );
  const message =
    'the names and aliases of a project.s brand and competitors must be at most 20000 characters together';
  const competitor = await caller.post(`/projects/${id}/competitors`, { name: 'y'.repeat(100) });
  expectError(competitor, 'VALIDATION_ERROR', new RegExp(`^name: ${message}$`));
  const brand = await caller.patch(`/projects/${id}`, { brand_name: 'y'.repeat(200) });
  expectError(brand, 'VALIDATION_ERROR', new RegExp(`^brand_name: ${message}$`));
});
