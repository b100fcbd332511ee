import type { Clock } from '../../src/clock.js';
import { admit } from '../../src/core/admission/admission.js';
import { readCredential } from '../../src/core/admission/credential.js';
import { listCompetitors } from '../../src/core/competitors/competitor.reads.js';
import type { Context } from '../../src/core/context.js';
import { listAccounts } from '../../src/core/people/accounts.js';
import { listKeys } from '../../src/core/people/api-keys.js';
import { listProjects } from '../../src/core/projects/project.reads.js';
import { listPrompts } from '../../src/core/prompts/prompt.reads.js';
import { connect } from '../../src/database/connection.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import { statement } from '../../src/database/rows.js';
import { sampleAnswers } from '../../src/demo/answers/sample-answers.js';
import type { DemoProject } from '../../src/demo/demo.types.js';
import { completeAccount } from '../../src/demo/demo-account.js';
import { importSamples } from '../../src/demo/import-samples.js';
import { DEMO_PROJECTS, loadDemo } from '../../src/demo/load-demo.js';
import { PASSWORD_MANAGERS } from '../../src/demo/projects/password-managers.js';
import { RUNNING_SHOES } from '../../src/demo/projects/running-shoes.js';
import { createTestDatabase } from '../support/database.js';

/** Two imports of some thousand answers, on a machine that may be busy. */
const TIMEOUT_MS = 120_000;
const CLOCK: Clock = { now: () => new Date('2026-06-18T14:00:00Z') };

test(
  'a demo that was broken off is completed once, by one of two processes that start at once',
  async () => {
    const database = await createTestDatabase();
    const second = await connect({ address: database.address, isPooled: false, report: () => {} });
    await breakOff(database.db);

    const loaded = await Promise.all([loadDemo(database, undefined, CLOCK), loadDemo(second, undefined, CLOCK)]);

    const [demo, ...more] = loaded.filter((one) => one !== null);
    expect(more).toEqual([]);
    expect(await listAccounts(database.db)).toMatchObject([{ accountId: demo?.accountId }]);
    const { caller } = await admit(database, readCredential('key', demo?.apiKey ?? ''));
    expect(await listKeys(database.db, caller.accountId)).toHaveLength(1);
    expect(await inventory({ db: database.db, clock: CLOCK, caller })).toEqual(DEMO_PROJECTS.map(wholeInventory));

    await second.close();
    await database.close();
  },
  TIMEOUT_MS,
);

/** As far as a load had come that died between the two imports, when the second project had only begun to be set up. */
async function breakOff(db: DatabaseSession): Promise<void> {
  const begun: DemoProject = {
    ...PASSWORD_MANAGERS,
    prompts: PASSWORD_MANAGERS.prompts.slice(0, 3),
    rivals: PASSWORD_MANAGERS.rivals.slice(0, 1),
  };
  const { projects } = await completeAccount(db, CLOCK, undefined, [RUNNING_SHOES, begun]);
  await importSamples(db, projects[0]?.projectId ?? '', RUNNING_SHOES, CLOCK);
}

const COUNT_ANSWERS = statement<{ answers: number }>(
  'count-answers-of-project',
  `select count(*)::int as answers
   from answer
   where account_id = $1 and project_id = $2`,
);

async function inventory(ctx: Context) {
  const found = [];
  for (const { id, brandName } of await listProjects(ctx)) {
    const [counted] = await ctx.db.rows(COUNT_ANSWERS, [ctx.caller.accountId, id]);
    found.push({
      brandName,
      prompts: (await listPrompts(ctx, id)).map(({ promptText }) => promptText).sort(),
      competitors: (await listCompetitors(ctx, id)).map(({ name }) => name).sort(),
      answers: counted?.answers,
    });
  }
  return found.sort((left, right) => left.brandName.localeCompare(right.brandName));
}

function wholeInventory(project: DemoProject) {
  const { brand, prompts, rivals } = project;
  return {
    brandName: brand.name,
    prompts: prompts.map(({ text }) => text).sort(),
    competitors: rivals
      .filter(({ tracked }) => tracked === 'tracked')
      .map(({ name }) => name)
      .sort(),
    answers: [...sampleAnswers(project, CLOCK.now())].length,
  };
}
