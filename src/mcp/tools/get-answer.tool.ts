import { z } from 'zod';
import { answersAt } from '../../core/answers/answer.reads.js';
import { answersInput } from '../../core/answers/answer.schema.js';
import { visibleTextOf } from '../../core/answers/visible-text.js';
import { ServiceError } from '../../core/errors.js';
import { copyOfEach, oneResponse } from '../../core/field-prices.js';
import { parse, uuid } from '../../core/input.js';
import { findMarkets } from '../../core/markets/market.reads.js';
import { toPeriod } from '../../core/metrics/metric-query.js';
import { ownershipOfProjects } from '../../core/metrics/ownership.js';
import { defineTool, fitted, ofHistory, parseProject, projectId } from '../mcp-tool.js';
import { plainAddress, quote, quotedLine, quotedText } from '../quoted.js';

/** Characters of the text. */
const TEXT_MAX = 16_000;
/** Of each list of an answer. */
const ENTRIES_MAX = 30;
/** Text, names and citations, as GraphQL's are priced. */
const LONG_VALUES = 3;
const PARTS = ['text', 'question', 'names', 'citations', 'searches', 'sentiment'] as const;

export const getAnswer = defineTool({
  name: 'get_answer',
  title: 'Get an answer',
  description: 'One answer as a reader sees it, with its names, the pages that it cites and what was searched for.',
  input: z.object({
    project_id: projectId,
    date: z.string().describe('Of search_answers'),
    answer_id: z.string(),
  }),
  output: z.object({
    id: z.string(),
    platform: z.string(),
    model: z.string().nullable(),
    answered_at: z.string(),
    prompt_id: z.string().nullable(),
    market: z.string().nullable(),
    quoted_question: z.string(),
    answer: quotedText,
    is_cut: z.boolean(),
    tone: z.string().nullable(),
    quoted_evidence: z.string().nullable(),
    names: z.array(
      z.object({ quoted_name: z.string(), is_brand: z.boolean(), count: z.number(), rank: z.number().nullable() }),
    ),
    citations: z.array(z.object({ url: z.string(), ownership: z.string() })),
    quoted_searches: z.array(z.string()),
  }),
  points: () => oneResponse({ args: {}, childComplexity: LONG_VALUES * copyOfEach() }),
  run: async (ctx, asked) => {
    const project = parseProject(asked.project_id);
    const id = parse(uuid, asked.answer_id, 'answerId');
    const { from: bucketDate } = toPeriod(ctx, parse(answersInput, { from: asked.date, to: asked.date }));
    const ownershipOf = await ofHistory(ctx, await ownershipOfProjects(ctx, [project]), project);
    const answer = (await answersAt(ctx, [{ projectId: project, bucketDate, id }], PARTS)).get(id);
    if (!answer) throw new ServiceError('NOT_FOUND', 'Answer not found on that date');
    const { marketId } = answer;
    const market = marketId === null ? undefined : (await findMarkets(ctx, [marketId])).get(marketId);
    const text = visibleTextOf(answer.text);
    const named = answer.mentions.slice(0, ENTRIES_MAX).map(({ name, isBrand, spans, rank }) => {
      return { quoted_name: quotedLine(name, NAME_SHOWN), is_brand: isBrand, count: spans.length, rank };
    });
    return fitted(Math.min(text.length, TEXT_MAX), (length) => ({
      id,
      platform: answer.platform,
      model: answer.model === null ? null : quotedLine(answer.model, NAME_SHOWN),
      answered_at: answer.answeredAt,
      prompt_id: answer.promptId,
      market: market === undefined ? null : quotedLine(market.name, NAME_SHOWN),
      quoted_question: quotedLine(answer.question, QUESTION_SHOWN),
      answer: quote(answer.platform, 'answer', text, length),
      is_cut: text.length > length,
      tone: answer.sentiment,
      quoted_evidence: answer.evidence === null ? null : quotedLine(answer.evidence),
      names: named,
      citations: answer.citations
        .slice(0, ENTRIES_MAX)
        .map(({ url, domain }) => ({ url: plainAddress(url).slice(0, URL_SHOWN), ownership: ownershipOf(domain) })),
      quoted_searches: answer.searches.slice(0, ENTRIES_MAX).map((search) => quotedLine(search, NAME_SHOWN)),
    }));
  },
});

const NAME_SHOWN = 80;
const QUESTION_SHOWN = 500;
/** Thirty of them leave room for the text. */
const URL_SHOWN = 200;
