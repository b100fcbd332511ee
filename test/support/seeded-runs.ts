import { daysBefore } from '../../src/core/time.js';
import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';
import { sql, TODAY } from './api.js';
import { addRun, type WrittenRun } from './listed-runs.js';
import { createProject, createPrompt } from './resources.js';
import type { Person } from './signed-in.js';

const QUESTIONS = [
  'Which running shoes are best for flat feet?',
  'What do runners with knee pain buy for long distances on asphalt?',
  'Is Northwind a good brand of trail shoes?',
];

export interface SeededRuns {
  projectId: string;
  promptIds: string[];
}

/**
 * A project whose three prompts were asked on each of `days` days up to today: ChatGPT was rate limited for the last
 * two, Claude timed out once, Gemini was skipped on one day, and one run waits.
 */
export async function seedRuns({ caller }: Person, days: number): Promise<SeededRuns> {
  const { id: projectId } = await createProject(caller, { brand_name: 'Northwind' });
  const promptIds: string[] = [];
  for (const text of QUESTIONS) promptIds.push((await createPrompt(caller, projectId, { prompt_text: text })).id);
  const owner = { accountId: caller.account.accountId, projectId };
  for (let back = 0; back < days; back += 1) {
    for (const [at, promptId] of promptIds.entries()) {
      for (const platform of PLATFORMS) {
        const date = daysBefore(TODAY, back);
        const run = {
          promptId,
          platform,
          plannedAt: `${date}T0${at + 1}:00:00.000Z`,
          ...outcomeOf(platform, back, at),
        };
        await addRun(caller.api.db, owner, run);
      }
    }
  }
  await sql(
    caller.api.db,
    `update platform_gate set served_until = now() + interval '1 hour' where platform <> 'gemini'`,
    [],
  );
  return { projectId, promptIds };
}

function outcomeOf(platform: Platform, back: number, at: number): Partial<WrittenRun> {
  if (platform === 'chatgpt' && back < 2) return { state: 'failed', reason: 'rate_limited', attempts: 3 };
  if (platform === 'claude' && back === 4 && at === 0) return { state: 'failed', reason: 'timed_out', attempts: 1 };
  if (platform === 'gemini' && back === 1) return { state: 'skipped', reason: 'platform_not_configured' };
  if (platform === 'perplexity' && back === 0 && at === 2) return { state: 'queued', reason: 'rate_limited' };
  return { model: `${platform}-1`, attempts: 1 };
}
