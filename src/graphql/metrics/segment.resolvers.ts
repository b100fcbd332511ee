import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, ArgsType, Ctx, Extensions, Field, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { differenceOfEach, previousOfEach, segmentsOfQuestions } from '../../core/field-prices.js';
import type { Places } from '../../core/metrics/brand-places.js';
import {
  type PreviousOfSegment,
  SEGMENTS_MAX,
  type Segments,
  type SegmentView,
  segmentsInput,
} from '../../core/metrics/prompt-segments.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { GraphqlContext } from '../graphql-context.js';
import { Project } from '../projects/project.types.js';
import { PeriodArgs, parseQuestion } from '../shared/arguments.js';
import { PromptFilter, WHERE } from '../shared/prompt-filter.types.js';
import { PlatformEnum } from '../shared/scalars.js';
import { asksFor } from '../shared/selection.js';
import { PreviousPlaces, Segment, SegmentByEnum, SegmentDifference } from './segment.types.js';
import { PreviousPeriod } from './visibility.types.js';

type SegmentBy = (typeof SegmentByEnum)[keyof typeof SegmentByEnum];

@ArgsType()
class SegmentsArgs extends PeriodArgs {
  @Field(() => SegmentByEnum, { description: 'What prompts are grouped by.' })
  by!: SegmentBy;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Only these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => PromptFilter, { nullable: true, description: WHERE })
  where?: PromptFilter | null;

  @Field(() => Int, { defaultValue: SEGMENTS_MAX, description: `Segments of the list, 1 to ${SEGMENTS_MAX}.` })
  first!: number;
}

const asksForPrevious = asksFor('previous', 'previousPlaces');
const asksForPlaces = asksFor(
  ...['firstNamedCount', 'firstNamedPercent', 'firstNamedConfidence', 'meanRank', 'rankedCount', 'meanRankInterval'],
  ...['prominence', 'prominenceConfidence', 'previousPlaces'],
);

/** Groups of a project's prompts beside each other. */
@Resolver(() => Project)
export class SegmentsResolver {
  @Extensions({ entries: SEGMENTS_MAX })
  @FieldResolver(() => [Segment], {
    nullable: true,
    complexity: segmentsOfQuestions,
    description:
      'Visibility by what prompts have in common: the segments with most responses first, then by key, that of ' +
      'prompts without a label last. All but those by `TAG` add up to `visibility`.',
  })
  async segments(
    @Root() { id }: ProjectView,
    @Args(() => SegmentsArgs) args: SegmentsArgs,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Segment[]> {
    const { asked, period } = parseQuestion(ctx, segmentsInput, args);
    const { by, first, platforms, where } = asked;
    const parts = { withPrevious: asksForPrevious(info), withPlaces: asksForPlaces(info) };
    const request = { by, first, period, platforms, where, ...parts };
    const all = await ctx.loaders.segmentsOf.load({ id, args: request });
    return all.list.map((view) => toSegment(view, by, all));
  }
}

/** What a segment is compared with. */
@Resolver(() => Segment)
export class SegmentResolver {
  @FieldResolver(() => PreviousPeriod, {
    nullable: true,
    complexity: previousOfEach,
    description: 'The period of equal length that ends the day before; its score is 0 where it has no responses.',
  })
  previous(@Root() { before }: Segment): PreviousPeriod | null {
    return before;
  }

  @FieldResolver(() => PreviousPlaces, {
    nullable: true,
    complexity: previousOfEach,
    description: 'Where answers named the brand in that period, and what of it moved since; paid for with `previous`.',
  })
  previousPlaces(@Root() { placesBefore }: Segment): PreviousPlaces | null {
    return placesBefore;
  }

  @FieldResolver(() => SegmentDifference, {
    nullable: true,
    complexity: differenceOfEach,
    description:
      'Whether the brand is named more often than in another segment, also one beyond `first`: null where ' +
      'none has that key, and for itself. Costs a point for each fifty segments.',
  })
  differsFrom(
    @Root() { key, all }: Segment,
    @Arg('key', () => String, { description: 'The `key` of the other segment.' }) otherKey: string,
  ): SegmentDifference | null {
    return key === otherKey ? null : all.differ(key, otherKey);
  }
}

function toSegment({ previous, even, places, ...view }: SegmentView, by: SegmentBy, all: Segments): Segment {
  return {
    ...view,
    label: by === 'market' ? all.marketNames.get(view.key) || "The project's country" : labelOf(view.key, by),
    evenScore: even?.score ?? null,
    evenConfidence: even?.confidence ?? null,
    ...(places && toPlaces(places)),
    before: previous && {
      score: previous.score,
      change: previous.change,
      verdict: previous.verdict,
      significant: ['moved_up', 'moved_down'].includes(previous.verdict),
      compared: null,
    },
    placesBefore: previous?.places ? toPreviousPlaces(previous.places) : null,
    all,
  };
}

/** Where the brand is in a segment's answers: read only where one of these fields is selected. */
function toPlaces({ firstNamed, rank, prominent }: Places) {
  return {
    firstNamedCount: firstNamed.count,
    firstNamedPercent: firstNamed.percent,
    firstNamedConfidence: firstNamed.confidence,
    meanRank: rank.mean,
    rankedCount: rank.responses,
    meanRankInterval: rank.interval,
    prominence: prominent.percent,
    prominenceConfidence: prominent.confidence,
  };
}

function toPreviousPlaces({ before, change }: NonNullable<PreviousOfSegment['places']>): PreviousPlaces {
  return {
    firstNamedCount: before.firstNamed.count,
    firstNamedPercent: before.firstNamed.percent,
    firstNamedVerdict: change.firstNamed,
    meanRank: before.rank.mean,
    meanRankVerdict: change.rank,
    prominence: before.prominent.percent,
    prominenceVerdict: change.prominent,
  };
}

function labelOf(key: string, by: SegmentBy): string {
  if (by === 'branded') return key === 'true' ? 'Names the brand' : 'Does not name the brand';
  if (key === '') return 'None';
  return by === 'stage' ? `${key.slice(0, 1)}${key.slice(1).toLowerCase()}` : key;
}
