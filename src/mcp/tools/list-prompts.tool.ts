import { z } from 'zod';
import { onceAList, pageOfPrompts } from '../../core/field-prices.js';
import { parse } from '../../core/input.js';
import { marketsOfPrompts } from '../../core/markets/market.reads.js';
import { lastAnswersOfPrompts } from '../../core/metrics/last-answers.js';
import { toPeriod } from '../../core/metrics/metric-query.js';
import { visibilityOfPrompts } from '../../core/metrics/prompt-visibility.js';
import { placeAfter, placeCursor } from '../../core/pages.js';
import { promptPagesOfProjects } from '../../core/prompts/prompt.reads.js';
import { promptFilterInput } from '../../core/prompts/prompt.schema.js';
import { cursor, defineTool, fitted, ofProject, pageEnd, parseLimit, parseProject, projectId } from '../mcp-tool.js';
import { quotedLine } from '../quoted.js';

const USUAL = 20;
const MOST = 50;
/** Scores, markets and last answers are read once for the page. */
const FIELDS_AT_ONCE = 3;
/** Characters of a prompt that a list shows. */
const TEXT_SHOWN = 500;

export const listPrompts = defineTool({
  name: 'list_prompts',
  title: 'List prompts',
  description: 'The questions that platforms are asked, oldest first, each with its score of the last 30 days.',
  input: z.object({
    project_id: projectId,
    search: z.string().optional().describe('Part of the text'),
    tag: z.string().optional(),
    limit: z.number().optional().describe('1 to 50; 20'),
    cursor,
  }),
  output: z.object({
    prompts: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        tags: z.array(z.string()),
        category: z.string().nullable(),
        stage: z.string().nullable(),
        persona: z.string().nullable(),
        market: z.string().nullable(),
        frequency: z.string(),
        is_active: z.boolean(),
        score: z.number(),
        n: z.number(),
        by_platform: z.array(z.object({ platform: z.string(), score: z.number(), n: z.number() })),
        last_answered_at: z.string().nullable(),
      }),
    ),
    ...pageEnd,
  }),
  points: ({ limit }) =>
    pageOfPrompts({ args: { first: limit ?? USUAL }, childComplexity: FIELDS_AT_ONCE * onceAList(NOTHING_BELOW) }),
  run: async (ctx, asked) => {
    const id = parseProject(asked.project_id);
    const first = parseLimit(asked.limit, USUAL, MOST);
    const filter = parse(promptFilterInput, { search: asked.search, tag: asked.tag });
    const place = { first, after: placeAfter(asked.cursor), isCounted: false };
    const page = await ofProject(ctx, await promptPagesOfProjects(ctx, [id], { filter, place }), id);
    const ids = page.entries.map((prompt) => prompt.id);
    const [scores, markets, lasts] = await Promise.all([
      visibilityOfPrompts(ctx, ids, { period: toPeriod(ctx, {}) }),
      marketsOfPrompts(ctx, ids),
      lastAnswersOfPrompts(ctx, ids),
    ]);
    const prompts = page.entries.map((prompt) => {
      const score = scores.get(prompt.id);
      return {
        id: prompt.id,
        text: quotedLine(prompt.promptText, TEXT_SHOWN),
        tags: prompt.tags.map((tag) => quotedLine(tag)),
        category: lineOf(prompt.category),
        stage: prompt.stage,
        persona: lineOf(prompt.persona),
        market: lineOf(markets.get(prompt.id)?.market?.name ?? null),
        frequency: prompt.monitoringFrequency,
        is_active: prompt.isActive,
        score: score?.visibilityScore ?? 0,
        n: score?.responseCount ?? 0,
        by_platform: (score?.byPlatform ?? []).map(({ platform, visibilityScore, responseCount }) => {
          return { platform, score: visibilityScore, n: responseCount };
        }),
        last_answered_at: lasts.get(prompt.id)?.lastAnsweredAt ?? null,
      };
    });
    return fitted(prompts.length, (count) => {
      const last = page.entries[count - 1];
      const goesOn = last !== undefined && (page.hasMore || count < prompts.length);
      return {
        prompts: prompts.slice(0, count),
        next_cursor: goesOn ? placeCursor({ at: last.createdAt, id: last.id }) : null,
        is_cut: count < prompts.length,
      };
    });
  },
});

const NOTHING_BELOW = { args: {}, childComplexity: 0 };

function lineOf(text: string | null): string | null {
  return text === null ? null : quotedLine(text);
}
