import type { FieldNode } from 'graphql';
import { ArgsType, Field, registerEnumType } from 'type-graphql';
import type { z } from 'zod';
import { parse } from '../../core/input.js';
import { type Period, type periodInput, toPeriod } from '../../core/metrics/metric-query.js';
import type { GraphqlContext } from '../graphql-context.js';
import { DateScalar } from './scalars.js';
import type { SelectedField } from './selection.js';

export const WindowEnum = { D1: '1d', D7: '7d', D30: '30d', D90: '90d' } as const;
registerEnumType(WindowEnum, {
  name: 'Window',
  description: 'Days that a period reaches back from its end; both ends count.',
  valuesConfig: {
    D1: { description: 'One day back.' },
    D7: { description: 'Seven days back.' },
    D30: { description: 'Thirty days back.' },
    D90: { description: 'Ninety days back.' },
  },
});

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

/** Works out what a field asks, from its arguments as GraphQL coerced them. */
type Parse<Sent extends unknown[], Asked> = (ctx: GraphqlContext, field: SelectedField, ...sent: Sent) => Asked;

/** The results of one operation, by the first node of their field. */
type Known<Asked> = Map<FieldNode, { fieldNodes: readonly FieldNode[]; asked: Asked }[]>;

/**
 * Lets `parse` run once in an operation for each field that it is called with, whatever the number of its parents: the
 * same nodes have the same arguments throughout an operation. Parsed anew for each of 20 projects, the arguments of
 * their lists and scores took a twentieth of the server's time. A failure is not kept.
 */
export function oncePerField<Sent extends unknown[], Asked>(parse: Parse<Sent, Asked>): Parse<Sent, Asked> {
  const operations = new WeakMap<GraphqlContext, Known<Asked>>();
  return (ctx, field, ...sent) => {
    const { fieldNodes } = field;
    const [first] = fieldNodes;
    if (!first) return parse(ctx, field, ...sent);
    const known: Known<Asked> = operations.get(ctx) ?? new Map();
    operations.set(ctx, known);
    const ofNode = known.get(first) ?? [];
    const before = ofNode.find((one) => isSame(one.fieldNodes, fieldNodes));
    if (before) return before.asked;
    const asked = parse(ctx, field, ...sent);
    known.set(first, [...ofNode, { fieldNodes, asked }]);
    return asked;
  };
}

/** Fields that share a fragment share its nodes, and may have others beside them. */
function isSame(nodes: readonly FieldNode[], others: readonly FieldNode[]): boolean {
  return nodes === others || (nodes.length === others.length && nodes.every((node, at) => node === others[at]));
}
