import type { ApiCaller } from './api.js';
import { addCitations, addMentions, addResponses, selectAnalysis } from './history.js';
import { createProject } from './resources.js';

const DAYS = ['2026-06-08', '2026-06-09', '2026-06-10'];

/** That many projects, each with answers of three platforms on three days. */
export async function seedReporting(caller: ApiCaller, projects: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= projects; n += 1) ids.push((await createProject(caller, { brand_name: `Brand ${n}` })).id);
  for (const id of ids) {
    const history = await selectAnalysis(caller, id);
    const buckets = DAYS.flatMap((date) =>
      (['chatgpt', 'claude', 'perplexity'] as const).map((platform) => ({ date, platform })),
    );
    const measures = { responses: 8, naming: 4, positive: 2, neutral: 1, negative: 1 };
    await addResponses(
      history,
      buckets.map((bucket) => ({ ...bucket, ...measures })),
    );
    await addMentions(
      history,
      buckets.map((bucket) => ({ ...bucket, subject: id, mentions: 6, responses: 4 })),
    );
    await addCitations(
      history,
      buckets.map((bucket) => ({ ...bucket, domain: 'a.example', citations: 3 })),
    );
  }
  return ids;
}
