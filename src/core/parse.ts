import type { z } from 'zod';
import { type Issue, validationError } from './errors.js';

/** A body of 1 MiB can hold hundreds of thousands of faults; the first ones are enough for a caller. */
const ISSUES_MAX = 10;
const QUOTED_MAX = 50;

/**
 * Narrows an unknown input to what the schema says, defaults and trimming applied.
 * @param name the field that the input itself is, where it is no object with fields of its own.
 * @throws ServiceError VALIDATION_ERROR naming each invalid field and its bound, ten at most.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown, name?: string): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw validationError(result.error.issues.slice(0, ISSUES_MAX).map((issue) => toIssue(issue, name)));
}

function toIssue(issue: z.core.$ZodIssue, name: string | undefined): Issue {
  const inner = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  const path = name === undefined ? inner : [name, ...inner];
  if (issue.code === 'unrecognized_keys') {
    // Quoted as sent: an unknown key has no name in the core that a surface could translate.
    return { path, message: `has no field ${JSON.stringify(issue.keys[0]?.slice(0, QUOTED_MAX))}` };
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return { path, message: 'is required' };
  return { path, message: issue.message };
}
