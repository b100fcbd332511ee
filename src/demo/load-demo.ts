import { randomBytes } from 'node:crypto';
import { type Clock, SYSTEM_CLOCK } from '../clock.js';
import { ownerOf } from '../core/access/access.js';
import type { Context } from '../core/context.js';
import { createKey } from '../core/people/api-keys.js';
import { listHolders } from '../core/people/holders.js';
import { hashPassword, setPassword } from '../core/people/passwords.js';
import { OPERATOR_CLIENT } from '../core/people/security-events.js';
import { makeReport, reportsOfProjects } from '../core/reports/reports.js';
import { createShareLink, SHARED_DAYS, sharedUrl } from '../core/shares/share-links.js';
import { daysBefore, toDay } from '../core/time.js';
import { DEMO_LOCK } from '../database/advisory-lock.js';
import { exclusively } from '../database/connection.js';
import type { Database } from '../database/database.js';
import type { DatabaseSession } from '../database/database-session.js';
import { statement } from '../database/rows.js';
import { DEMO_EMAIL, SHARED_PARTS } from '../entities/vocabulary.js';
import { checkProject } from '../monitoring/alerts/check-project.js';
import { completeAccount, demoContext, dismissNames } from './demo-account.js';
import { addDemoDestination } from './demo-destination.js';
import { importSamples } from './import-samples.js';
import { PASSWORD_MANAGERS } from './projects/password-managers.js';
import { RUNNING_SHOES } from './projects/running-shoes.js';
import { TASK_BOARDS } from './projects/task-boards.js';
import { countCredits, saveRuns } from './save-runs.js';

export const DEMO_PROJECTS = [RUNNING_SHOES, PASSWORD_MANAGERS, TASK_BOARDS];

export interface LoadedDemo {
  /** Shown once: only its hash is stored. */
  apiKey: string;
  accountId: string;
  /** Of its owner, with a password made for this database; shown once as well. */
  email: string;
  password: string;
  /** Where a link leads that shows its first project, below the service's address; shown once as well. */
  sharePath: string;
}

/** Of base64url's letters, six bits each. */
const PASSWORD_BYTES = 15;

/** At most two rows: one more than the unfinished demo that may be the only account. */
const FIRST_ACCOUNTS = statement<{ account_id: string; is_unfinished: boolean }>(
  'first-accounts',
  `select a.account_id, lower(a.email) = $1
     and not exists (select from api_key k where k.account_id = a.account_id) as is_unfinished
   from account a
   order by a.created_at, a.account_id
   limit 2`,
);

/**
 * Loads the demo account (operating.md, `DEMO`) into a database without accounts: three projects of invented brands,
 * with sample answers of up to 90 days before the clock's today, imported as any other, the runs behind them, and the
 * alerts that the daily check finds in them.
 * Returns null where another account or the whole demo is there. Processes that start at once load it once. The key
 * comes last and each earlier step can be repeated, so the next load completes one that was broken off; the password is
 * a new one then.
 * @throws Error where the import rejects a sample, and what the verbs throw.
 */
export async function loadDemo(
  database: Database,
  log: (message: string) => void = () => {},
  clock: Clock = SYSTEM_CLOCK,
): Promise<LoadedDemo | null> {
  const db = database.openForJob();
  return exclusively(db, DEMO_LOCK, async () => {
    const accounts = await db.rows(FIRST_ACCOUNTS, [DEMO_EMAIL]);
    if (accounts.length > 1 || accounts.some(({ is_unfinished }) => !is_unfinished)) return null;
    log('loading the demo account…');
    const { accountId, projects } = await completeAccount(db, clock, accounts[0]?.account_id, DEMO_PROJECTS);
    const ctx = demoContext(db, clock, accountId);
    for (const { project, projectId } of projects) {
      await importSamples(db, projectId, project, clock);
      await saveRuns(ctx, projectId, project);
      await dismissNames(ctx, projectId, project);
      await checkDays(ctx, projectId);
      await queueDemoReport(ctx, projectId);
    }
    await addDemoDestination(ctx);
    await countCredits(db, accountId, clock.now());
    const key = { accountId, name: 'Demo', description: 'Created with the demo account' };
    const password = await choosePassword(db, clock, accountId);
    const sharePath = await share(ctx, projects[0]?.projectId);
    const { apiKey } = await createKey(db, clock, key);
    return { apiKey, accountId, email: DEMO_EMAIL, password, sharePath };
  });
}

/** All parts of a project, for as long as a link may last. */
async function share(ctx: Context, projectId: string | undefined): Promise<string> {
  const input = { name: 'Demo', shows: SHARED_PARTS, expiresInDays: SHARED_DAYS.max };
  const { token } = await createShareLink(ctx, projectId, input, OPERATOR_CLIENT);
  return sharedUrl('', token);
}

/** Days of the demo's reports. */
const REPORT_DAYS = 28;

/** One of each project, which a worker makes within seconds; a load that goes on queues none again. */
async function queueDemoReport(ctx: Context, projectId: string): Promise<void> {
  const listed = (await reportsOfProjects(ctx, [projectId], { first: 1, after: null })).get(projectId);
  if (listed?.entries.length !== 0) return;
  const to = daysBefore(toDay(ctx.clock.now()), 1);
  await makeReport(ctx, projectId, { from: daysBefore(to, REPORT_DAYS - 1), to });
}

/** For the owner that came with the account. */
async function choosePassword(db: DatabaseSession, clock: Clock, accountId: string): Promise<string> {
  const [owner] = await listHolders({ db, clock, caller: await ownerOf(db, 'account', accountId) });
  if (!owner) throw new Error('the demo account has no owner');
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password);
  await setPassword(db, clock, { accountId, holderId: owner.holderId, passwordHash });
  return password;
}

/** As many as show what is new and what has ended, and few enough for a load of seconds. */
const DAYS = 16;
/** When a worker would have checked a day, on the morning after it. */
const MORNING = 'T04:00:00Z';

/**
 * Checks the last days of a project for alerts, each as a worker would have done on the morning after it: what is found
 * is what the check finds in the answers. Nobody is mailed. A day that was checked stays as it is.
 */
async function checkDays(ctx: Context, projectId: string): Promise<void> {
  const { accountId } = ctx.caller;
  const now = ctx.clock.now();
  for (let daysAgo = DAYS; daysAgo >= 1; daysAgo -= 1) {
    const day = daysBefore(toDay(now), daysAgo);
    const morning = new Date(`${daysBefore(day, -1)}${MORNING}`);
    const clock = { now: () => (morning < now ? morning : now) };
    await checkProject(ctx.db, { accountId, projectId }, day, { clock, mail: { mayMail: null }, publicUrl: null });
  }
}
