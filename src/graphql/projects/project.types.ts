import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  ANALYSIS_STATES,
  type AnalysisState,
  type ProjectAnalysisView,
} from '../../core/analysis-state/project-analysis.js';
import { ADVICE_LEVELS, type AdviceLevel, type NameAdvice as NameAdviceView } from '../../core/branding/name-advice.js';
import { CHANGE_KINDS, type ChangeKind, type ChangeView } from '../../core/changes/changes.js';
import type { JudgeHistoryView } from '../../core/judge-history/judge-history.js';
import { REPEATS_MAX } from '../../core/plans.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import type { Frequency, Platform } from '../../entities/vocabulary.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.types.js';
import { DateTimeScalar, FrequencyEnum, PlatformEnum, upperCased } from '../shared/scalars.js';

const AnalysisStateEnum = upperCased(ANALYSIS_STATES);
registerEnumType(AnalysisStateEnum, {
  name: 'AnalysisState',
  description: 'Whether the numbers are for the names that a project has now.',
  valuesConfig: {
    CURRENT: { description: 'They are, or there are no answers yet.' },
    OUTDATED: {
      description:
        'Names, aliases or competitors have changed since: the answers will be analysed again, ' +
        'unless the project is archived.',
    },
    RUNNING: {
      description:
        'The answers are being analysed again; reads return the former numbers until all are, ' +
        'then the new ones at once.',
    },
    SET_ASIDE: {
      description:
        'Analysing the answers again ended the process twice. It is tried again once names, aliases or competitors ' +
        'change, or the operator asks for it; reads return the former numbers.',
    },
  },
});

const AdviceLevelEnum = upperCased(ADVICE_LEVELS);
registerEnumType(AdviceLevelEnum, {
  name: 'AdviceLevel',
  description: 'How much an advice about a name matters.',
  valuesConfig: {
    INFO: { description: 'What the rules ask of such a name.' },
    WARNING: { description: 'Answers that name it will be missed, or others counted.' },
  },
});

@ObjectType({ description: 'How a project is monitored.', simpleResolvers: true })
class ProjectSettings {
  @Field(() => [PlatformEnum], { description: 'Enabled platforms.' })
  platforms!: Platform[];

  @Field(() => FrequencyEnum, { description: 'How often the project is monitored.' })
  monitoringFrequency!: Frequency;

  @Field(() => Boolean, { description: 'Whether competitors are discovered automatically.' })
  autoDiscoverCompetitors!: boolean;
}

@ObjectType({ description: 'A monitoring workspace for one brand or product.', simpleResolvers: true })
export class Project implements ProjectView {
  @Field(() => ID, { description: 'Identifier of the project.' })
  id!: string;

  @Field(() => ID, { description: 'The account that owns the project.' })
  accountId!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'The brand or product that is monitored.' })
  brandName!: string;

  @Field(() => [String], { description: "Other names that count as the brand's own." })
  aliases!: string[];

  @Field(() => String, { description: 'Official website.' })
  websiteUrl!: string;

  @Field(() => String, { nullable: true, description: 'Icon of the website.' })
  faviconUrl!: string | null;

  @Field(() => String, { description: 'Description of the project.' })
  description!: string;

  @Field(() => String, { description: 'Country code of two letters.' })
  targetCountry!: string;

  @Field(() => String, { description: 'Primary topic or category.' })
  mainTopic!: string;

  @Field(() => ProjectSettings, { description: 'How the project is monitored.' })
  settings!: ProjectSettings;

  @Field(() => Int, {
    description:
      'How often a week its weekly prompts are asked, at places spread over the week; no more than the tier allows. ' +
      'Daily prompts are asked once a day whatever it is.',
  })
  repeats!: number;

  @Field(() => Boolean, { description: 'Whether the project is active; false once archived.' })
  isActive!: boolean;

  @Field(() => Boolean, { description: 'Whether monitoring is paused.' })
  isPaused!: boolean;

  @Field(() => DateTimeScalar, { description: 'When the project was created.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { description: 'When the project was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of projects.', simpleResolvers: true })
export class ProjectConnection extends connectionOf(Project, 'Project') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}

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

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Answers from then on are judged by it, earlier ones as they were read before; null where it judges all of them.',
  })
  judgedFrom!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Answers left to unsure rules because the judge reached its bound of the day, or was out of reach as they were ' +
      'read again (RULES_FALLBACK); null for none.',
  })
  unjudgedAnswers!: number | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the judge is asked about those answers again: a midnight UTC; null for none.',
  })
  judgeResumesAt!: string | null;
}

