import { z } from 'zod';
import type { Context } from '../core/context.js';

/** The content of a request, in the core's names. */
export interface RouteInput {
  params: Readonly<Record<string, unknown>>;
  query: unknown;
  body: unknown;
}

/**
 * One line of the route table: all that the router, `openapi.json` and the access tests need to know. `response`
 * describes the body in the core's names; `run` returns it.
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
export function dataOf<View extends z.ZodType>(view: View) {
  return z.object({ data: view });
}
