import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import type { AnswerPlace } from '../../core/answers/answer.reads.js';
import type { AnswerView } from '../../core/answers/answer.schema.js';
import {
  CORRECTED_NAMES_MAX,
  CORRECTIONS_PER_DAY,
  correctAnswer,
  EVIDENCE_MAX,
  undoCorrection,
} from '../../core/corrections/correct-answer.js';
import {
  AGREEMENT_FROM,
  AGREEMENT_OF_LAST,
  type Agreement as AgreementView,
  type ToneAgreement as ToneAgreementView,
} from '../../core/corrections/tone-agreement.js';
import { oneCall, writeOfResponse } from '../../core/field-prices.js';
import { parse, uuid } from '../../core/input.js';
import { day } from '../../core/metrics/metric-query.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { Sentiment } from '../../entities/vocabulary.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { Confidence } from '../metrics/visibility.types.js';
import { Project } from '../projects/project.types.js';
import { DateScalar } from '../shared/scalars.js';
import { partsOf } from './response.resolvers.js';
import { RetainedResponse, SentimentEnum } from './response.types.js';

const FOR_MEMBERS = 'Only for members and owners who signed in: others get FORBIDDEN.';

@InputType({ description: 'What a person says of a name in a response.' })
class CorrectedNameInput {
  @Field(() => ID, { description: "The project's own id for the brand, or the id of a tracked competitor." })
  subjectId!: string;

  @Field(() => Boolean, { description: 'Whether the response names it.' })
  isNamed!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'The words by which the response names it, where they are no registered name; each place of them counts.',
  })
  written?: string | null;
}

@InputType({ description: 'What a person says of a response: its tone, names, or both.' })
class CorrectAnswerInput {
  @Field(() => SentimentEnum, { nullable: true, description: 'The tone toward the brand, which it must name.' })
  sentiment?: Sentiment | null;

  @Field(() => String, {
    nullable: true,
    description: `A passage that shows the tone, as the response has it: at most ${EVIDENCE_MAX} characters.`,
  })
  evidence?: string | null;

  @Field(() => [CorrectedNameInput], {
    nullable: true,
    description: `Whether it names subjects, each once, at most ${CORRECTED_NAMES_MAX}: others stay as found.`,
  })
  names?: CorrectedNameInput[] | null;
}

@ObjectType({ description: 'How often two say the same tone of a response.', simpleResolvers: true })
class Agreement implements AgreementView {
  @Field(() => Int, { description: 'Responses of which both said a tone.' })
  answers!: number;

  @Field(() => Int, { description: 'Those of which they said the same.' })
  agreed!: number;

  @Field(() => Int, { nullable: true, description: `Percent, whole; null below ${AGREEMENT_FROM} responses.` })
  percent!: number | null;

  @Field(() => Confidence, { nullable: true, description: 'Its 95 % interval (Wilson); null with `percent`.' })
  confidence!: Confidence | null;
}

@ObjectType({
  description: 'How often rules, judge and people agree on the tone of responses that people corrected.',
  simpleResolvers: true,
})
class ToneAgreement implements ToneAgreementView {
  @Field(() => Int, { description: `Responses whose tone people said, of the last ${AGREEMENT_OF_LAST} corrections.` })
  corrections!: number;

  @Field(() => Agreement, { description: 'The rules and people.' })
  rulesAndPeople!: Agreement;

  @Field(() => Agreement, { description: 'The model that judges, and people.' })
  judgeAndPeople!: Agreement;

  @Field(() => Agreement, { description: 'The rules and the model that judges.' })
  rulesAndJudge!: Agreement;
}

/** Answers as people correct them, and how well they agree with what was found. */
@Resolver(() => Project)
export class CorrectionResolver {
  @FieldResolver(() => ToneAgreement, {
    nullable: true,
    complexity: oneCall,
    description: 'How often rules, judge and people agree on tone, by the corrections of the project.',
  })
  async toneAgreement(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<ToneAgreementView> {
    return loaders.toneAgreementOf.load({ id, args: null });
  }

  @Mutation(() => RetainedResponse, {
    nullable: true,
    complexity: writeOfResponse,
    description:
      'Corrects tone and names of a response, in place of any correction before. Numbers count it at once, and it ' +
      `stays in later analyses. A project has ${CORRECTIONS_PER_DAY} a UTC day at most. ${FOR_MEMBERS}`,
  })
  async correctAnswer(
    @Arg('projectId', () => ID, { description: 'The project that the response belongs to.' }) projectId: string,
    @Arg('date', () => DateScalar, { description: 'The UTC day of its `answeredAt`.' }) date: string,
    @Arg('id', () => ID, { description: 'Identifier of the response.' }) id: string,
    @Arg('input', () => CorrectAnswerInput, { description: 'What it says, as a person reads it.' })
    input: CorrectAnswerInput,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AnswerView | null> {
    const place = placeOf(projectId, date, id);
    await write(ctx, (core) => correctAnswer(core, place, withoutNulls(input)));
    return ctx.loaders.responseAt.load({ place, parts: partsOf(info) });
  }

  @Mutation(() => RetainedResponse, {
    nullable: true,
    complexity: writeOfResponse,
    description: `Takes the correction of a response back: what was found counts again at once. ${FOR_MEMBERS}`,
  })
  async undoCorrection(
    @Arg('projectId', () => ID, { description: 'The project that the response belongs to.' }) projectId: string,
    @Arg('date', () => DateScalar, { description: 'The UTC day of its `answeredAt`.' }) date: string,
    @Arg('id', () => ID, { description: 'Identifier of the response.' }) id: string,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AnswerView | null> {
    const place = placeOf(projectId, date, id);
    await write(ctx, (core) => undoCorrection(core, place));
    return ctx.loaders.responseAt.load({ place, parts: partsOf(info) });
  }
}

function placeOf(projectId: string, date: string, id: string): AnswerPlace {
  return {
    projectId: parse(uuid, projectId, 'projectId'),
    bucketDate: parse(day, date, 'date'),
    id: parse(uuid, id, 'responseId'),
  };
}

/** What is left out may be sent as null. */
function withoutNulls({ sentiment, evidence, names }: CorrectAnswerInput): object {
  return {
    sentiment: sentiment ?? undefined,
    evidence: evidence ?? undefined,
    names: names?.map(({ written, ...name }) => ({ ...name, written: written ?? undefined })),
  };
}
