import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { lookupOfEach } from '../../core/field-prices.js';
import type { CitedDomainView, Naming } from '../../core/metrics/citations.js';
import type { CitedPageView } from '../../core/metrics/cited-pages.js';
import type { Ownership } from '../../core/metrics/ownership.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.types.js';
import { DateTimeScalar } from '../shared/scalars.js';

export const OwnershipEnum = { OWN: 'own', COMPETITOR: 'competitor', OTHER: 'other' } as const;
registerEnumType(OwnershipEnum, {
  name: 'Ownership',
  description: 'Whose site a cited domain is, by registrable domain.',
  valuesConfig: {
    OWN: { description: "The project's own site." },
    COMPETITOR: { description: "A tracked competitor's site." },
    OTHER: { description: 'Anybody else.' },
  },
});

@ObjectType({ description: 'A cited page.', simpleResolvers: true })
class CitedUrl {
  @Field(() => String, { description: 'Address of the page, without tracking parameters.' })
  url!: string;

  @Field(() => Int, { description: 'Responses that cite it.' })
  count!: number;
}

@ObjectType({ description: 'A cited domain.', simpleResolvers: true })
export class Citation implements CitedDomainView {
  @Field(() => String, { description: 'Host name in lower case, without a leading `www.`.' })
  domain!: string;

  @Field(() => Int, { description: 'Citations of pages of the domain; a page counts once for each response.' })
  citationCount!: number;

  @Field(() => Int, { description: 'Accepted responses that cite the domain.' })
  responseCount!: number;

  @Field(() => Float, { description: "Percent of the project's citations in the period, two decimals." })
  share!: number;

  @Field(() => DateTimeScalar, { description: 'When a response of the period first cited it.' })
  firstSeen!: string;

  @Field(() => DateTimeScalar, { description: 'When a response of the period last cited it.' })
  lastSeen!: string;

  @Field(() => [CitedUrl], { complexity: lookupOfEach, description: 'The most cited pages, at most five.' })
  topUrls!: CitedUrl[];

  projectId!: string;
  naming!: Naming | null;
}

@ObjectType({ description: 'A page of cited domains.', simpleResolvers: true })
export class CitationConnection extends connectionOf(Citation, 'Citation') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}

@ObjectType({ description: 'A cited page, with what the responses that cite it name.', simpleResolvers: true })
class CitedPage implements CitedPageView {
  @Field(() => String, { description: 'Address of the page, without tracking parameters.' })
  url!: string;

  @Field(() => String, { description: 'Its domain: host name in lower case, without a leading `www.`.' })
  domain!: string;

  @Field(() => OwnershipEnum, { description: 'Whose site the domain is, by registrable domain.' })
  ownership!: Ownership;

  @Field(() => Int, { description: 'Accepted responses that cite the page.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Those of them that name the brand.' })
  responseCountNamingBrand!: number;

  @Field(() => Int, { description: 'Those of them that name at least one tracked competitor.' })
  competitorResponseCount!: number;

  @Field(() => Boolean, {
    description:
      'Whether three or more of the responses that cite it name a competitor and not the brand, and none or ' +
      "significantly fewer name the brand; never a page of the brand's own site.",
  })
  isGap!: boolean;

  @Field(() => DateTimeScalar, { description: 'When a response of the period first cited it.' })
  firstSeen!: string;

  @Field(() => DateTimeScalar, { description: 'When a response of the period last cited it.' })
  lastSeen!: string;
}

@ObjectType({ description: 'A page of cited pages.', simpleResolvers: true })
export class CitedPageConnection extends connectionOf(CitedPage, 'CitedPage') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}
