import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { marketOfEntry, oneCall, oneWrite } from '../../core/field-prices.js';
import type { MarketView } from '../../core/markets/market.schema.js';
import { archiveMarket, createMarket, MARKETS_KEPT_MAX, updateMarket } from '../../core/markets/market.writes.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { PromptBrief, PromptView } from '../../core/prompts/prompt.schema.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { CreateMarketInput, Market, UpdateMarketInput } from './market.types.js';
import { Project } from './project.types.js';
import { Prompt } from './prompt.types.js';

/** The markets of a project, and their writes. */
@Resolver(() => Project)
export class MarketResolver {
  @Extensions({ entries: MARKETS_KEPT_MAX })
  @FieldResolver(() => [Market], {
    nullable: true,
    complexity: oneCall,
    description: "Places that prompts are asked in beside the project's country, oldest first.",
  })
  async markets(
    @Root() { id }: ProjectView,
    @Arg('archived', () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: 'True returns only the archived markets.',
    })
    archived: boolean | null,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<MarketView[]> {
    return loaders.marketsOf.load({ id, args: archived === true });
  }

  @Mutation(() => Market, {
    nullable: true,
    complexity: oneWrite,
    description: 'Creates a market; it counts against the capacity of the tier.',
  })
  async createMarket(
    @Arg('projectId', () => ID, { description: 'The project to create it for.' }) projectId: string,
    @Arg('input', () => CreateMarketInput, { description: 'The new market.' }) input: CreateMarketInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<MarketView> {
    return write(ctx, (core) => createMarket(core, projectId, input));
  }

  @Mutation(() => Market, { nullable: true, complexity: oneWrite, description: 'Changes what a market is called.' })
  async updateMarket(
    @Arg('id', () => ID, { description: 'Identifier of the market.' }) id: string,
    @Arg('input', () => UpdateMarketInput, { description: 'The changes.' }) input: UpdateMarketInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<MarketView> {
    return write(ctx, (core) => updateMarket(core, id, input));
  }

  @Mutation(() => Market, {
    nullable: true,
    complexity: oneWrite,
    description: 'Archives a market without unarchived prompts; its responses stay.',
  })
  async archiveMarket(
    @Arg('id', () => ID, { description: 'Identifier of the market.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<MarketView> {
    return write(ctx, (core) => archiveMarket(core, id));
  }
}

/** Where a prompt is asked. */
@Resolver(() => Prompt)
export class PromptMarketResolver {
  @FieldResolver(() => Market, {
    nullable: true,
    complexity: marketOfEntry,
    description: "Where the prompt is asked, fixed at its creation; null for the project's country.",
  })
  async market(
    @Root() { id }: PromptBrief | PromptView,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<MarketView | null> {
    return (await loaders.marketOfPrompt.load({ id, args: null })).market;
  }
}
