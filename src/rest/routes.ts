import { z } from 'zod';
import { listCompetitors } from '../core/competitors/competitor.reads.js';
import { competitorView, createCompetitorInput, listedCompetitorView } from '../core/competitors/competitor.schema.js';
import { createCompetitor, removeCompetitor } from '../core/competitors/competitor.writes.js';
import type { Context } from '../core/context.js';
import { citationsInput, citationsView, getCitations } from '../core/metrics/citations.js';
import { getMentions, mentionsInput, mentionsView } from '../core/metrics/mentions.js';
import { metricQueryInput } from '../core/metrics/metric-query.js';
import { getSentiment, sentimentInput, sentimentView } from '../core/metrics/sentiment.js';
import { getVisibility, visibilityView } from '../core/metrics/visibility.js';
import { getProject, listProjects } from '../core/projects/project.reads.js';
import { createProjectInput, projectView, updateProjectInput } from '../core/projects/project.schema.js';
import { archiveProject, createProject, updateProject } from '../core/projects/project.writes.js';
import { getPrompt, listPrompts } from '../core/prompts/prompt.reads.js';
import { createPromptInput, GROUP_FIELDS, promptView, updatePromptInput } from '../core/prompts/prompt.schema.js';
import { archivePrompt, createPrompt, updatePrompt } from '../core/prompts/prompt.writes.js';

/** The content of a request, in the core's names. */
export interface RouteInput {
  params: Readonly<Record<string, unknown>>;
  query: unknown;
  body: unknown;
}

/**
 * A row of the table: all that the router, `openapi.json` and the access tests need to know. `response` describes the
 * body in the core's names; `run` returns it.
 */
export interface Route {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Below `/api/v1`, with `:name` parameters, each a UUID. */
  path: string;
  operationId: string;
  tag: 'Projects' | 'Prompts' | 'Competitors' | 'Metrics';
  summary: string;
  description?: string;
  status: 200 | 201;
  query?: z.ZodObject;
  body?: z.ZodObject;
  response: z.ZodObject;
  /** Adds `rate_limit` to the body (specification, sections 4.7 and 4.9). */
  includesBudget?: true;
  /** May be refused with 409 CONFLICT. */
  conflicts?: true;
  run: (ctx: Context, input: RouteInput) => Promise<object>;
}

/** The names of a path's parameters, in order. */
export function paramsOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

/** A body with its payload under `data` and nothing else. */
function dataOf<View extends z.ZodType>(view: View) {
  return z.object({ data: view });
}

const deleted = dataOf(z.object({ deleted: z.literal(true) }));

const PROJECTS: Route[] = [
  {
    method: 'get',
    path: '/projects',
    operationId: 'listProjects',
    tag: 'Projects',
    summary: 'List projects',
    description: 'All projects of the account that are not archived, oldest first.',
    status: 200,
    response: dataOf(z.array(projectView)),
    run: async (ctx) => ({ data: await listProjects(ctx) }),
  },
  {
    method: 'post',
    path: '/projects',
    operationId: 'createProject',
    tag: 'Projects',
    summary: 'Create a project',
    status: 201,
    body: createProjectInput.omit({ aliases: true }).meta({ id: 'CreateProject' }),
    response: dataOf(projectView),
    run: async (ctx, { body }) => ({ data: await createProject(ctx, body) }),
  },
  {
    method: 'get',
    path: '/projects/:projectId',
    operationId: 'getProject',
    tag: 'Projects',
    summary: 'Get a project',
    status: 200,
    response: dataOf(projectView),
    run: async (ctx, { params }) => ({ data: await getProject(ctx, params['projectId']) }),
  },
  {
    method: 'patch',
    path: '/projects/:projectId',
    operationId: 'updateProject',
    tag: 'Projects',
    summary: 'Update a project',
    description: 'Only sent fields change; `settings` merges key by key.',
    status: 200,
    body: updateProjectInput.omit({ aliases: true, repeats: true }).meta({ id: 'UpdateProject' }),
    response: dataOf(projectView),
    run: async (ctx, { params, body }) => ({ data: await updateProject(ctx, params['projectId'], body) }),
  },
  {
    method: 'delete',
    path: '/projects/:projectId',
    operationId: 'deleteProject',
    tag: 'Projects',
    summary: 'Archive a project',
    description: 'New monitoring stops; retained history stays available through the metrics.',
    status: 200,
    response: deleted,
    run: async (ctx, { params }) => ({ data: await archiveProject(ctx, params['projectId']) }),
  },
];

