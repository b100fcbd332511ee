import { TODAY } from './api.js';
import { addCitations, addMentions, addResponses, selectAnalysis } from './history.js';
import { createProject } from './resources.js';
import type { Person } from './signed-in.js';

const DAY_MS = 86_400_000;
const PLATFORMS = ['chatgpt', 'perplexity', 'claude', 'gemini'] as const;

/** A project of 90 days whose numbers differ by day, platform and period; some days have no answers. */
export async function seedOverview({ caller }: Person): Promise<string> {
  const { id } = await createProject(caller, { brand_name: 'Northwind' });
  const history = await selectAnalysis(caller, id);
  const buckets = Array.from({ length: 120 }, (_, back) => back)
    .filter((back) => back % 11 !== 3)
    .flatMap((back) => {
      const date = new Date(Date.parse(TODAY) - back * DAY_MS).toISOString().slice(0, 10);
      return PLATFORMS.map((platform, at) => ({ date, platform, at, back }));
    });
  await addResponses(
    history,
    buckets.map(({ date, platform, at, back }) => {
      const naming = (back + 2 * at) % 7;
      const [negative, positive] = [Math.min(1, naming), Math.floor(Math.max(0, naming - 1) / 2)];
      const neutral = naming - negative - positive;
      return { date, platform, responses: 8 + at, naming, questions: 4, positive, negative, neutral };
    }),
  );
  await addMentions(
    history,
    buckets.map(({ date, platform, back }) => ({
      date,
      platform,
      subject: id,
      mentions: 3 + (back % 3),
      responses: 2,
    })),
  );
  await addCitations(
    history,
    buckets.flatMap(({ date, platform, back }) => [
      { date, platform, domain: 'reviews.example', citations: 2 + (back % 4) },
      { date, platform, domain: 'northwind.example', citations: 1 },
    ]),
  );
  return id;
}
