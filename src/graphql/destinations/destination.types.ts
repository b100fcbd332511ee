import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ChosenEvent } from '../../core/destinations/destination.schema.js';
import {
  type AlertKind,
  DELIVERY_FAULTS,
  DELIVERY_STATES,
  DESTINATION_STATES,
  type DeliveryFault,
  type DeliveryState,
  type DestinationState,
  EVENT_TYPES,
  type EventType,
} from '../../entities/vocabulary.js';
import { AlertKindEnum } from '../alerts/alert.types.js';
import { connectionOf, PageArgs, TOTAL_COUNT } from '../shared/connection.types.js';
import { DateTimeScalar, upperCased } from '../shared/scalars.js';

const DestinationKindEnum = upperCased(['webhook', 'slack'] as const);
registerEnumType(DestinationKindEnum, {
  name: 'DestinationKind',
  description: 'What a destination is.',
  valuesConfig: {
    WEBHOOK: { description: 'An address of a program, which is sent signed requests (Standard Webhooks).' },
    SLACK: { description: 'A channel of Slack, or of what takes the same messages.' },
  },
});

const DestinationStateEnum = upperCased(DESTINATION_STATES);
registerEnumType(DestinationStateEnum, {
  name: 'DestinationState',
  description: 'Whether a destination is sent events.',
  valuesConfig: {
    ACTIVE: { description: 'It is.' },
    DISABLED: { description: 'It is not, as it failed for five days, or said that it is gone.' },
  },
});

const DeliveryStateEnum = upperCased(DELIVERY_STATES);
registerEnumType(DeliveryStateEnum, {
  name: 'DeliveryState',
  description: 'How far a delivery is.',
  valuesConfig: {
    WAITING: { description: 'It is tried, or tried again.' },
    DELIVERED: { description: 'It arrived.' },
    FAILED: { description: 'It failed for good.' },
    DROPPED: {
      description: 'It is not tried any more, as its destination was disabled or removed, or too much waited.',
    },
  },
});

/** As the wire names them, with `_` for the dot. */
const EventTypeEnum = Object.fromEntries(EVENT_TYPES.map((type) => [type.toUpperCase().replace('.', '_'), type]));
registerEnumType(EventTypeEnum, {
  name: 'EventType',
  description: 'What happened.',
  valuesConfig: {
    ALERT_OPENED: { description: '`alert.opened`: something moved beyond chance.' },
    ALERT_ACKNOWLEDGED: { description: '`alert.acknowledged`: a person has seen an alert.' },
    ALERT_RESOLVED: { description: '`alert.resolved`: an alert is over.' },
    REPORT_READY: { description: '`report.ready`: a report can be read.' },
    PROJECT_DAY_CLOSED: { description: '`project.day_closed`: the numbers of a day are complete.' },
    DESTINATION_FAILING: { description: '`destination.failing`: every attempt of a day has failed; to owners.' },
    DESTINATION_DISABLED: { description: '`destination.disabled`: another destination is sent nothing any more.' },
    DESTINATION_TEST: { description: '`destination.test`: a person tries the destination.' },
    PERSON_GONE: { description: '`person.gone`: share links and destinations of a person stay; to owners.' },
  },
});

const DeliveryFaultEnum = upperCased(DELIVERY_FAULTS);
registerEnumType(DeliveryFaultEnum, {
  name: 'DeliveryFault',
  description: 'Why an attempt did not deliver.',
  valuesConfig: {
    ADDRESS_NOT_ALLOWED: { description: 'The address is none that may be called, or leads to one.' },
    NAME_NOT_FOUND: { description: 'No address of the host is known.' },
    NO_CONNECTION: { description: 'No connection could be made.' },
    TLS: { description: 'The certificate or the handshake is not valid.' },
    TIMED_OUT: { description: 'It took longer than 15 seconds.' },
    CLOSED: { description: 'The connection was closed before the reply was whole.' },
    TOO_LARGE: { description: 'The reply is longer than 16 kB.' },
    UNREADABLE: { description: 'The reply is not HTTP.' },
    STATUS: { description: 'The status of the reply is not 2xx.' },
    SECRET_UNREADABLE: { description: 'The secret of the destination cannot be read by this service.' },
    MAIL_SERVER: { description: 'The mail server of this service took no mail.' },
    RECIPIENT_REFUSED: { description: 'The address of the recipient was refused.' },
    SENDER_REFUSED: { description: 'The mail server refused the sender of this service.' },
  },
});

@ObjectType({ description: 'Where events of the account are delivered to.', simpleResolvers: true })
export class Destination {
  @Field(() => ID, { description: 'Identifier of the destination.' })
  id!: string;

  @Field(() => DestinationKindEnum, { description: 'What it is.' })
  kind!: 'webhook' | 'slack';

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its address; null for viewers, and for a channel, whose address is a secret as a whole.',
  })
  url!: string | null;

  @Field(() => String, { description: 'The host of its address.' })
  host!: string;

  @Field(() => [EventTypeEnum], { description: 'What it is sent.' })
  events!: readonly ChosenEvent[];

  @Field(() => [AlertKindEnum], { nullable: true, description: 'The kinds of alerts that it is sent; null for all.' })
  kinds!: readonly AlertKind[] | null;

  @Field(() => [ID], { nullable: true, description: 'The projects that it is sent events of; null for all.' })
  projectIds!: readonly string[] | null;

  @Field(() => DestinationStateEnum, { description: 'Whether it is sent events.' })
  state!: DestinationState;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Since when every attempt has failed; null where the last one did not.',
  })
  failingSince!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Nothing is sent before; null where it may be.' })
  restingUntil!: string | null;

  @Field(() => DeliveryFaultEnum, { nullable: true, description: 'Why the last attempt failed.' })
  lastFault!: DeliveryFault | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was disabled; null while it is active.' })
  disabledAt!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Until when requests are signed with the former secret too; null where there is none.',
  })
  formerSecretUntil!: string | null;

  @Field(() => String, { nullable: true, description: 'The name of who made it; null once they have left.' })
  createdByName!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt!: string;
}