const PROMPTS: Route[] = [
  {
    method: 'get',
    path: '/projects/:projectId/prompts',
    operationId: 'listPrompts',
    tag: 'Prompts',
    summary: 'List the prompts of a project',
    status: 200,
    response: dataOf(z.array(promptView)),
    run: async (ctx, { params }) => ({ data: await listPrompts(ctx, params['projectId']) }),
  },
  {
    method: 'post',
    path: '/projects/:projectId/prompts',
    operationId: 'createPrompt',
    tag: 'Prompts',
    summary: 'Create a prompt',
    description: 'Counts against the account-wide prompt capacity of the tier.',
    status: 201,
    conflicts: true,
    body: createPromptInput.omit({ ...GROUP_FIELDS, marketId: true }).meta({ id: 'CreatePrompt' }),
    response: dataOf(promptView),
    run: async (ctx, { params, body }) => ({ data: await createPrompt(ctx, params['projectId'], body) }),
  },
  {
    method: 'get',
    path: '/prompts/:promptId',
    operationId: 'getPrompt',
    tag: 'Prompts',
    summary: 'Get a prompt',
    status: 200,
    response: dataOf(promptView),
    run: async (ctx, { params }) => ({ data: await getPrompt(ctx, params['promptId']) }),
  },
  {
    method: 'patch',
    path: '/prompts/:promptId',
    operationId: 'updatePrompt',
    tag: 'Prompts',
    summary: 'Update a prompt',
    description: 'Platform coverage is fixed by the subscription tier and cannot be changed here.',
    status: 200,
    conflicts: true,
    body: updatePromptInput.omit(GROUP_FIELDS).meta({ id: 'UpdatePrompt' }),
    response: dataOf(promptView),
    run: async (ctx, { params, body }) => ({ data: await updatePrompt(ctx, params['promptId'], body) }),
  },
  {
    method: 'delete',
    path: '/prompts/:promptId',
    operationId: 'deletePrompt',
    tag: 'Prompts',
    summary: 'Archive a prompt',
    status: 200,
    response: deleted,
    run: async (ctx, { params }) => ({ data: await archivePrompt(ctx, params['promptId']) }),
  },
];

const COMPETITORS: Route[] = [
  {
    method: 'get',
    path: '/projects/:projectId/competitors',
    operationId: 'listCompetitors',
    tag: 'Competitors',
    summary: 'List the competitors of a project',
    description: 'With aggregates of the selected analysis where it looked for the competitor and has answers.',
    status: 200,
    response: dataOf(z.array(listedCompetitorView)),
    run: async (ctx, { params }) => ({ data: await listCompetitors(ctx, params['projectId']) }),
  },
  {
    method: 'post',
    path: '/projects/:projectId/competitors',
    operationId: 'createCompetitor',
    tag: 'Competitors',
    summary: 'Track a competitor',
    status: 201,
    body: createCompetitorInput.omit({ aliases: true }).meta({ id: 'CreateCompetitor' }),
    response: dataOf(competitorView),
    run: async (ctx, { params, body }) => ({ data: await createCompetitor(ctx, params['projectId'], body) }),
  },
  {
    method: 'delete',
    path: '/competitors/:competitorId',
    operationId: 'deleteCompetitor',
    tag: 'Competitors',
    summary: 'Remove a competitor',
    status: 200,
    response: deleted,
    run: async (ctx, { params }) => ({ data: await removeCompetitor(ctx, params['competitorId']) }),
  },
];

