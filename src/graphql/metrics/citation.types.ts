import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { CitedDomainView, Naming } from '../../core/metrics/citations.js';
import { connectionOf, TOTAL_COUNT } from '../shared/connection.js';
import { lookupOfEach } from '../shared/price.js';
import { DateTimeScalar } from '../shared/scalars.js';

@ObjectType({ description: 'A cited page.', simpleResolvers: true })
export class CitedUrl {
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
