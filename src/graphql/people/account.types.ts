import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { OwnAccountView, UsageView } from '../../core/usage/account-usage.js';
import {
  type Frequency,
  type Platform,
  SUBSCRIPTIONS,
  type Subscription,
  TIERS,
  type Tier,
} from '../../entities/vocabulary.js';
import { DateTimeScalar, FrequencyEnum, PlatformEnum, upperCased } from '../shared/scalars.js';

const TierEnum = upperCased(TIERS);
registerEnumType(TierEnum, {
  name: 'Tier',
  description: 'A subscription tier.',
  valuesConfig: {
    STARTER: { description: 'No API access by key.' },
    PROFESSIONAL: { description: '60 requests a minute, 500 a day.' },
    AGENCY: { description: '200 requests a minute, 5,000 a day.' },
  },
});

const SubscriptionEnum = upperCased(SUBSCRIPTIONS);
registerEnumType(SubscriptionEnum, {
  // Not `Subscription`: a schema file without a `schema` block gives that name to the root of subscriptions.
  name: 'SubscriptionState',
  description: 'State of a subscription.',
  valuesConfig: { ACTIVE: { description: 'In force.' }, INACTIVE: { description: 'Ended or unpaid.' } },
});

@ObjectType({ description: 'What the tier of an account allows.', simpleResolvers: true })
class AccountLimits {
  @Field(() => Int, { nullable: true, description: 'Requests a minute by key; null without API access.' })
  requestsPerMinute!: number | null;

  @Field(() => Int, { nullable: true, description: 'Requests a UTC day by key; null without API access.' })
  requestsPerDay!: number | null;

  @Field(() => Int, { description: 'Unarchived projects.' })
  projectCapacity!: number;

  @Field(() => Int, { description: 'Tracked competitors of one project.' })
  competitorCapacity!: number;

  @Field(() => Int, { description: 'Unarchived markets of one project.' })
  marketCapacity!: number;

  @Field(() => Int, { description: 'How often a week the weekly prompts of one project may be asked.' })
  repeatsMax!: number;

  @Field(() => Int, { description: 'Prompts in all projects together.' })
  promptCapacity!: number;

  @Field(() => Int, { description: 'Daily prompts in all projects together.' })
  dailySlots!: number;

  @Field(() => Int, { description: 'Credits a month; a run of one prompt on one platform spends one.' })
  creditsPerMonth!: number;
}

@ObjectType({ description: 'What an account has used of its limits.', simpleResolvers: true })
export class AccountUsage implements UsageView {
  @Field(() => Int, { description: 'Requests in the current minute, this operation included.' })
  requestsThisMinute!: number;

  @Field(() => Int, { description: 'Requests in the current UTC day, this operation included.' })
  requestsToday!: number;

  @Field(() => Int, { description: 'Unarchived prompts of unarchived projects, active or not.' })
  promptsUsed!: number;

  @Field(() => Int, { description: 'Those of them that are asked daily.' })
  dailySlotsUsed!: number;

  @Field(() => Int, { description: 'Credits of the present UTC month that runs have reserved or spent.' })
  creditsUsed!: number;

  @Field(() => Int, { description: 'Credits of the month that are left to runs.' })
  creditsRemaining!: number;

  @Field(() => DateTimeScalar, { description: 'When the next month begins, with all its credits.' })
  creditsResetAt!: string;
}

@ObjectType({ description: 'The credits of an account in the present UTC month.', simpleResolvers: true })
export class AccountCredits {
  @Field(() => Int, { description: 'Credits of runs that are queued, running or accepted.' })
  used!: number;

  @Field(() => Int, { description: 'Credits of the tier for a month.' })
  limit!: number;

  @Field(() => Int, { description: 'Credits that are left to runs.' })
  remaining!: number;

  @Field(() => DateTimeScalar, { description: 'When the next month begins, with all its credits.' })
  resetsAt!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Credits used when the month ends: those used now, and one for each run that the schedule has yet to plan, as ' +
      'prompts, tier and platforms are now. Beyond `limit`, runs are skipped. Null while no platform is asked.',
  })
  forecast!: number | null;
}

@ObjectType({ description: "The caller's account.", simpleResolvers: true })
export class Account implements OwnAccountView {
  @Field(() => ID, { description: 'Identifier of the account.' })
  id!: string;

  @Field(() => String, { description: 'Name of the account.' })
  name!: string;

  @Field(() => TierEnum, { description: 'Its subscription tier.' })
  tier!: Tier;

  @Field(() => SubscriptionEnum, { description: 'State of its subscription.' })
  subscription!: Subscription;

  @Field(() => FrequencyEnum, { description: 'How often new prompts are asked that name no frequency.' })
  cadence!: Frequency;

  @Field(() => AccountLimits, { description: 'What the tier allows.' })
  limits!: AccountLimits;

  @Field(() => [PlatformEnum], { description: 'Platforms that the tier may ask.' })
  platforms!: readonly Platform[];

  @Field(() => Boolean, {
    description: 'Whether it is the account of who runs the service: its owners see the platforms and their keys.',
  })
  isOperator!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is deleted for good, unless an owner takes it back before; null where it stays.',
  })
  deleteAt!: string | null;
}

@ObjectType({
  description: 'The request window with fewer requests remaining, and what this operation cost.',
  simpleResolvers: true,
})
export class RateLimit {
  @Field(() => Int, { description: 'Requests of the window.' })
  limit!: number;

  @Field(() => Int, { description: 'Requests that remain after this operation.' })
  remaining!: number;

  @Field(() => Int, { description: 'When the window ends, as Unix time in seconds.' })
  reset!: number;

  @Field(() => Int, { description: 'Requests that this operation cost: one for each ten points, rounded up.' })
  cost!: number;

  @Field(() => Int, { description: 'Points of this operation: one for each REST call that it replaces.' })
  complexity!: number;
}

@InputType({ description: 'Changes to the account; absent fields stay.' })
export class UpdateAccountInput {
  @Field(() => String, { nullable: true, description: 'Name of the account.' })
  name?: string;

  @Field(() => FrequencyEnum, {
    nullable: true,
    description: 'How often new prompts are asked that name no frequency; prompts that exist keep theirs.',
  })
  cadence?: Frequency;
}