@ObjectType({
  description:
    'The responses that were read before the present judge began, and what it costs that it judges them too.',
  simpleResolvers: true,
})
export class JudgeHistory implements JudgeHistoryView {
  @Field(() => String, { description: 'The judge of new responses: platform, model and version of its instructions.' })
  judge!: string;

  @Field(() => DateTimeScalar, { description: 'Responses from then on are judged by it.' })
  judgedFrom!: string;

  @Field(() => Int, { description: 'Responses before that which name the brand; its day counts whole.' })
  answers!: number;

  @Field(() => Int, {
    description:
      'About how many of them it would be asked about, as measured on labelled ones; texts that it has judged before ' +
      'are not asked about again.',
  })
  questions!: number;

  @Field(() => Float, {
    description: 'About what these cost the service, by list prices, in US dollars, rounded up to cents: an estimate.',
  })
  costUsd!: number;

  @Field(() => Boolean, { description: 'Whether it was chosen by `applyJudge`: a worker reads them again.' })
  isApplied!: boolean;
}

const ChangeKindEnum = upperCased(CHANGE_KINDS);
registerEnumType(ChangeKindEnum, {
  name: 'ChangeKind',
  description: 'What changed in a project.',
  valuesConfig: {
    PROMPT_ADDED: { description: 'A prompt was created.' },
    PROMPT_ARCHIVED: { description: 'A prompt was archived.' },
    PROMPT_REWORDED: {
      description: 'A prompt asks another text: the answers before it are those of another question.',
    },
    PROMPT_ACTIVATED: { description: 'A prompt is asked again.' },
    PROMPT_DEACTIVATED: { description: 'A prompt is no longer asked.' },
    COMPETITOR_TRACKED: { description: 'A competitor was tracked, by a person or automatically.' },
    COMPETITOR_REMOVED: { description: 'A competitor was removed.' },
    COMPETITOR_RENAMED: { description: 'A competitor has another name.' },
    NAMES_CHANGED: {
      description: "The brand's name changed, or other names or the website of the brand or a competitor.",
    },
    PLATFORMS_CHANGED: { description: 'The project has other platforms, which new prompts inherit.' },
    MONITORING_PAUSED: { description: 'Monitoring was paused.' },
    MONITORING_RESUMED: { description: 'Monitoring was resumed.' },
    ANSWERS_READ_AGAIN: {
      description:
        'All answers were read again, for other names, by other rules or another judge, and every number is a new one.',
    },
    WORDING_CHANGED: {
      description:
        "A prompt counts as a wording of another one's intent, or by itself again: no score changes by it, but " +
        'intervals may.',
    },
    MARKET_CHANGED: {
      description: 'The project has another country, which prompts without a market are asked from.',
    },
    NOTE: { description: 'A note of what people did, by `addNote`.' },
    JUDGE_CHANGED: {
      description:
        'Responses from then on are judged by another judge than those before; where it is applied to these too, ' +
        'ANSWERS_READ_AGAIN follows.',
    },
    REPEATS_CHANGED: { description: 'Weekly prompts are asked more or less often a week.' },
    MODEL_CHANGED: { description: 'A platform answered with a model that it had not answered with before.' },
    METHOD_CHANGED: {
      description: 'The service asks a platform in another way: its answers may differ for that reason alone.',
    },
    ANSWERS_CORRECTED: {
      description:
        'People corrected more than 1 % of the answers of the period; `at` is the first day of such answers.',
    },
  },
});

