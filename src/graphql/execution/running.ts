import type { Budget } from '../../core/limits/budget.js';
import type { GraphqlContext } from '../context.js';
import type { ReadOperation } from '../gate/document.js';
import type { Price } from '../gate/price.js';

/** `extensions.cost` of every response to a caller that was let in; `requests` is what was charged. */
export type CostReport = Price & Budget;

/** Reports a failure on our side, once, with the id of the request that caused it. */
export type ReportFailure = (error: unknown, requestId: string | undefined) => void;

/**
 * The resolvers' context, and what only the execution needs. A field of the context rather than a map beside it,
 * because Apollo copies the context of every operation.
 */
export interface RunningContext extends GraphqlContext {
  readonly running: {
    operation: ReadOperation;
    requestId: string;
    cost: CostReport;
    /** Set where the response is over its bound; then nothing of it was written. */
    isTooLong?: boolean;
  };
}
