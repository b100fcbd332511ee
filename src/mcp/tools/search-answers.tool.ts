import { z } from 'zod';
import { answersOfProjects } from '../../core/answers/answer.reads.js';
import { answersInput } from '../../core/answers/answer.schema.js';
import { invalid } from '../../core/errors.js';
import { copyOfEach, pageOfResponses } from '../../core/field-prices.js';
import { parse } from '../../core/input.js';
import { toPeriod } from '../../core/metrics/metric-query.js';
import { placeAfter, placeCursor } from '../../core/pages.js';
import { daysBetween } from '../../core/time.js';
import {
  cursor,
  defineTool,
  fitted,
  ofHistory,
  pageEnd,
  parseLimit,
  parseProject,
  period,
  platforms,
  projectId,
} from '../mcp-tool.js';
import { quote, quotedLine, quotedText } from '../quoted.js';

const USUAL = 5;
const MOST = 20;
/** Days, both ends counted. */
const DAYS_MAX = 31;
/** Excerpts, questions, names and what was said of the brand. */
const LONG_VALUES = 4;
const PARTS = ['excerpt', 'question', 'names', 'sentiment'] as const;
/** Characters of an excerpt, and names of an answer, that a list shows. */
const EXCERPT_MAX = 400;
const NAMES_MAX = 15;

export const searchAnswers = defineTool({
  name: 'search_answers',
  title: 'Search answers',
  description: 'What platforms answered, newest first: a sentence of each, its tone and the names in it.',
  input: z.object({
    project_id: projectId,
    window: z.string().optional().describe('1d, 7d, 30d (usual)'),
    from: period.from,
    to: period.to,
    platforms,
    prompt_id: z.string().optional(),
    named: z.boolean().optional().describe('Whether the brand is named'),
    sentiments: z.array(z.string()).optional().describe('positive, neutral, negative, mixed'),
    citing: z.string().optional().describe('A domain'),
    text: z.string().optional().describe('Words of the answer'),
    limit: z.number().optional().describe('1 to 20; 5'),
    cursor,
  }),
  output: z.object({
    answers: z.array(
      z.object({
        id: z.string(),
        date: z.string().describe('For get_answer'),
        platform: z.string(),
        prompt_id: z.string().nullable(),
        quoted_question: z.string(),
        excerpt: quotedText,
        tone: z.string().nullable(),
        quoted_evidence: z.string().nullable(),
        quoted_names: z.array(z.string()),
      }),
    ),
    ...pageEnd,
  }),
  names: { search: 'text' },
  points: ({ limit, text, prompt_id: promptId, ...asked }, today) => {
    const args = { ...asked, first: limit ?? USUAL, search: text, promptId };
    return pageOfResponses({ args, childComplexity: LONG_VALUES * copyOfEach(), context: { today } });
  },
  run: async (ctx, asked) => {
    const id = parseProject(asked.project_id);
    const first = parseLimit(asked.limit, USUAL, MOST);
    const { text, prompt_id: promptId, limit: _limit, cursor: after, project_id: _project, ...sent } = asked;
    const { from, to, window, ...filter } = parse(answersInput, { ...sent, promptId, search: text });
    const days = toPeriod(ctx, { from, to, window });
    if (daysBetween(days.from, days.to) >= DAYS_MAX) {
      throw invalid(['from'], `date range must have ${DAYS_MAX} days at most`);
    }
    const query = { period: days, filter, page: { first, after: placeAfter(after) }, parts: PARTS };
    const { entries, hasMore } = await ofHistory(ctx, await answersOfProjects(ctx, [id], query), id);
    const answers = entries.map((answer) => ({
      id: answer.id,
      date: answer.answeredAt.slice(0, 'YYYY-MM-DD'.length),
      platform: answer.platform,
      prompt_id: answer.promptId,
      quoted_question: quotedLine(answer.question),
      excerpt: quote(answer.platform, 'excerpt', answer.excerpt, EXCERPT_MAX),
      tone: answer.sentiment,
      quoted_evidence: answer.evidence === null ? null : quotedLine(answer.evidence),
      quoted_names: answer.mentions.slice(0, NAMES_MAX).map(({ name }) => quotedLine(name, NAME_SHOWN)),
    }));
    return fitted(answers.length, (count) => {
      const last = entries[count - 1];
      const goesOn = last !== undefined && (hasMore || count < answers.length);
      return {
        answers: answers.slice(0, count),
        next_cursor: goesOn ? placeCursor({ at: last.answeredAt, id: last.id }) : null,
        is_cut: count < answers.length,
      };
    });
  },
});

const NAME_SHOWN = 80;