@ObjectType({ description: 'A new destination.', simpleResolvers: true })
export class CreatedDestination {
  @Field(() => Destination, { description: 'The destination.' })
  destination!: Destination;

  @Field(() => String, {
    nullable: true,
    description: 'What requests to a webhook are signed with: shown here and never again. Null for a channel.',
  })
  secret!: string | null;
}

@ObjectType({ description: 'A destination with a new secret.', simpleResolvers: true })
export class RotatedSecret {
  @Field(() => Destination, { description: 'The destination.' })
  destination!: Destination;

  @Field(() => String, { description: 'What requests are signed with from now on: shown here and never again.' })
  secret!: string;
}

@InputType({ description: 'A new destination.' })
export class CreateDestinationInput {
  @Field(() => DestinationKindEnum, { description: 'What it is.' })
  kind!: 'webhook' | 'slack';

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'Its address: `https:`, of the public network.' })
  url!: string;

  @Field(() => [EventTypeEnum], { nullable: true, description: 'What it is sent; by default all but closed days.' })
  events?: EventType[] | null;

  @Field(() => [AlertKindEnum], { nullable: true, description: 'The kinds of alerts that it is sent; all by default.' })
  kinds?: AlertKind[] | null;

  @Field(() => [ID], { nullable: true, description: 'The projects that it is sent events of; all by default.' })
  projectIds?: string[] | null;
}

@InputType({ description: 'What to change of a destination; what is left out stays.' })
export class UpdateDestinationInput {
  @Field(() => String, { nullable: true, description: 'Its name.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Its address.' })
  url?: string | null;

  @Field(() => [EventTypeEnum], { nullable: true, description: 'What it is sent.' })
  events?: EventType[] | null;

  @Field(() => [AlertKindEnum], { nullable: true, description: 'The kinds of alerts that it is sent; null for all.' })
  kinds?: AlertKind[] | null;

  @Field(() => [ID], { nullable: true, description: 'The projects that it is sent events of; null for all.' })
  projectIds?: string[] | null;
}

@ObjectType({ description: 'One try to deliver an event.', simpleResolvers: true })
class DeliveryAttempt {
  @Field(() => DateTimeScalar, { description: 'When it began.' })
  at!: string;

  @Field(() => Int, { nullable: true, description: 'The status of the reply; null without one.' })
  status!: number | null;

  @Field(() => Int, { description: 'How long it took in milliseconds, in whole tenths of a second.' })
  ms!: number;

  @Field(() => DeliveryFaultEnum, { nullable: true, description: 'Why it did not deliver; null where it did.' })
  fault!: DeliveryFault | null;

  @Field(() => String, { nullable: true, description: 'The beginning of the reply, 1 kB; null for viewers.' })
  responseHead!: string | null;
}

@ObjectType({ description: 'An event on its way to a destination.', simpleResolvers: true })
export class Delivery {
  @Field(() => ID, { description: 'Identifier of the delivery.' })
  id!: string;

  @Field(() => ID, { description: 'Identifier of the event, which deliveries of the same one share.' })
  eventId!: string;

  @Field(() => EventTypeEnum, { description: 'What happened.' })
  type!: EventType;

  @Field(() => DeliveryStateEnum, { description: 'How far it is.' })
  state!: DeliveryState;

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it is tried next; null once it has ended.' })
  nextAttemptAt!: string | null;

  @Field(() => [DeliveryAttempt], { description: 'What came of each attempt, in their order; ten at most.' })
  attempts!: DeliveryAttempt[];
}

@ObjectType({ description: 'A page of deliveries.', simpleResolvers: true })
export class DeliveryConnection extends connectionOf(Delivery, 'Delivery') {
  @Field(() => Int, { description: TOTAL_COUNT })
  totalCount!: number;
}

@ArgsType()
export class DeliveriesArgs extends PageArgs {
  @Field(() => ID, { description: 'Identifier of the destination.' })
  destinationId!: string;

  @Field(() => DeliveryStateEnum, { nullable: true, description: 'Those in this state; all by default.' })
  state?: DeliveryState | null;
}

@ArgsType()
export class ReplayDeliveriesArgs {
  @Field(() => ID, { description: 'Identifier of the destination.' })
  destinationId!: string;

  @Field(() => DateTimeScalar, { description: 'Deliveries made from this instant on, 30 days back at most.' })
  from!: string;

  @Field(() => DateTimeScalar, { description: 'Deliveries made before this instant.' })
  to!: string;

  @Field(() => DeliveryStateEnum, {
    nullable: true,
    description: 'How they ended: FAILED by default, DROPPED or DELIVERED.',
  })
  state?: DeliveryState | null;
}

@ObjectType({ description: 'That an event to try a destination with is on its way.', simpleResolvers: true })
export class SentTest {
  @Field(() => Boolean, { description: 'Always true.' })
  sent!: true;
}

@ObjectType({ description: 'A new delivery of an event.', simpleResolvers: true })
export class ReplayedDelivery {
  @Field(() => ID, { description: 'Identifier of the new delivery.' })
  id!: string;
}
