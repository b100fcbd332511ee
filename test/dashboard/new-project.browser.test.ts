import type { Page } from 'playwright-core';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { startCompetitorQuestions } from '../../src/monitoring/engine/ask-for-competitors.js';
import { UNMEASURED } from '../../src/monitoring/engine/engine-figures.js';
import { runDue } from '../../src/monitoring/engine/run-due.js';
import { WITHOUT_JUDGE } from '../../src/monitoring/judge/judging.js';
import { openPlatforms, platformsOf, QUIET } from '../monitoring/engine/asking-worker.js';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { addPerson, openOwner } from '../support/people.js';
import { refuseNextWrite } from '../support/refused-write.js';
import { openPerson, PASSWORD, type Person, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

const BOUNDS = { concurrency: 8, leaseMs: 45_000, drainMs: 10_000 };

describeBrowser('a new project in a real browser', () => {
  const api = useApi({ clock: SYSTEM_CLOCK });
  const browser = useBrowser();

  async function openWizard(person: { email: string }, options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/new`);
    await watched.page.getByText('Which brand do you want to monitor?').waitFor();
    return watched;
  }

  const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  async function typeBrand(page: Page, website = 'acme.example') {
    await textbox(page, 'Brand').fill('Acme');
    await textbox(page, 'Website').fill(website);
    await textbox(page, 'What it sells').fill('anvils');
    await press(page, 'Next: competitors');
  }

  async function typeRivals(page: Page, ...rivals: readonly (readonly [name: string, website: string])[]) {
    for (const [at, [name, website]] of rivals.entries()) {
      await press(page, 'Add a competitor');
      await textbox(page, `Competitor ${at + 1}`).fill(name);
      await textbox(page, 'Website (optional)').last().fill(website);
    }
    await press(page, 'Next: prompts');
  }

  async function typePrompts(page: Page) {
    await textbox(page, 'Add prompts').fill('- Which anvil is the heaviest?\n- Which anvil lasts?');
    await press(page, 'Add 2 prompts');
    await press(page, 'Add: Can you recommend the best anvils?');
  }

  /** What the account has, by brand. */
  function made({ caller }: Person) {
    return queryDatabase(
      api.database,
      `select p.brand_name, p.website_url,
         array(select c.name from competitor c where c.account_id = $1 and c.project_id = p.id order by name) as rivals,
         (select count(*)::int from prompt q where q.account_id = $1 and q.project_id = p.id) as prompts
       from project p where p.account_id = $1`,
      [caller.account.accountId],
    );
  }

  test('from the sign-in of a new account to its first number', async () => {
    const person = await openPerson(api);
    const { page, faults, findBarriers } = await browser.open();
    await page.goto(`${api.url}/dashboard/sign-in`);
    await textbox(page, 'Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('No projects yet.').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('link', { name: 'New project' }).click();
    await typeBrand(page);
    await typeRivals(page, ['Globex', ''], ['Initech', 'initech.example']);
    await typePrompts(page);
    await page.getByText('3 prompts on 4 platforms: up to 60 credits a month.').waitFor();
    await page.getByText('No change shows with fewer than five different prompts').waitFor();
    await page.getByRole('checkbox', { name: 'Gemini' }).uncheck();
    await page.getByText('3 prompts on 3 platforms: up to 45 credits a month.').waitFor();
    await press(page, 'Create project');
    await page.getByRole('heading', { name: 'Acme is being monitored.' }).waitFor();
    expect(await made(person)).toEqual([
      { brand_name: 'Acme', website_url: 'https://acme.example', rivals: ['Globex', 'Initech'], prompts: 3 },
    ]);

    const fake = await FakePlatforms.start();
    const options = { database: api.database, judging: WITHOUT_JUDGE, clock: SYSTEM_CLOCK, log: QUIET, bounds: BOUNDS };
    const report = await runDue({ ...options, platforms: platformsOf(fake) }, new Date());
    expect(report).toMatchObject({ planned: 9, accepted: 9 });
    await fake.close();
    await page.getByText('The first answers are in.').waitFor();
    await page.getByText('9 of 9 runs answered.').waitFor();
    expect(await page.getByRole('progressbar', { name: 'First run' }).getAttribute('value')).toBe('9');
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('link', { name: 'Open the overview' }).click();
    await page.getByText('9 of 9').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('competitors are suggested by one question to a platform, each with its evidence, and chosen', async () => {
    const person = await openPerson(api);
    const { page, faults, findBarriers } = await openWizard(person, { viewport: { width: 320, height: 900 } });
    await queryDatabase(api.database, 'update platform_gate set served_until = null');
    await typeBrand(page);
    await page.getByText('No platform has a key yet, so none can be asked for suggestions.').waitFor();
    expect(await page.getByRole('button', { name: 'Suggest competitors' }).count()).toBe(0);
    expect(await findBarriers()).toEqual([]);
    await openPlatforms(api.database);
    // A key that is stored meanwhile is noticed by the page.
    await page.getByText('Asks one platform one question').waitFor();

    const fake = await FakePlatforms.start();
    fake.text = () =>
      '1. **Globex** (globex.example) – <img src=x onerror=alert(1)> the widest range.\n2. **Initech** – cheaper.';
    const platforms = platformsOf(fake);
    const worker = startCompetitorQuestions({
      ...{ database: api.database, clock: SYSTEM_CLOCK, log: QUIET, meter: UNMEASURED },
      readPlatforms: async () => platforms,
    });
    await page.getByRole('button', { name: 'Suggest competitors' }).press('Enter');
    await page.getByText('Perplexity (perplexity/sonar) names 2 brands. Choose those to track.').waitFor();
    expect(fake.allCounts()).toHaveLength(1);
    await worker.stop();
    await fake.close();
    const found = page.getByRole('list', { name: 'Suggested competitors' });
    await found.getByText('Evidence').first().click();
    await found.getByText('the widest range.').waitFor();
    await page.getByText('The question and the whole answer').click();
    await page
      .getByText('Which brands are the closest competitors of Acme (acme.example), which sells anvils?')
      .waitFor();
    expect(await page.locator('main img[src="x"]').count()).toBe(0);
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await found.getByRole('checkbox', { name: 'Initech' }).check();
    await found.getByRole('checkbox', { name: 'Globex' }).press('Space');
    expect(await textbox(page, 'Competitor 2').inputValue()).toBe('Globex');
    expect(await textbox(page, 'Website (optional)').last().inputValue()).toBe('https://globex.example');
    await found.getByRole('checkbox', { name: 'Initech' }).uncheck();
    await press(page, 'Next: prompts');
    await press(page, 'Back');
    expect(await found.getByRole('checkbox', { name: 'Globex' }).isChecked()).toBe(true);
    await press(page, 'Next: prompts');
    await press(page, 'Create project');
    await page.getByText('is set up.').waitFor();
    expect(await made(person)).toMatchObject([{ brand_name: 'Acme', rivals: ['Globex'] }]);
    await queryDatabase(api.database, 'update platform_gate set served_until = null');
    expect(faults).toEqual([]);
  });

  test('a question that a platform refuses, and one too many, are told beside the button', async () => {
    const person = await openPerson(api);
    await openPlatforms(api.database);
    const fake = await FakePlatforms.start();
    fake.fail({ fault: 'refused_400' });
    const platforms = platformsOf(fake);
    const worker = startCompetitorQuestions({
      ...{ database: api.database, clock: SYSTEM_CLOCK, log: QUIET, meter: UNMEASURED },
      readPlatforms: async () => platforms,
    });
    const { page, faults, findBarriers } = await openWizard(person, { viewport: { width: 360, height: 800 } });
    await typeBrand(page);
    await press(page, 'Add a competitor');
    await textbox(page, 'Competitor 1').fill('Globex');
    await press(page, 'Suggest competitors');
    await page
      .getByRole('status')
      .getByText(/^No suggestions: \w/)
      .waitFor();
    expect(await findBarriers()).toEqual([]);
    await queryDatabase(
      api.database,
      `insert into competitor_question (account_id, id, brand_name, website_url, question, country, platforms, state,
         asked_at)
       select $1, gen_random_uuid(), 'A', '', 'A?', 'US', '{}', 'failed', now() from generate_series(1, 5)`,
      [person.caller.account.accountId],
    );
    await press(page, 'Suggest competitors');
    await page.getByRole('alert').getByText('An account may ask for competitors 6 times an hour').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(fake.allCounts()).toHaveLength(1);
    expect(await textbox(page, 'Competitor 1').inputValue()).toBe('Globex');
    await worker.stop();
    await fake.close();
    await queryDatabase(api.database, 'update platform_gate set served_until = null');
    expect(faults).toEqual([]);
  });

  test('the sentence of sample size follows each change of the prompts, their cadence and the platforms', async () => {
    const person = await openPerson(api);
    const { page, faults } = await openWizard(person);
    await typeBrand(page);
    await typeRivals(page);
    const questions = (count: number) => Array.from({ length: count }, (_, at) => `Which anvil for ${at}?`).join('\n');
    const points = async () => {
      const sentence = await page
        .getByText(/^A change of \d+ points? shows within 4 weeks, 4 times of 5\.$/)
        .textContent();
      return Number(/\d+/.exec(sentence ?? '')?.[0]);
    };
    await textbox(page, 'Add prompts').fill(questions(4));
    await page.getByText('No change shows with fewer than five different prompts').waitFor();
    await textbox(page, 'Add prompts').fill(questions(20));
    await page.getByText('20 prompts on 4 platforms').waitFor();
    const [few] = [await points()];
    await textbox(page, 'Add prompts').fill(questions(40));
    await page.getByText('40 prompts on 4 platforms').waitFor();
    const many = await points();
    expect(many).toBeLessThan(few);
    for (const platform of ['Claude', 'Gemini']) await page.getByRole('checkbox', { name: platform }).uncheck();
    await page.getByText('40 prompts on 2 platforms').waitFor();
    expect(await points()).toBeGreaterThan(many);
    await textbox(page, 'Add prompts').fill(questions(8));
    await press(page, 'Add 8 prompts');
    const weekly = await points();
    const cadences = page.getByRole('combobox', { name: 'Asked' });
    for (const cadence of await cadences.all()) {
      await cadence.selectOption((await cadence.inputValue()) === 'DAILY' ? 'WEEKLY' : 'DAILY');
    }
    expect(await points()).not.toBe(weekly);
    expect(faults).toEqual([]);
  });

  test('no step opens while one before it would be refused, and each fault is shown beside its field', async () => {
    const person = await openPerson(api);
    const { page, faults, findBarriers } = await openWizard(person);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('mutation')) sent.push(request.url());
    });
    const steps = page.getByRole('navigation', { name: 'Steps' });
    await steps.getByRole('button', { name: 'Prompts' }).click();
    await page.getByText('Enter a name.').waitFor();
    expect(await page.locator(':focus').getAttribute('name')).toBe('brandName');
    await typeBrand(page, 'not a site');
    await page.getByText('Enter a web address, such as example.com.').waitFor();
    expect(await textbox(page, 'Website').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator(':focus').getAttribute('name')).toBe('websiteUrl');
    expect(await findBarriers()).toEqual([]);
    await textbox(page, 'Website').fill('acme.example');
    expect(await textbox(page, 'Website').getAttribute('aria-invalid')).toBe('false');
    await textbox(page, 'Other names').fill('Ac me');
    await press(page, 'Next: competitors');

    await typeRivals(page, ['Globex', 'not a site'], ['', 'initech.example']);
    await page.getByText('Enter a web address, such as example.com.').waitFor();
    await page.getByText('Enter a name.').waitFor();
    await textbox(page, 'Website (optional)').first().fill('');
    await textbox(page, 'Competitor 2').fill('Initech');
    await press(page, 'Next: prompts');

    await typePrompts(page);
    await textbox(page, 'Prompt 2').fill('which anvil is the HEAVIEST? ');
    await textbox(page, 'Add prompts').fill('Which anvil rings?');
    await page.getByText('4 prompts on 4 platforms').waitFor();
    await press(page, 'Create project');
    await page.getByText('The same as prompt 1.').waitFor();
    expect(await textbox(page, 'Prompt 4').inputValue()).toBe('Which anvil rings?');
    expect(sent).toEqual([]);
    await textbox(page, 'Prompt 2').fill('Which anvil lasts?');
    await press(page, 'Create project');
    await page.getByText('is being monitored.').waitFor();
    expect(await made(person)).toEqual([
      { brand_name: 'Acme', website_url: 'https://acme.example', rivals: ['Globex', 'Initech'], prompts: 4 },
    ]);
    const names = await queryDatabase(api.database, 'select aliases from project where account_id = $1', [
      person.caller.account.accountId,
    ]);
    expect(names).toEqual([{ aliases: ['Ac me'] }]);
    expect(faults).toEqual([]);
  });

  test('a country is found by its name or its code, by keyboard, by pointer and as it is typed', async () => {
    const person = await openPerson(api);
    const { page, faults, findBarriers } = await openWizard(person, { viewport: { width: 320, height: 700 } });
    const country = page.getByRole('combobox', { name: 'Country' });
    expect(await country.inputValue()).toBe('United States');
    await country.fill('germ');
    await page.getByRole('option', { name: 'Germany DE' }).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await country.press('Enter');
    expect(await country.inputValue()).toBe('Germany');
    await country.fill('de');
    expect(await page.getByRole('option').first().textContent()).toBe('GermanyDE');
    await country.fill('cote d');
    await page.getByRole('option', { name: 'Côte d’Ivoire CI' }).click();
    expect(await country.inputValue()).toBe('Côte d’Ivoire');
    await country.fill('Nowhere');
    await page.getByText('No country has this name.').waitFor();
    await country.press('Escape');
    await typeBrand(page);
    await page.getByText('Choose a country from the list.').waitFor();
    expect(await findBarriers()).toEqual([]);
    await country.fill('se');
    await country.press('Escape');
    await press(page, 'Next: competitors');
    await press(page, 'Next: prompts');
    await press(page, 'Create project');
    await page.getByText('is set up.').waitFor();
    const countries = await queryDatabase(api.database, 'select target_country from project where account_id = $1', [
      person.caller.account.accountId,
    ]);
    expect(countries).toEqual([{ target_country: 'SE' }]);
    expect(faults).toEqual([]);
  });

  test('what the service refuses stands at its step, what exists is said, and only the rest is added', async () => {
    const person = await openPerson(api);
    const { page, faults, findBarriers } = await openWizard(person);
    await typeBrand(page);
    await typeRivals(page, ['Globex', ''], ['Initech', 'initech.example']);
    await typePrompts(page);
    await refuseNextWrite(page, 'must be another', { mutation: 'mutation CreateProject(', field: 'websiteUrl' });
    await press(page, 'Create project');

    await page.getByRole('alert').getByText('Nothing was saved').waitFor();
    expect(await textbox(page, 'Website').getAttribute('aria-invalid')).toBe('true');
    expect(await findBarriers()).toEqual([]);
    expect(await made(person)).toEqual([]);
    await textbox(page, 'Website').fill('acme.example');
    await press(page, 'Next: competitors');
    await press(page, 'Next: prompts');
    expect(await textbox(page, 'Prompt 3').inputValue()).toBe('Can you recommend the best anvils?');
    await refuseNextWrite(page, 'must be another', { mutation: 'mutation CreateFirstCompetitor', field: 'websiteUrl' });
    await press(page, 'Create project');

    await page
      .getByRole('alert')
      .getByText('The project exists, with 0 of 2 competitors and 0 of 3 prompts.')
      .waitFor();
    expect(await textbox(page, 'Website (optional)').first().getAttribute('aria-invalid')).toBe('true');
    await press(page, 'Next: prompts');
    await press(page, 'Continue');
    await page.getByText('is being monitored.').waitFor();
    expect(await made(person)).toEqual([
      { brand_name: 'Acme', website_url: 'https://acme.example', rivals: ['Globex', 'Initech'], prompts: 3 },
    ]);
    expect(faults).toEqual([]);
  });

  test('a lost response makes no second project', async () => {
    const person = await openPerson(api);
    const { page } = await openWizard(person);
    await typeBrand(page);
    await press(page, 'Next: prompts');
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      if (lost > 0 || !route.request().postData()?.includes('mutation CreateProject')) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await press(page, 'Create project');
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    expect(await made(person)).toHaveLength(1);
    await press(page, 'Next: competitors');
    await press(page, 'Next: prompts');
    await press(page, /Create project|Continue/);
    await page.getByText('is set up.').waitFor();
    await page.getByRole('link', { name: 'Add prompts' }).waitFor();
    expect(await made(person)).toHaveLength(1);
  });

  test('leaving and reloading ask first, and going back loses nothing', async () => {
    const { page, faults, findBarriers } = await openWizard(await openPerson(api));
    await typeBrand(page);
    await typeRivals(page, ['Globex', '']);
    await press(page, 'Back');
    await press(page, 'Back');
    expect(await textbox(page, 'Brand').inputValue()).toBe('Acme');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Competitors' }).click();
    expect(await textbox(page, 'Competitor 1').inputValue()).toBe('Globex');

    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Projects' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without finishing?' });
    await question.getByText('are not saved').waitFor();
    expect(await findBarriers()).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await textbox(page, 'Competitor 1').inputValue()).toBe('Globex');

    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      });
    });
    await page.reload();
    expect(await asked).toBe('beforeunload');
    expect(await textbox(page, 'Brand').inputValue()).toBe('');
    expect(faults).toEqual([]);
  });

  test('more than the plan has room for is not sent, and a viewer is told why nothing can be created', async () => {
    const starter = await openWizard(await openPerson(api, 'starter'));
    await typeBrand(starter.page);
    await press(starter.page, 'Next: prompts');
    const texts = Array.from({ length: 51 }, (_, at) => `Which anvil weighs ${at} pounds?`);
    await textbox(starter.page, 'Add prompts').fill(texts.join('\n'));
    await press(starter.page, 'Add 51 prompts');
    await starter.page.getByRole('status').getByText('Your plan has no room for 1 prompt of these').waitFor();
    expect(await starter.page.getByRole('button', { name: 'Create project' }).isDisabled()).toBe(true);

    const viewer = await openWizard(await addPerson(api.db, await openOwner(api.db), 'viewer'));
    await viewer.page.getByText('Your role is read-only').waitFor();
    expect([...starter.faults, ...viewer.faults]).toEqual([]);
  });

  test('no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    const person = await openPerson(api);
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
      ['light', 320],
    ] as const) {
      const { page, faults, findBarriers } = await openWizard(person, {
        colorScheme,
        viewport: { width, height: 900 },
      });
      const check = async () => {
        expect(await findBarriers()).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      };
      await check();
      await typeBrand(page);
      await press(page, 'Add a competitor');
      await check();
      await press(page, 'Next: prompts');
      await typePrompts(page);
      await check();
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