@ObjectType({ description: 'Something that changed beside the numbers of a project.', simpleResolvers: true })
export class Change implements ChangeView {
  @Field(() => ID, { nullable: true, description: 'Of a note, which `removeNote` takes; null for all else.' })
  id!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it changed; of a model, its first answer.' })
  at!: string;

  @Field(() => ChangeKindEnum, { description: 'What changed.' })
  kind!: ChangeKind;

  @Field(() => String, { description: 'What changed, in words; longer names and questions are cut, notes are not.' })
  text!: string;
}

@ObjectType({ description: 'What to know about a name that answers are searched for.', simpleResolvers: true })
export class NameAdvice implements NameAdviceView {
  @Field(() => String, { description: 'The name or alias, as registered.' })
  name!: string;

  @Field(() => AdviceLevelEnum, { description: 'How much it matters.' })
  level!: AdviceLevel;

  @Field(() => String, { description: 'When the name counts and when it does not, in one or two sentences.' })
  message!: string;

  @Field(() => [String], {
    description:
      'Names that are found more surely: the name without its marks, or a fuller one of the website or the ' +
      'description. Mostly none.',
  })
  suggestedAliases!: string[];
}

@ObjectType({ description: 'The result of a deletion.', simpleResolvers: true })
export class Deletion {
  @Field(() => Boolean, { description: 'Always true: a deletion that fails is an error.' })
  deleted!: boolean;
}

@InputType({ description: 'A new project.' })
export class CreateProjectInput {
  @Field(() => String, { description: 'The brand or product to monitor; the project is named after it.' })
  brandName!: string;

  @Field(() => String, { description: 'Official website: an absolute http or https URL.' })
  websiteUrl!: string;

  @Field(() => String, { nullable: true, description: 'Description of the project.' })
  description?: string;

  @Field(() => String, { nullable: true, description: 'Country code of two letters; `US` by default.' })
  targetCountry?: string;

  @Field(() => String, { nullable: true, description: 'Primary topic or category.' })
  mainTopic?: string;

  @Field(() => [String], { nullable: true, description: "Other names that count as the brand's own." })
  aliases?: string[];
}

@InputType({ description: 'Changes to how a project is monitored; absent fields stay.' })
class ProjectSettingsInput {
  @Field(() => [PlatformEnum], { nullable: true, description: 'Platforms to enable, at least one, of the tier.' })
  platforms?: Platform[];

  @Field(() => FrequencyEnum, { nullable: true, description: 'How often the project is monitored.' })
  monitoringFrequency?: Frequency;

  @Field(() => Boolean, { nullable: true, description: 'Whether competitors are discovered automatically.' })
  autoDiscoverCompetitors?: boolean;
}

@InputType({ description: 'Changes to a project; absent fields stay.' })
export class UpdateProjectInput {
  @Field(() => String, { nullable: true, description: 'The brand or product to monitor.' })
  brandName?: string;

  @Field(() => String, { nullable: true, description: 'Official website: an absolute http or https URL.' })
  websiteUrl?: string;

  @Field(() => String, { nullable: true, description: 'Description of the project.' })
  description?: string;

  @Field(() => String, { nullable: true, description: 'Country code of two letters.' })
  targetCountry?: string;

  @Field(() => String, { nullable: true, description: 'Primary topic or category.' })
  mainTopic?: string;

  @Field(() => ProjectSettingsInput, { nullable: true, description: 'Merges with the stored settings, key by key.' })
  settings?: ProjectSettingsInput;

  @Field(() => [String], {
    nullable: true,
    description: "Replaces the other names that count as the brand's own; an empty list clears them.",
  })
  aliases?: string[];

  @Field(() => Int, {
    nullable: true,
    description: `How often a week weekly prompts are asked, from 1 to ${REPEATS_MAX}, within the tier.`,
  })
  repeats?: number;
}
