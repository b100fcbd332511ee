import type { Context } from '../core/context.js';
import type { Budget } from '../core/limits/budget.js';
import { createLoaders, type Loaders } from './loaders/loaders.js';

/** What an operation was charged: its points, and the requests of the tier that they make. */
export interface OperationCost {
  complexity: number;
  requests: number;
}

/** What the resolvers of one operation share. */
export interface GraphqlContext {
  /** Of the caller. */
  core: Context;
  /** Kept for this operation alone, and renewed by each write in it. */
  loaders: Loaders;
  /** As it stands after the charge. */
  budget: Budget;
  cost: OperationCost;
}

export function createGraphqlContext(core: Context, budget: Budget, cost: OperationCost): GraphqlContext {
  return { core, loaders: createLoaders(core), budget, cost };
}

/** Does a write, and forgets what was read before it, so that a later field of the operation sees what it did. */
export async function write<Result>(ctx: GraphqlContext, verb: (core: Context) => Promise<Result>): Promise<Result> {
  const result = await verb(ctx.core);
  ctx.loaders = createLoaders(ctx.core);
  return result;
}
