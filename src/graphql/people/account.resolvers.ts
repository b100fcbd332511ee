import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import { oneCall, oneWrite } from '../../core/field-prices.js';
import { updateOwnAccount } from '../../core/people/accounts.js';
import { requestDeletion, takeAccountBack } from '../../core/privacy/account-deletion.js';
import { getOwnAccount, getUsage, type UsageView } from '../../core/usage/account-usage.js';
import { creditsForecast } from '../../core/usage/credits-forecast.js';
import { getKillSwitch } from '../../core/writes.js';
import type { GraphqlContext } from '../graphql-context.js';
import { Account, AccountCredits, AccountUsage, RateLimit, UpdateAccountInput } from './account.types.js';

/** The caller's account and what it has left. */
@Resolver(() => Account)
export class AccountResolver {
  @Query(() => Account, { nullable: true, complexity: oneCall, description: "The caller's account." })
  async account(@Ctx() ctx: GraphqlContext): Promise<Account> {
    return getOwnAccount(ctx.core);
  }

  @Mutation(() => Account, {
    nullable: true,
    complexity: oneWrite,
    description: 'Changes the sent fields of the account. Only for owners who signed in: others get FORBIDDEN.',
  })
  async updateAccount(
    @Arg('input', () => UpdateAccountInput, { description: 'The changes.' }) input: UpdateAccountInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Account> {
    await updateOwnAccount(ctx.core, input);
    return getOwnAccount(ctx.core);
  }

  @Mutation(() => Account, {
    nullable: true,
    complexity: oneWrite,
    description:
      'Asks for the account to be deleted for good in 7 days; at once its keys are refused, and nothing is asked. ' +
      'Only for owners who signed in: others get FORBIDDEN.',
  })
  async requestAccountDeletion(
    @Arg('name', () => String, { description: 'The name of the account, typed.' }) name: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Account> {
    await requestDeletion(ctx.core, { name }, ctx.client);
    return getOwnAccount(ctx.core);
  }

  @Mutation(() => Account, {
    nullable: true,
    complexity: oneWrite,
    description: 'Keeps an account that is to be deleted. Only for owners who signed in: others get FORBIDDEN.',
  })
  async takeAccountBack(@Ctx() ctx: GraphqlContext): Promise<Account> {
    await takeAccountBack(ctx.core, ctx.client);
    return getOwnAccount(ctx.core);
  }

  @FieldResolver(() => Boolean, {
    complexity: oneCall,
    description: 'Whether the operator has switched off writes to projects, prompts and competitors for now.',
  })
  async isReadOnly(@Ctx() { core }: GraphqlContext): Promise<boolean> {
    return (await getKillSwitch(core.db)).active;
  }

  @FieldResolver(() => AccountUsage, { nullable: true, description: 'What the account has used of its limits.' })
  async usage(@Ctx() { core }: GraphqlContext): Promise<UsageView> {
    return getUsage(core);
  }

  @FieldResolver(() => AccountCredits, {
    nullable: true,
    complexity: oneCall,
    description: 'The credits of the present UTC month, and how many it will take as things are.',
  })
  async credits(@Ctx() { core }: GraphqlContext): Promise<AccountCredits> {
    const { used, granted, remaining, resetsAt, forecast } = await creditsForecast(core);
    return { used, limit: granted, remaining, resetsAt, forecast };
  }

  @Query(() => RateLimit, { description: 'What is left of the request budget. Costs nothing.' })
  rateLimit(@Ctx() { budget, cost }: GraphqlContext): RateLimit {
    return { ...budget, cost: cost.requests, complexity: cost.complexity };
  }
}
