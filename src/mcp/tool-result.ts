import { RateLimitExceeded } from '../core/admission/admission.js';
import { asUnavailable, type ErrorCode, messageOf, ServiceError, toWireName } from '../core/errors.js';
import type { McpTool } from './mcp-tool.js';

/** What a call of a tool answers, in the shape of MCP. */
export interface ToolResult {
  content: [{ type: 'text'; text: string }];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  [more: string]: unknown;
}

/** The same object twice: as data, and as text for clients that read no data. */
export function resultOf(value: object): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } };
}

/** A failure as the model reads it, and what it counts as. */
export interface ToolFailure {
  code: ErrorCode;
  result: ToolResult;
  /** Whether it is no fault of the caller, and so has to be reported. */
  isOurs: boolean;
}

/**
 * A failed call as a result: `CODE: message`, with a line for each fault of its arguments, so that the model can mend
 * the call. Of a failure on our side it tells the id of the request alone.
 */
export function failureOf(error: unknown, tool: Pick<McpTool, 'names'>, requestId: string): ToolFailure {
  const refusal = error instanceof ServiceError ? error : asUnavailable(error);
  if (!refusal) {
    const message = `The call failed on our side. Request ${requestId}`;
    return { code: 'INTERNAL_ERROR', result: failed('INTERNAL_ERROR', message), isOurs: true };
  }
  return {
    code: refusal.code,
    result: failed(refusal.code, wordsOf(refusal, tool.names)),
    isOurs: refusal !== error,
  };
}

function failed(code: ErrorCode, message: string): ToolResult {
  return { content: [{ type: 'text', text: `${code}: ${message}` }], isError: true };
}

function wordsOf(error: ServiceError, names: McpTool['names']): string {
  if (error instanceof RateLimitExceeded) return `${error.message} Try again in ${error.retryAfterSeconds} s.`;
  if (error.issues.length === 0) return error.message;
  return error.issues.map((issue) => messageOf([issue], (name) => names[name] ?? toWireName(name))).join('\n');
}