/** Digits as a query string has them; the core's rule refuses anything else with its own message. */
const digits = z.union([
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
  z.unknown(),
]);

/** A whole number of the core's, read from a query string. Described as a number: the wire has no other form of it. */
function wholeNumber(rule: z.ZodDefault<z.ZodInt>) {
  const { innerType, defaultValue } = rule.def;
  const { minValue: minimum, maxValue } = innerType;
  const maximum = maxValue === Number.MAX_SAFE_INTEGER ? {} : { maximum: maxValue };
  const described = { type: 'integer', minimum, ...maximum, description: rule.description };
  return digits.pipe(innerType).default(defaultValue).meta(described);
}

/** A list of the core's: separated by commas, or the parameter repeated. */
const platforms = z
  .union([z.string().transform((text) => text.split(',').map((name) => name.trim())), z.array(z.string())], {
    error: 'must be a comma-separated list of platforms',
  })
  .pipe(metricQueryInput.shape.platforms.unwrap())
  .optional()
  .meta({ type: 'string', description: 'Comma-separated platforms', examples: ['chatgpt,claude'] });

const page = {
  limit: wholeNumber(mentionsInput.shape.limit),
  offset: wholeNumber(mentionsInput.shape.offset),
};

/** The core's queries as a query string writes them; what these return is the input of the core's. */
export const visibilityQuery = metricQueryInput.extend({ platforms });
export const mentionsQuery = mentionsInput.extend(page);
export const citationsQuery = citationsInput.extend(page);

const METRICS: Route[] = [
  {
    method: 'get',
    path: '/projects/:projectId/visibility',
    operationId: 'getVisibility',
    tag: 'Metrics',
    summary: 'Visibility',
    description: 'Percentage of accepted responses that name the brand.',
    status: 200,
    query: visibilityQuery,
    response: dataOf(visibilityView),
    run: async (ctx, { params, query }) => ({ data: await getVisibility(ctx, params['projectId'], query) }),
  },
  {
    method: 'get',
    path: '/projects/:projectId/mentions',
    operationId: 'getMentions',
    tag: 'Metrics',
    summary: 'Mention trends',
    description: 'Brand and competitor mentions by day and platform; both ids are null for the brand.',
    status: 200,
    query: mentionsQuery,
    response: z.object({ data: mentionsView.pick({ mentions: true }), pagination: mentionsView.shape.pagination }),
    includesBudget: true,
    run: async (ctx, { params, query }) => {
      const { mentions, pagination } = await getMentions(ctx, params['projectId'], query);
      return { data: { mentions }, pagination };
    },
  },
  {
    method: 'get',
    path: '/projects/:projectId/citations',
    operationId: 'getCitations',
    tag: 'Metrics',
    summary: 'Cited domains',
    description: 'Most cited first, each with its most cited pages.',
    status: 200,
    query: citationsQuery,
    response: z.object({ data: citationsView.shape.citations, meta: citationsView.shape.meta }),
    run: async (ctx, { params, query }) => {
      const { citations, meta } = await getCitations(ctx, params['projectId'], query);
      return { data: citations, meta };
    },
  },
  {
    method: 'get',
    path: '/projects/:projectId/sentiment',
    operationId: 'getSentiment',
    tag: 'Metrics',
    summary: 'Sentiment toward the brand',
    status: 200,
    query: sentimentInput,
    response: dataOf(z.object({ sentiment: sentimentView })),
    includesBudget: true,
    run: async (ctx, { params, query }) => ({
      data: { sentiment: await getSentiment(ctx, params['projectId'], query) },
    }),
  },
];

/** The 17 endpoints of `/api/v1` (specification, section 4.1). */
export const ROUTES: readonly Route[] = [...PROJECTS, ...PROMPTS, ...COMPETITORS, ...METRICS];
