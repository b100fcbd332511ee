import type { Context } from '../core/context.js';
import type { Budget } from '../core/limits/budget.js';
import type { DeliverLink } from '../core/people/links.js';
import type { Visitor } from '../core/people/security-events.js';
import { createLoaders, type Loaders } from './loaders/loaders.js';

/** The cost of an operation: its points, and the requests of the tier that were charged for them. */
export interface OperationCost {
  complexity: number;
  requests: number;
}

/** What verbs are told of the request, besides its caller. */
export interface Asking {
  /** Remembered with sessions and security events. */
  visitor: Visitor;
  deliverLink: DeliverLink;
}

/** What the resolvers of one operation share. */
export interface GraphqlContext extends Asking {
  /** Of the caller. */
  core: Context;
  /** Used by this operation alone, and replaced after each write in it. */
  loaders: Loaders;
  /** After the charge. */
  budget: Budget;
  cost: OperationCost;
}

export function createGraphqlContext(
  core: Context,
  budget: Budget,
  cost: OperationCost,
  asking: Asking,
): GraphqlContext {
  return { core, loaders: createLoaders(core), budget, cost, ...asking };
}

/** Runs a write and replaces the loaders, so that a later field of the operation sees its effect. */
export async function write<Result>(ctx: GraphqlContext, verb: (core: Context) => Promise<Result>): Promise<Result> {
  const result = await verb(ctx.core);
  ctx.loaders = createLoaders(ctx.core);
  return result;
}
