import { Ctx, FieldResolver, Query, Resolver } from 'type-graphql';
import { getOwnAccount, getUsage, type OwnAccountView, type UsageView } from '../../core/usage/account-usage.js';
import type { GraphqlContext } from '../context.js';
import { oneCall } from '../schema/price.js';
import { Account, AccountUsage, RateLimit } from './account.type.js';

/** The caller's account and what it has left. */
@Resolver(() => Account)
export class AccountResolver {
  @Query(() => Account, { nullable: true, complexity: oneCall, description: "The caller's account." })
  async account(@Ctx() { core }: GraphqlContext): Promise<OwnAccountView> {
    return getOwnAccount(core);
  }

  @FieldResolver(() => AccountUsage, { nullable: true, description: 'What the account has used of its limits.' })
  async usage(@Ctx() { core }: GraphqlContext): Promise<UsageView> {
    return getUsage(core);
  }

  @Query(() => RateLimit, { description: 'What is left of the request budget. Costs nothing.' })
  rateLimit(@Ctx() { budget, cost }: GraphqlContext): RateLimit {
    return { ...budget, cost: cost.requests, complexity: cost.complexity };
  }
}
