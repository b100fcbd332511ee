import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { DailyKeyView } from '../../core/reporting/daily-rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { DateScalar, PlatformEnum } from '../shared/scalars.js';

const ACCEPTED = 'Accepted responses: the denominator.';
const NAMING = 'Accepted responses that name the brand.';

@ObjectType({ simpleResolvers: true })
abstract class DailyRow implements DailyKeyView {
  @Field(() => ID, { description: 'The project that the row is about.' })
  projectId!: string;

  @Field(() => String, { description: 'Display name of the project.' })
  projectName!: string;

  @Field(() => PlatformEnum, { description: 'The platform that responded.' })
  platform!: Platform;

  @Field(() => DateScalar, { description: 'The UTC day.' })
  date!: string;
}

@ObjectType({ description: 'Visibility of a project on a platform and day.', simpleResolvers: true })
export class VisibilityDay extends DailyRow {
  @Field(() => Int, { description: 'Percent of accepted responses that name the brand.' })
  visibilityScore!: number;

  @Field(() => Int, { description: `${NAMING} The numerator.` })
  brandMentionCount!: number;

  @Field(() => Int, { description: ACCEPTED })
  responseCount!: number;
}

@ObjectType({ description: 'Mentions of one name on a platform and day.', simpleResolvers: true })
export class MentionDay extends DailyRow {
  @Field(() => String, { description: 'The name: of the brand, of a competitor, or as it was found.' })
  name!: string;

  @Field(() => Boolean, { description: "Whether it is the project's brand." })
  isBrand!: boolean;

  @Field(() => ID, { nullable: true, description: 'Identifier of the name that was found; null for the brand.' })
  competitorCandidateId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the competitor with that name; null for the brand and untracked names.',
  })
  competitorId!: string | null;

  @Field(() => Int, { description: 'Occurrences of the name or an alias.' })
  mentionCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name it.' })
  responseCount!: number;
}

@ObjectType({ description: 'Citations of one domain on a platform and day.', simpleResolvers: true })
export class CitationDay extends DailyRow {
  @Field(() => String, { description: 'Host name in lower case, without a leading `www.`.' })
  domain!: string;

  @Field(() => Int, { description: 'Citations of pages of the domain.' })
  citationCount!: number;

  @Field(() => Int, { description: 'Accepted responses that cite the domain.' })
  responseCount!: number;
}

@ObjectType({ description: 'Tone toward the brand on a platform and day.', simpleResolvers: true })
export class SentimentDay extends DailyRow {
  @Field(() => Int, { description: 'Responses that praise or recommend the brand.' })
  positive!: number;

  @Field(() => Int, { description: 'Responses that name the brand without judgement.' })
  neutral!: number;

  @Field(() => Int, { description: 'Responses that criticise the brand or advise against it.' })
  negative!: number;

  @Field(() => Int, { description: 'Responses with clear praise and clear criticism.' })
  mixed!: number;

  @Field(() => Int, { description: 'All four together: the denominator.' })
  total!: number;
}

@ObjectType({ description: 'Accepted responses on a platform and day, with counts.', simpleResolvers: true })
export class ResponseDay extends DailyRow {
  @Field(() => Int, { description: ACCEPTED })
  responseCount!: number;

  @Field(() => Int, { description: NAMING })
  brandMentionCount!: number;

  @Field(() => Int, { description: 'Occurrences of the brand in them.' })
  mentionCount!: number;

  @Field(() => Int, { description: 'Citations in them, of any domain.' })
  citationCount!: number;
}
