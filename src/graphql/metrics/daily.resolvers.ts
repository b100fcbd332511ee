import { Args, ArgsType, Ctx, Field, ID, Int, Query, Resolver } from 'type-graphql';
import { rowsByHundred } from '../../core/field-prices.js';
import { ROW_LIMIT_DEFAULT, ROW_LIMIT_MAX } from '../../core/pages.js';
import {
  citationsDaily,
  mentionsDaily,
  PROJECTS_MAX,
  responsesDaily,
  sentimentDaily,
  visibilityDaily,
} from '../../core/reporting/daily-rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import { givenOf, PeriodArgs } from '../shared/arguments.js';
import { PlatformEnum } from '../shared/scalars.js';
import { CitationDay, MentionDay, ResponseDay, SentimentDay, VisibilityDay } from './daily.types.js';

@ArgsType()
class DailyArgs extends PeriodArgs {
  @Field(() => [ID], {
    nullable: true,
    description: `Projects, at most ${PROJECTS_MAX}, archived ones too; all unarchived ones by default.`,
  })
  projectIds?: string[] | null;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => Int, { defaultValue: ROW_LIMIT_DEFAULT, description: `Most rows to return, 1 to ${ROW_LIMIT_MAX}.` })
  limit!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Rows to skip.' })
  offset!: number;
}

const ORDER = 'by project, then ascending by day, then by platform';
const tableOf = (what: string) => ({
  nullable: true,
  complexity: rowsByHundred,
  description:
    `A flat table for reporting tools: ${what}, ${ORDER}. ` +
    'One point for each hundred of `limit`, and each 5,000 of `offset`.',
});

/** Flat tables for reporting tools. */
@Resolver()
export class DailyResolver {
  @Query(() => [VisibilityDay], tableOf('visibility a day'))
  async visibilityDaily(
    @Args(() => DailyArgs) args: DailyArgs,
    @Ctx() { core }: GraphqlContext,
  ): Promise<VisibilityDay[]> {
    return visibilityDaily(core, givenOf(args));
  }

  @Query(() => [MentionDay], tableOf('mentions of each name a day'))
  async mentionsDaily(@Args(() => DailyArgs) args: DailyArgs, @Ctx() { core }: GraphqlContext): Promise<MentionDay[]> {
    return mentionsDaily(core, givenOf(args));
  }

  @Query(() => [CitationDay], tableOf('citations of each domain a day'))
  async citationsDaily(
    @Args(() => DailyArgs) args: DailyArgs,
    @Ctx() { core }: GraphqlContext,
  ): Promise<CitationDay[]> {
    return citationsDaily(core, givenOf(args));
  }

  @Query(() => [SentimentDay], tableOf('tone toward the brand a day'))
  async sentimentDaily(
    @Args(() => DailyArgs) args: DailyArgs,
    @Ctx() { core }: GraphqlContext,
  ): Promise<SentimentDay[]> {
    return sentimentDaily(core, givenOf(args));
  }

  @Query(() => [ResponseDay], tableOf('accepted responses a day'))
  async responsesDaily(
    @Args(() => DailyArgs) args: DailyArgs,
    @Ctx() { core }: GraphqlContext,
  ): Promise<ResponseDay[]> {
    return responsesDaily(core, givenOf(args));
  }
}
