import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.js';
import { createAccount } from '../core/accounts/account.service.js';
import { createCompetitor, listCompetitors } from '../core/competitors/competitor.service.js';
import type { Context } from '../core/context.js';
import { createProject, listProjects, pauseProject, updateProject } from '../core/projects/project.service.js';
import { createPrompt, listPrompts } from '../core/prompts/prompt.service.js';
import { PLATFORMS } from '../entities/vocabulary.js';
import type { DemoProject } from './demo.types.js';

export const DEMO_EMAIL = 'demo@example.com';

const TIER = 'professional';

/**
 * Creates the missing ones of the demo's account, projects, prompts and competitors, in the given order. What an
 * earlier load created is found by its address, name or text and stays.
 */
export async function completeAccount(
  em: EntityManager,
  clock: Clock,
  knownAccountId: string | undefined,
  demoProjects: readonly DemoProject[],
): Promise<{ accountId: string; projects: { project: DemoProject; projectId: string }[] }> {
  const account = { name: 'Demo', email: DEMO_EMAIL, tier: TIER };
  const accountId = knownAccountId ?? (await createAccount(em, clock, account)).accountId;
  const ctx: Context = { em, clock, caller: { kind: 'operator', accountId, tier: TIER } };
  const projects = [];
  for (const project of demoProjects) {
    const projectId = await completeProject(ctx, project);
    await completePrompts(ctx, projectId, project);
    await completeCompetitors(ctx, projectId, project);
    projects.push({ project, projectId });
  }
  return { accountId, projects };
}

/** Paused before it has a prompt: no platform's key is to pay for questions about invented brands. */
async function completeProject(ctx: Context, { brand, mainTopic, frequency }: DemoProject): Promise<string> {
  const { name: brandName, websiteUrl, description } = brand;
  const known = (await listProjects(ctx)).find((project) => project.brandName === brandName);
  const { id } = known ?? (await createProject(ctx, { brandName, websiteUrl, description, mainTopic }));
  await pauseProject(ctx, id);
  await updateProject(ctx, id, { settings: { platforms: [...PLATFORMS], monitoringFrequency: frequency } });
  return id;
}

async function completePrompts(ctx: Context, projectId: string, { prompts }: DemoProject): Promise<void> {
  const known = new Set((await listPrompts(ctx, projectId)).map(({ promptText }) => promptText));
  for (const { text, frequency, tags } of prompts) {
    if (known.has(text)) continue;
    await createPrompt(ctx, projectId, { promptText: text, monitoringFrequency: frequency, tags: [...tags] });
  }
}

/** Before the answers: an analysis fixes its names when it begins. */
async function completeCompetitors(ctx: Context, projectId: string, { rivals }: DemoProject): Promise<void> {
  const known = new Set((await listCompetitors(ctx, projectId)).map(({ name }) => name));
  for (const { name, websiteUrl, description, isTracked } of rivals) {
    if (isTracked && !known.has(name)) await createCompetitor(ctx, projectId, { name, websiteUrl, description });
  }
}
