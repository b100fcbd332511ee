import { z } from 'zod';
import { pageOfCalls } from '../../core/field-prices.js';
import { adjustedConfidenceOfProjects } from '../../core/metrics/adjusted-confidence.js';
import { compareVisibility } from '../../core/metrics/comparison.js';
import { lastAnswersOfProjects } from '../../core/metrics/last-answers.js';
import { toPeriod } from '../../core/metrics/metric-query.js';
import { visibilityOfProjects } from '../../core/metrics/visibility.js';
import { placeAfter, placeCursor } from '../../core/pages.js';
import { listProjects } from '../../core/projects/project.reads.js';
import { cursor, defineTool, fitted, interval, pageEnd, parseLimit } from '../mcp-tool.js';
import { quotedLine } from '../quoted.js';

const USUAL = 10;
const MOST = 50;
/** Of each project: its score, and what is known beside it. */
const POINTS_EACH = 2;

/** Projects, oldest first, each with its score of the last thirty days. */
export const listProjectsTool = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description:
    'The brands that are monitored, with visibility of the last 30 days. Start here: others take its ids as ' +
    'project_id.',
  input: z.object({
    search: z.string().optional().describe('Part of a name'),
    limit: z.number().optional().describe('1 to 50; 10'),
    cursor,
  }),
  output: z.object({
    projects: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        brand: z.string(),
        country: z.string(),
        score: z.number().describe('Percent of answers that name the brand'),
        interval,
        n: z.number().describe('Answers'),
        verdict: z.string().describe('Against the 30 days before'),
        last_answered_at: z.string().nullable(),
        is_paused: z.boolean(),
      }),
    ),
    ...pageEnd,
  }),
  points: ({ limit }) => pageOfCalls({ args: { first: limit ?? USUAL }, childComplexity: POINTS_EACH }),
  run: async (ctx, asked) => {
    const limit = parseLimit(asked.limit, USUAL, MOST);
    const after = placeAfter(asked.cursor);
    const words = (asked.search ?? '').toLowerCase();
    const matching = (await listProjects(ctx)).filter(
      ({ name, brandName }) => name.toLowerCase().includes(words) || brandName.toLowerCase().includes(words),
    );
    const rest = matching.filter(
      ({ createdAt, id }) => after === null || createdAt > after.at || (createdAt === after.at && id > after.id),
    );
    const page = rest.slice(0, limit);
    const ids = page.map(({ id }) => id);
    const query = { period: toPeriod(ctx, {}) };
    const [scores, intervals, comparisons, lasts] = await Promise.all([
      visibilityOfProjects(ctx, ids, { ...query, breakdowns: { platforms: false, days: false } }),
      adjustedConfidenceOfProjects(ctx, ids, query),
      compareVisibility(ctx, ids, query),
      lastAnswersOfProjects(ctx, ids),
    ]);
    const projects = page.map(({ id, name, brandName, targetCountry, isPaused }) => ({
      id,
      name: quotedLine(name),
      brand: quotedLine(brandName),
      country: targetCountry,
      score: scores.get(id)?.score ?? 0,
      interval: intervals.get(id)?.confidence ?? null,
      n: scores.get(id)?.counts.responses ?? 0,
      verdict: comparisons.get(id)?.comparison.verdict ?? 'too_few_answers',
      last_answered_at: lasts.get(id)?.lastAnsweredAt ?? null,
      is_paused: isPaused,
    }));
    return fitted(projects.length, (count) => {
      const last = page[count - 1];
      const goesOn = last !== undefined && rest.length > count;
      return {
        projects: projects.slice(0, count),
        next_cursor: goesOn ? placeCursor({ at: last.createdAt, id: last.id }) : null,
        is_cut: count < projects.length,
      };
    });
  },
});
