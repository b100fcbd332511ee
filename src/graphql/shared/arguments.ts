import { ArgsType, Field } from 'type-graphql';
import type { z } from 'zod';
import { type Period, type periodInput, toPeriod } from '../../core/metrics/period.input.js';
import { parse } from '../../core/parse.js';
import type { GraphqlContext } from '../context.js';
import { WindowEnum } from './enums.js';
import { DateScalar } from './scalars.js';

@ArgsType()
export class PeriodArgs {
  @Field(() => DateScalar, {
    nullable: true,
    description: 'First day; 30 days before `to` by default. Overrides `window`; at most 90 days before `to`.',
  })
  from?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'Last day; today by default.' })
  to?: string | null;

  @Field(() => WindowEnum, { nullable: true, description: 'Days that the range reaches back from `to`.' })
  window?: string | null;
}

/** Arguments as the core accepts them: null counts as absent. */
export function givenOf(...sent: object[]): Record<string, unknown> {
  const given = sent.flatMap(Object.entries).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given);
}

/** Narrows arguments by the core's own rules. @throws ServiceError VALIDATION_ERROR. */
export function parseArguments<Schema extends z.ZodObject>(schema: Schema, ...sent: object[]): z.output<Schema> {
  return parse(schema, givenOf(...sent));
}

/** As {@link parseArguments}, with the days of a metric. @throws ServiceError VALIDATION_ERROR. */
export function parseQuestion<Shape extends typeof periodInput & z.ZodRawShape>(
  { core }: GraphqlContext,
  schema: z.ZodObject<Shape>,
  ...sent: object[]
): { asked: z.output<z.ZodObject<Shape>>; period: Period } {
  const asked = parseArguments(schema, ...sent);
  return { asked, period: toPeriod(core, asked) };
}
