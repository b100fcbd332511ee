import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { SHARE_PASSWORD, SHARED_DAYS, type ShareLinkView } from '../../core/shares/share-links.js';
import { SHARED_PARTS, type SharedPart } from '../../entities/vocabulary.js';
import { DateTimeScalar, upperCased } from '../shared/scalars.js';

const SharedPartEnum = upperCased(SHARED_PARTS);
registerEnumType(SharedPartEnum, {
  name: 'SharedPart',
  description: 'What a share link shows of its project.',
  valuesConfig: {
    OVERVIEW: { description: 'Visibility over all, over time and by platform, and the tone of answers.' },
    COMPETITORS: { description: 'The brand beside its tracked competitors.' },
    PROMPTS: { description: 'Visibility by prompt, with the texts of prompts.' },
    CITATIONS: { description: 'Domains that answers cite.' },
    REPORTS: { description: 'Reports of the project.' },
    ANSWERS: { description: 'Answers with their texts; what was asked only where prompts are shown too.' },
  },
});

const DAYS = `${SHARED_DAYS.min} to ${SHARED_DAYS.max}`;
const PASSWORD = `${SHARE_PASSWORD.min} to ${SHARE_PASSWORD.max} characters that visitors have to know`;

@ObjectType({
  description: 'An address that shows parts of a project to people without an account: never the address itself.',
  simpleResolvers: true,
})
export class ShareLink implements ShareLinkView {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string;

  @Field(() => String, { description: 'What it is called; visitors do not see it.' })
  name!: string;

  @Field(() => [SharedPartEnum], { description: 'What it shows.' })
  shows!: readonly SharedPart[];

  @Field(() => Boolean, { description: 'Whether it asks for a password.' })
  hasPassword!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Who created it; null where the operator did, and once that person has left.',
  })
  createdByName!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { description: 'When it ends by itself.' })
  expiresAt!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was revoked; null while it was not.' })
  revokedAt!: string | null;

  @Field(() => Int, { description: 'How often it was opened.' })
  visitCount!: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last opened; null before the first time.' })
  lastVisitedAt!: string | null;
}

@ObjectType({ description: 'A new share link.', simpleResolvers: true })
export class CreatedShareLink {
  @Field(() => String, { description: 'Its address: shown here and never again.' })
  url!: string;

  @Field(() => ShareLink, { description: 'The link as lists show it.' })
  shareLink!: ShareLinkView;
}

@InputType({ description: 'A new share link.' })
export class CreateShareLinkInput {
  @Field(() => String, { description: 'What it is called: 1 to 200 characters.' })
  name!: string;

  @Field(() => [SharedPartEnum], { description: 'What it shows: one part at least.' })
  shows!: SharedPart[];

  @Field(() => Int, {
    nullable: true,
    defaultValue: SHARED_DAYS.usual,
    description: `In how many days it ends: ${DAYS}.`,
  })
  expiresInDays?: number | null;

  @Field(() => String, { nullable: true, description: `${PASSWORD}; null for none.` })
  password?: string | null;
}

@InputType({ description: 'What changes of a share link; what is left out stays.' })
export class UpdateShareLinkInput {
  @Field(() => String, { nullable: true, description: 'What it is called: 1 to 200 characters.' })
  name?: string;

  @Field(() => [SharedPartEnum], {
    nullable: true,
    description: 'What it shows, from the next request of each visitor on.',
  })
  shows?: SharedPart[];

  @Field(() => Int, { nullable: true, description: `In how many days from now it ends: ${DAYS}.` })
  expiresInDays?: number;

  @Field(() => String, {
    nullable: true,
    description: `${PASSWORD}; null for none any more. Either ends the visits of before.`,
  })
  password?: string | null;
}
