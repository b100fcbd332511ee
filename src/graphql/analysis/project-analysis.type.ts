import { Field, Int, ObjectType } from 'type-graphql';
import type { AnalysisState, ProjectAnalysisView } from '../../core/analysis-state/project-analysis.js';
import { AnalysisStateEnum } from '../shared/enums.js';
import { DateTimeScalar } from '../shared/scalars.js';

@ObjectType({
  description: "How a project's retained answers are analysed, and how far their re-analysis is.",
  simpleResolvers: true,
})
export class ProjectAnalysis implements Omit<ProjectAnalysisView, 'analysisId'> {
  @Field(() => AnalysisStateEnum, { description: 'Whether the answers are analysed with the current names.' })
  state!: AnalysisState;

  @Field(() => Int, { nullable: true, description: 'Answers analysed again so far; null unless running.' })
  answersRead!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Answers to analyse: those at its start, and those that arrived since; null unless running.',
  })
  answersTotal!: number | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When re-analysis began; it starts anew where names change meanwhile; null unless running.',
  })
  startedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The judge of names and tone: platform, model and version of its instructions; null for the rules.',
  })
  sentimentJudge!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Answers left to unsure rules because the judge reached its bound of the day (RULES_FALLBACK); null for none.',
  })
  unjudgedAnswers!: number | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the judge is asked about those answers again: a midnight UTC; null for none.',
  })
  judgeResumesAt!: string | null;
}
