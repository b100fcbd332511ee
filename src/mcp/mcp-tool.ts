import { z } from 'zod';
import { absencesOfHistory, notFoundOrForbidden } from '../core/access/access.js';
import type { Context } from '../core/context.js';
import { parse, uuid } from '../core/input.js';

/** What a tool is written as: its shapes are plain, and the core checks what they hold. */
interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  /** For the model that chooses it: what it is for, in two sentences. A constant. */
  description: string;
  /** Whether it changes something: a key that reads only is not shown it. */
  isWrite?: boolean;
  /** Whether what it stores is sent to platforms. */
  isOpenWorld?: boolean;
  input: Input;
  output: Output;
  /** What the core calls an argument, where that is another name. */
  names?: Readonly<Record<string, string>>;
  /** What a call costs, by the functions that price GraphQL's fields. @param today the UTC day. */
  points: (asked: z.output<Input>, today: string) => number;
  run: (ctx: Context, asked: z.output<Input>) => Promise<z.output<Output>>;
}

/** A tool of any shape. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  isWrite: boolean;
  isOpenWorld: boolean;
  input: z.ZodObject;
  output: z.ZodObject;
  names: Readonly<Record<string, string>>;
  /** Points of a call with these arguments; one where they will be refused. */
  points: (sent: unknown, today: string) => number;
  /** @throws ServiceError. */
  call: (ctx: Context, sent: unknown) => Promise<object>;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): McpTool {
  const { isWrite = false, isOpenWorld = false, names = {}, points, run, ...rest } = definition;
  return {
    ...rest,
    isWrite,
    isOpenWorld,
    names: { after: 'cursor', ...names },
    points: (sent, today) => {
      const { success, data } = definition.input.safeParse(sent ?? {});
      return success ? points(data, today) : 1;
    },
    call: async (ctx, sent) => run(ctx, parse(definition.input, sent ?? {})),
  };
}

/** Of `list_projects`, as that tool says: a description here would be told a dozen times. */
export const projectId = z.string();

/** The days that a tool asks about, as the core takes them. */
export const period = {
  window: z.string().optional().describe('1d, 7d, 30d (usual), 90d'),
  from: z.string().optional().describe('YYYY-MM-DD'),
  to: z.string().optional().describe('today'),
};

export const platforms = z.array(z.string()).optional().describe('chatgpt, perplexity, claude, gemini; all');
export const cursor = z.string().optional().describe('A next_cursor');

/** Where a list goes on, and whether entries were left out for its size. */
export const pageEnd = { next_cursor: z.string().nullable(), is_cut: z.boolean() };

export const interval = z.object({ low: z.number(), high: z.number() }).nullable();

/** The id of a project. @throws ServiceError VALIDATION_ERROR. */
export function parseProject(sent: string): string {
  return parse(uuid, sent, 'projectId');
}

/** What a plural verb of the core knows of one unarchived project. @throws ServiceError NOT_FOUND, FORBIDDEN. */
export async function ofProject<Value>(ctx: Context, found: Map<string, Value>, id: string): Promise<Value> {
  const value = found.get(id);
  if (value === undefined) throw await notFoundOrForbidden(ctx, 'project', id);
  return value;
}

/** The same of a project that may be archived. @throws ServiceError NOT_FOUND, FORBIDDEN. */
export async function ofHistory<Value>(ctx: Context, found: Map<string, Value>, id: string): Promise<Value> {
  const value = found.get(id);
  if (value !== undefined) return value;
  const reason = (await absencesOfHistory(ctx, [id])).get(id);
  throw reason ?? new Error('an absent project has no reason');
}

/** A period as a result tells it. */
export const days = z.object({ from: z.string(), to: z.string() });

/** The size of a list, whose bound the core does not know. @throws ServiceError VALIDATION_ERROR. */
export function parseLimit(limit: number | undefined, usual: number, most: number): number {
  const fault = `must be a whole number from 1 to ${most}`;
  return parse(z.int(fault).min(1, fault).max(most, fault).default(usual), limit, 'limit');
}

/** Bytes of a result as JSON. */
export const RESULT_BYTES_MAX = 24_000;

/**
 * The result that has as much as fits: `build` of the largest count up to `most` that is within the bound on results.
 */
export function fitted<Result>(most: number, build: (count: number) => Result): Result {
  const whole = build(most);
  if (sizeOf(whole) <= RESULT_BYTES_MAX) return whole;
  let [fits, beyond] = [0, most];
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2);
    if (sizeOf(build(middle)) <= RESULT_BYTES_MAX) fits = middle;
    else beyond = middle;
  }
  return build(fits);
}

function sizeOf(result: unknown): number {
  return Buffer.byteLength(JSON.stringify(result));
}
