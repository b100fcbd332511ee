import { Extensions, Field, Float, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { REPEATS_MAX } from '../../core/plans.js';
import {
  LIMITS,
  type NextCredit as NextCreditView,
  OPTIONS_MAX,
  type SampleSizeLimit,
  type SampleSizeOption as SampleSizeOptionView,
  type SampleSizeView,
  STEPS,
} from '../../core/sample-size/sample-size.js';
import { BASES, type Basis } from '../../core/sample-size/variance-parts.js';
import type { Platform } from '../../entities/vocabulary.js';
import { PromptFilter } from '../shared/prompt-filter.types.js';
import { PlatformEnum, upperCased } from '../shared/scalars.js';

const LimitEnum = upperCased(LIMITS);
registerEnumType(LimitEnum, {
  name: 'SampleSizeLimit',
  description: 'What speaks against a way of asking.',
  valuesConfig: {
    CREDITS: { description: "More credits a month than the account's other prompts leave." },
    PROMPT_CAPACITY: { description: "More prompts than the account's other prompts leave." },
    DAILY_SLOTS: { description: 'More daily prompts than the tier has.' },
    TOO_FEW_QUESTIONS: { description: 'Fewer than 25 different questions: its figures are rough. Nothing bars it.' },
  },
});

const KindEnum = upperCased(STEPS);
registerEnumType(KindEnum, {
  name: 'NextCreditKind',
  description: 'What a few more credits may be spent on.',
  valuesConfig: {
    ADD_PROMPTS: { description: 'A tenth more different questions, one at least.' },
    ADD_REPEAT: { description: 'Each weekly prompt once more a week.' },
    ADD_PLATFORM: { description: 'Each prompt on one platform more.' },
    MAKE_DAILY: { description: 'A tenth of the prompts daily, one at least.' },
  },
});

const BasisEnum = upperCased(BASES);
registerEnumType(BasisEnum, {
  name: 'SampleSizeBasis',
  description: 'What is known of how answers vary.',
  valuesConfig: {
    MEASURED: { description: "The project's own answers, to 30 different questions or more." },
    MIXED: { description: 'Its own answers to 5 questions or more, and usual figures.' },
    ASSUMED: { description: 'Usual figures alone.' },
  },
});

@InputType({ description: 'What is to be told: exactly one of `changePoints` and `intervalPoints`.' })
export class SampleSizeInput {
  @Field(() => Float, {
    nullable: true,
    description: 'A change of the score from one period to the next, in points, 1 to 50.',
  })
  changePoints?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Half the width of the score's 95 % interval for all such questions, in points, 1 to 30.",
  })
  intervalPoints?: number | null;

  @Field(() => Int, { defaultValue: 4, description: 'Weeks of a period, 1 to 12.' })
  weeks!: number;

  @Field(() => Int, { defaultValue: 80, description: 'Percent of the cases in which the change is to show, 50 to 95.' })
  power!: number;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Only on these platforms, at least one.' })
  platforms?: Platform[] | null;

  @Field(() => PromptFilter, { nullable: true, description: 'Only of these prompts.' })
  where?: PromptFilter | null;
}

const DETECTABLE =
  'The smallest change that shows in so many cases, in points; 100 where none would; null of fewer than five ' +
  'different questions, or where one holds nearly all answers.';
const HALF_WIDTH = "Half the width of the score's 95 % interval for all such questions, in points; null alike.";

@ObjectType({ description: 'A way of asking, and what it tells.', simpleResolvers: true })
class SampleSizeOption implements Omit<SampleSizeOptionView, 'on'> {
  @Field(() => Int, { description: 'Different questions: wordings of one intent are one.' })
  intents!: number;

  @Field(() => Int, { description: 'Prompts.' })
  prompts!: number;

  @Field(() => Int, { description: 'Platforms.' })
  platforms!: number;

  @Field(() => Int, { description: 'How often a weekly prompt is asked in a week on each.' })
  repeats!: number;

  @Field(() => Boolean, { description: 'Whether every prompt is asked daily.' })
  isDaily!: boolean;

  @Field(() => Int, { description: 'Credits of a month of average length.' })
  creditsPerMonth!: number;

  @Field(() => Float, { nullable: true, description: DETECTABLE })
  detectablePoints!: number | null;

  @Field(() => Float, { nullable: true, description: HALF_WIDTH })
  halfWidthPoints!: number | null;

  @Field(() => Boolean, { description: 'Whether it tells what is wanted.' })
  reaches!: boolean;

  @Field(() => LimitEnum, { nullable: true, description: 'What speaks against it; null for nothing.' })
  limit!: SampleSizeLimit | null;
}

@ObjectType({ description: 'What a few more credits would tell.', simpleResolvers: true })
class NextCredit implements NextCreditView {
  @Field(() => KindEnum, { description: 'What they are spent on.' })
  kind!: NextCreditView['kind'];

  @Field(() => Int, { description: 'Credits of a month, all in all.' })
  creditsPerMonth!: number;

  @Field(() => Float, { nullable: true, description: DETECTABLE })
  detectablePoints!: number | null;

  @Field(() => Float, { nullable: true, description: HALF_WIDTH })
  halfWidthPoints!: number | null;
}

@ObjectType({
  description: 'How answers vary, as variances of shares from 0 to 1, of the last weeks.',
  simpleResolvers: true,
})
class SampleSizeAssumptions {
  @Field(() => Float, { description: 'The share of answers that name the brand, from 0.05 to 0.95.' })
  share!: number;

  @Field(() => Float, { description: 'Of answers to one question on one platform.' })
  within!: number;

  @Field(() => Float, { description: 'Of different questions.' })
  between!: number;

  @Field(() => Float, { description: 'Of what a question moves by itself in four weeks.' })
  ownMovement!: number;

  @Field(() => BasisEnum, { description: "Whether these are the project's own." })
  basis!: Basis;

  @Field(() => Int, { description: 'Different questions that were answered.' })
  intents!: number;

  @Field(() => Int, { description: 'Answers to them.' })
  answers!: number;

  @Field(() => Int, { description: 'Weeks that these are of.' })
  weeks!: number;
}

@ObjectType({ description: 'How many answers it takes to tell what is wanted.', simpleResolvers: true })
export class SampleSize implements SampleSizeView {
  @Field(() => SampleSizeOption, { description: 'The prompts that are asked now.' })
  present!: SampleSizeOptionView;

  @Extensions({ entries: REPEATS_MAX })
  @Field(() => [SampleSizeOption], {
    description:
      'The prompts that are asked now, with the weekly ones asked once a week, twice and so on, as often as the tier ' +
      'allows.',
  })
  byRepeats!: SampleSizeOptionView[];

  @Extensions({ entries: OPTIONS_MAX })
  @Field(() => [SampleSizeOption], {
    description: `Ways of asking that tell it, the cheapest first, ${OPTIONS_MAX} at most.`,
  })
  options!: SampleSizeOptionView[];

  @Field(() => SampleSizeOption, { nullable: true, description: 'The cheapest that the tier allows; null for none.' })
  cheapest!: SampleSizeOptionView | null;

  @Extensions({ entries: STEPS.length })
  @Field(() => [NextCredit], {
    description: 'What a step of each kind would tell, the best first: by what each credit improves.',
  })
  nextCredit!: NextCreditView[];

  @Field(() => SampleSizeAssumptions, { description: 'How answers vary.' })
  assumptions!: SampleSizeView['assumptions'];
}
