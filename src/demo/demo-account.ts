import type { Clock } from '../clock.js';
import { listCompetitors } from '../core/competitors/competitor.reads.js';
import { createCompetitor } from '../core/competitors/competitor.writes.js';
import { dismissCandidate, suggestionsOfProjects } from '../core/competitors/suggestions.js';
import type { Context } from '../core/context.js';
import { createAccount } from '../core/people/accounts.js';
import { listProjects } from '../core/projects/project.reads.js';
import { createProject, pauseProject, updateProject } from '../core/projects/project.writes.js';
import { listPrompts } from '../core/prompts/prompt.reads.js';
import { createPrompt } from '../core/prompts/prompt.writes.js';
import { stageOf } from '../core/suggestions/stage-words.js';
import { daysBefore, toDay } from '../core/time.js';
import type { DatabaseSession } from '../database/database-session.js';
import { DEMO_EMAIL, PLATFORMS } from '../entities/vocabulary.js';
import type { DemoProject } from './demo.types.js';

const TIER = 'professional';

/**
 * Creates the missing ones of the demo's account, projects, prompts and competitors, in the given order. What an
 * earlier load created is found by its address, name or text and stays.
 */
export async function completeAccount(
  db: DatabaseSession,
  clock: Clock,
  knownAccountId: string | undefined,
  demoProjects: readonly DemoProject[],
): Promise<{ accountId: string; projects: { project: DemoProject; projectId: string }[] }> {
  const account = { name: 'Demo', email: DEMO_EMAIL, tier: TIER };
  const accountId = knownAccountId ?? (await createAccount(db, clock, account)).accountId;
  const ctx = demoContext(db, clock, accountId);
  const projects = [];
  for (const project of demoProjects) {
    const projectId = await completeProject(ctx, project);
    await completePrompts(ctx, projectId, project);
    await completeCompetitors(ctx, projectId, project);
    projects.push({ project, projectId });
  }
  return { accountId, projects };
}

export function demoContext(db: DatabaseSession, clock: Clock, accountId: string): Context {
  return { db, clock, caller: { kind: 'operator', accountId, tier: TIER } };
}

/** Paused before it has a prompt: no platform's key is to pay for questions about invented brands. */
async function completeProject(ctx: Context, project: DemoProject): Promise<string> {
  const { brand, mainTopic, frequency, firstDaysAgo } = project;
  const { name: brandName, websiteUrl, description } = brand;
  const known = (await listProjects(ctx)).find((one) => one.brandName === brandName);
  const begun = backAt(ctx, firstDaysAgo);
  const { id } = known ?? (await createProject(begun, { brandName, websiteUrl, description, mainTopic }));
  await updateProject(begun, id, { settings: { platforms: [...PLATFORMS], monitoringFrequency: frequency } });
  await pauseProject(ctx, id);
  return id;
}

async function completePrompts(ctx: Context, projectId: string, project: DemoProject): Promise<void> {
  const known = new Set((await listPrompts(ctx, projectId)).map(({ promptText }) => promptText));
  for (const [place, { text, frequency, tags, addedDaysAgo = project.firstDaysAgo }] of project.prompts.entries()) {
    if (known.has(text)) continue;
    const groups = { category: project.topics[tags[0] ?? ''] ?? null, tags: [...tags], stage: stageOf(text) };
    const input = { promptText: text, monitoringFrequency: frequency, ...groups };
    await createPrompt(backAt(ctx, addedDaysAgo, place), projectId, input);
  }
}

/** Before the answers: an analysis fixes its names when it begins. */
async function completeCompetitors(ctx: Context, projectId: string, project: DemoProject): Promise<void> {
  const known = new Set((await listCompetitors(ctx, projectId)).map(({ name }) => name));
  for (const { name, websiteUrl, description, tracked, trackedDaysAgo = project.firstDaysAgo } of project.rivals) {
    if (tracked !== 'tracked' || known.has(name)) continue;
    await createCompetitor(backAt(ctx, trackedDaysAgo), projectId, { name, websiteUrl, description });
  }
}

/** More than the names that the demo's answers hold beside the tracked ones. */
const NAMES_MAX = 100;

/** After the answers, in which the names are found. */
export async function dismissNames(ctx: Context, projectId: string, project: DemoProject): Promise<void> {
  const refused = project.rivals.filter(({ tracked }) => tracked === 'dismissed').map(({ name }) => name);
  const to = toDay(ctx.clock.now());
  const period = { from: daysBefore(to, project.firstDaysAgo), to };
  const filter = { platforms: undefined, dismissed: false, limit: NAMES_MAX, offset: 0 };
  const found = (await suggestionsOfProjects(ctx, [projectId], { period, filter })).get(projectId)?.entries ?? [];
  for (const { id, name } of found) if (refused.includes(name)) await dismissCandidate(ctx, id);
}

/** As it was at the beginning of a day; `place` milliseconds later, so that lists by age keep the order given. */
function backAt(ctx: Context, daysAgo: number, place = 0): Context {
  const day = daysBefore(toDay(ctx.clock.now()), daysAgo);
  return { ...ctx, clock: { now: () => new Date(Date.parse(`${day}T00:00:00Z`) + place) } };
}
