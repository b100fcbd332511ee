import { z } from 'zod';
import { ALERT_KINDS, type DestinationKind, type EventType } from '../../entities/vocabulary.js';
import { NAME_MAX, requiredText, uuid } from '../input.js';

/** Webhooks and channels of an account. */
export const DESTINATIONS_MAX = 20;

/** Those that were removed within two months included: their deliveries are still shown. */
export const KEPT_MAX = 200;

const PROJECTS_MAX = 200;

/** Hours that a former secret may sign for, beside the new one. */
const GRACE_HOURS = { max: 168, usual: 24 } as const;

/** Types of events that a destination may choose; others are for it alone. */
export const CHOSEN_EVENTS = [
  'alert.opened',
  'alert.acknowledged',
  'alert.resolved',
  'report.ready',
  'project.day_closed',
  'destination.disabled',
] as const satisfies readonly EventType[];

export type ChosenEvent = (typeof CHOSEN_EVENTS)[number];

/** A day closes for each project each day, which only programs that wait for it want. */
const USUAL_EVENTS: readonly ChosenEvent[] = CHOSEN_EVENTS.filter((type) => type !== 'project.day_closed');

/** What a destination may be that people make; mail is made for people and addresses. */
export const MADE_KINDS = ['webhook', 'slack'] as const satisfies readonly DestinationKind[];

const listOf = <Values extends readonly [string, ...string[]]>(values: Values, what: string) =>
  z
    .array(z.enum(values, `must be one of ${values.join(', ')}`), `must be an array of ${what}`)
    .min(1, `must name at least one of ${what}`)
    .max(2 * values.length, `must have at most ${2 * values.length} entries`)
    .transform((sent) => values.filter((value): value is Values[number] => sent.includes(value)));

const chosen = {
  name: requiredText(NAME_MAX),
  url: z.string('must be a string').trim().min(1, 'must not be empty'),
  events: listOf(CHOSEN_EVENTS, 'events'),
  kinds: listOf(ALERT_KINDS, 'kinds of alerts').nullable(),
  projectIds: z
    .array(uuid, 'must be an array of ids')
    .min(1, 'must name at least one project')
    .max(PROJECTS_MAX, `must have at most ${PROJECTS_MAX} entries`)
    .transform((ids) => [...new Set(ids)])
    .nullable(),
};

export const createDestinationInput = z.object(
  {
    kind: z.enum(MADE_KINDS, `must be one of ${MADE_KINDS.join(', ')}`),
    name: chosen.name,
    url: chosen.url,
    events: chosen.events.default([...USUAL_EVENTS]),
    kinds: chosen.kinds.default(null),
    projectIds: chosen.projectIds.default(null),
  },
  'must be an object',
);

/** What is left out stays. */
export const updateDestinationInput = z.object(
  {
    name: chosen.name.optional(),
    url: chosen.url.optional(),
    events: chosen.events.optional(),
    kinds: chosen.kinds.optional(),
    projectIds: chosen.projectIds.optional(),
  },
  'must be an object',
);

export const graceHoursInput = z
  .int(`must be a whole number of hours from 0 to ${GRACE_HOURS.max}`)
  .min(0, 'must be at least 0')
  .max(GRACE_HOURS.max, `must be at most ${GRACE_HOURS.max}`)
  .default(GRACE_HOURS.usual);
