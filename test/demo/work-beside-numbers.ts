import { type GraphQLNamedType, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import type { Caller, Context } from '../../src/core/context.js';
import { EXPORT_NAMES, LINE_EXPORT_NAMES, openExport } from '../../src/core/exports/open-export.js';
import { openAccountExport } from '../../src/core/privacy/account-export.js';
import {
  citationsDaily,
  mentionsDaily,
  responsesDaily,
  sentimentDaily,
  visibilityDaily,
} from '../../src/core/reporting/daily-rows.js';
import type { Database } from '../../src/database/database.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { checkProject } from '../../src/monitoring/alerts/check-project.js';
import { runDueAccountChecks } from '../../src/monitoring/alerts/due-checks.js';
import { verifyRollups } from '../../src/monitoring/facts/verify-rollups.js';
import { reanalyse } from '../../src/monitoring/reanalysis/reanalyse.js';
import { PdfMaker } from '../../src/monitoring/reports/make-pdf.js';
import { ReportMaker } from '../../src/monitoring/reports/make-reports.js';
import { discoverCompetitors } from '../../src/monitoring/upkeep/discover-competitors.js';
import { deleteExpiredChanges } from '../../src/monitoring/upkeep/retention.js';
import { TestClock } from '../support/test-clock.js';

/** Days of which there are answers, as many as may be asked about. */
const PERIOD = { from: '2026-03-17', to: '2026-06-15' };
/** Requests of a minute that no file of the demo costs. */
const CEILING = 10_000;
const MAIL = { mail: { mayMail: null }, publicUrl: null };
const CLIENT = { network: 'test', userAgent: 'test' };
const QUIET = { info: () => {}, error: (_details: object, message: string) => expect(message).toBe('no failure') };

/** What the service does with the facts of projects but for telling their numbers, each by its own verb. */
export interface Work {
  database: Database;
  ctx: Context;
  projectIds: readonly string[];
}

/** What is read: files, tables for other tools, and the archive of the account. */
export async function readFiles({ ctx, projectIds }: Work): Promise<void> {
  for (const project of projectIds) {
    for (const name of [...EXPORT_NAMES, ...LINE_EXPORT_NAMES]) {
      for (const chosen of [{}, { platforms: ['claude', 'gemini'] }]) {
        const file = await openExport(ctx, name, { project, ...PERIOD, ...chosen }, CEILING);
        for await (const page of file.pages()) expect(page).toBeDefined();
      }
    }
  }
  const days = { from: '2026-05-17', to: '2026-06-15' };
  for (const rows of [citationsDaily, mentionsDaily, responsesDaily, sentimentDaily, visibilityDaily]) {
    for (const chosen of [{}, { platforms: ['claude'] }]) expect(await rows(ctx, { ...days, ...chosen })).toBeDefined();
  }
  const owner: Caller = {
    ...{ kind: 'holder', accountId: ctx.caller.accountId, tier: ctx.caller.tier, role: 'owner' },
    ...{ holderId: ctx.caller.accountId, sessionId: ctx.caller.accountId, projectIds: null },
    ...{ subscription: 'active', isSteppedUp: true },
  };
  for await (const bytes of await (await openAccountExport({ ...ctx, caller: owner }, CLIENT)).open()) {
    expect(bytes).toBeDefined();
  }
}

/** What workers do: checks, reports, discovery, upkeep, and analysing all answers of the first project again. */
export async function doWorkersWork({ database, ctx, projectIds }: Work): Promise<void> {
  const { accountId, tier } = ctx.caller;
  const clock = new TestClock(ctx.clock.now());
  const parts = { database, clock, log: QUIET, ...MAIL };
  const { signal } = new AbortController();
  expect(await verifyRollups(ctx.db)).toMatchObject({ consistent: true, projects: projectIds.length });
  for (const projectId of projectIds) {
    await checkProject(ctx.db, { accountId, projectId }, PERIOD.to, parts);
    await discoverCompetitors(ctx.db, { accountId, projectId, tier }, clock);
  }
  await runDueAccountChecks(parts, signal, clock.now());
  const pdfMaker = new PdfMaker(new URL('../monitoring/reports/pdf-thread-of-sources.mjs', import.meta.url));
  const made: string[] = [];
  const counted = (outcome: string) => void made.push(outcome);
  const maker = new ReportMaker({ ...parts, baseUrl: 'http://localhost', canMail: false, counted, pdfMaker });
  await maker.look(signal).finally(() => maker.stop());
  expect(made).toEqual(projectIds.map(() => 'ready'));
  await deleteExpiredChanges(ctx.db, PERIOD.from);
  const [first = ''] = projectIds;
  expect((await reanalyse(ctx.db, { projectId: first })).answers).toBeGreaterThan(1_000);
}

/** Each field of a project that needs no argument, with what is two types below it, as a field of GraphQL each. */
export function fieldsOfProjects(): string[] {
  const project = buildGraphqlSchema().getType('Project');
  return fieldsBelow(project, 2);
}

function fieldsBelow(type: GraphQLNamedType | undefined, depth: number): string[] {
  if (!isObjectType(type)) return [];
  const free = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  return free.flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name];
    const fields = depth > 0 ? fieldsBelow(inner, depth - 1) : [];
    return fields.length > 0 ? [`${field.name} { ${fields.join(' ')} }`] : [];
  });
}
