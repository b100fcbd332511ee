import type { Budget } from '../core/admission/admission.js';
import type { Context } from '../core/context.js';
import type { DestinationTools } from '../core/destinations/destination-tools.js';
import type { DeliverLink } from '../core/people/links.js';
import type { Client } from '../core/people/security-events.js';
import type { MethodView } from '../core/platforms/methods.js';
import type { DeliverConfirmation } from '../core/reports/mail-addresses.js';
import { createLoaders, type Loaders } from './loaders/loaders.js';
import type { ReadOperation } from './operation/document.js';
import type { Price } from './operation/operation-price.js';

/** What the resolvers of one operation share. */
export interface GraphqlContext {
  /** Of the caller. */
  core: Context;
  /** Remembered with sessions and security events. */
  client: Client;
  deliverLink: DeliverLink;
  /** What links begin with. */
  linkBaseUrl: string;
  /** Null without a mail server: nothing is mailed. */
  deliverConfirmation: DeliverConfirmation | null;
  /** What destinations are checked and sealed with. */
  destinations: DestinationTools;
  /** How platforms are asked, by the configuration. */
  methods: readonly MethodView[];
  /** Used by this operation alone, and replaced after each write in it. */
  loaders: Loaders;
  /** After the charge. */
  budget: Budget;
  cost: Price;
}

/** Runs a write and replaces the loaders, so that a later field of the operation sees its effect. */
export async function write<Result>(ctx: GraphqlContext, verb: (core: Context) => Promise<Result>): Promise<Result> {
  const result = await verb(ctx.core);
  ctx.loaders = createLoaders(ctx.core);
  return result;
}

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
