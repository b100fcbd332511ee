import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import {
  type CandidateView,
  candidatesInput,
  dismissCandidate,
  restoreCandidate,
  type CandidateSample as SampleView,
} from '../../core/competitors/suggestions.js';
import { lookupOfEach, oneWrite, pageOfNames } from '../../core/field-prices.js';
import { offsetAfter } from '../../core/pages.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { Platform } from '../../entities/vocabulary.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PageArgs } from '../shared/connection.types.js';
import { offsetConnection } from '../shared/connection-pages.js';
import { PlatformEnum } from '../shared/scalars.js';
import { Candidate, CandidateConnection, CandidateName, CandidateSample } from './candidate.types.js';
import { Project } from './project.types.js';

@ArgsType()
class CandidatesArgs extends PeriodArgs {
  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True returns only the dismissed ones; else none of them.' })
  dismissed?: boolean | null;
}

/** Suggested competitors. One is tracked by `createCompetitor` under its name. */
@Resolver(() => Project)
export class CandidateResolver {
  @FieldResolver(() => CandidateConnection, {
    nullable: true,
    complexity: pageOfNames,
    description:
      'Names in answers of the period that are not tracked: those in most responses first. ' +
      'Costs a point more for each twenty days.',
  })
  async candidates(
    @Root() { id }: ProjectView,
    @Args(() => CandidatesArgs) args: CandidatesArgs,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CandidateConnection> {
    const { asked, period } = parseQuestion(ctx, candidatesInput, args, { first: page.first });
    const { platforms, dismissed, first } = asked;
    const offset = offsetAfter(page.after);
    const filter = { platforms, dismissed, limit: first, offset };
    const { entries, total } = await ctx.loaders.suggestionsOf.load({ id, args: { period, filter } });
    const candidates = entries.map((entry) => ({ ...entry, scope: { period, platforms } }));
    const connection = offsetConnection(candidates, offset, offset + entries.length < total);
    return Object.assign(connection, { totalCount: total });
  }

  @Mutation(() => CandidateName, {
    nullable: true,
    complexity: oneWrite,
    description: 'Says that a name is no competitor: it leaves the suggestions and is never tracked automatically.',
  })
  async dismissCandidate(
    @Arg('id', () => ID, { description: 'Identifier of the name.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CandidateView> {
    return write(ctx, (core) => dismissCandidate(core, id));
  }

  @Mutation(() => CandidateName, {
    nullable: true,
    complexity: oneWrite,
    description: 'Takes a dismissal back.',
  })
  async restoreCandidate(
    @Arg('id', () => ID, { description: 'Identifier of the name.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CandidateView> {
    return write(ctx, (core) => restoreCandidate(core, id));
  }
}

/** A sentence that shows what a suggested name is. */
@Resolver(() => Candidate)
export class CandidateSampleResolver {
  @FieldResolver(() => CandidateSample, {
    nullable: true,
    complexity: lookupOfEach,
    description:
      'A sentence of the newest retained response of the period that names it; null where none is retained. ' +
      'Costs a point for each 25 of `first`.',
  })
  async sample(@Root() { id, scope }: Candidate, @Ctx() { loaders }: GraphqlContext): Promise<SampleView | null> {
    return (await loaders.sampleOf.load({ id, args: scope })).sample;
  }
}
