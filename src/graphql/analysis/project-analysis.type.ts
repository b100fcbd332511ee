import { Field, Int, ObjectType } from 'type-graphql';
import type { AnalysisState, ProjectAnalysisView } from '../../core/analysis-state/project-analysis.js';
import { AnalysisStateEnum } from '../schema/enums.js';
import { DateTimeScalar } from '../schema/scalars.js';

@ObjectType({
  description: "How a project's retained answers are read, and how far reading them again has come.",
  simpleResolvers: true,
})
export class ProjectAnalysis implements Omit<ProjectAnalysisView, 'analysisId'> {
  @Field(() => AnalysisStateEnum, { description: 'Whether the answers are read with the names of now.' })
  state!: AnalysisState;

  @Field(() => Int, { nullable: true, description: 'Answers read again so far; null unless running.' })
  answersRead!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Answers to read: those there were when reading began, and those met since; null unless running.',
  })
  answersTotal!: number | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When reading them began, which it does anew where names change meanwhile; null unless running.',
  })
  startedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Who judges the sentiment that readers see: platform, model and version of its instructions; null where the rules do.',
  })
  sentimentJudge!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Answers whose sentiment is the rules' as the judge's bound of the day was reached (RULES_FALLBACK); null where there are none.",
  })
  unjudgedAnswers!: number | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'From when on the judge is asked about those answers again: a midnight UTC; null where there are none.',
  })
  judgeResumesAt!: string | null;
}
