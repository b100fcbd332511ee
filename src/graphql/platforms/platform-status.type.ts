import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { PLATFORM_STATES, type PlatformState, type PlatformStatusView } from '../../core/platforms/platform.view.js';
import type { Platform } from '../../entities/vocabulary.js';
import { PlatformEnum, upperCased } from '../shared/enums.js';
import { DateTimeScalar } from '../shared/scalars.js';

const PlatformStateEnum = upperCased(PLATFORM_STATES);
registerEnumType(PlatformStateEnum, {
  name: 'PlatformState',
  description: 'Whether a platform is asked now, or why not.',
  valuesConfig: {
    READY: { description: 'It is asked.' },
    PAUSED: { description: 'The operator of the service paused it.' },
    RATE_LIMITED: { description: 'It takes no further requests for a while.' },
    FAILING: { description: 'It failed several times in a row, and is tried again from time to time.' },
    DENIED: { description: "It does not accept the service's key, or the money there is used up." },
    MISCONFIGURED: { description: 'It did not take several requests in a row.' },
    OVER_BUDGET: { description: 'What it may cost on a UTC day is spent.' },
    NOT_CONFIGURED: { description: 'No worker of the service has its key.' },
  },
});

@ObjectType({
  description:
    'The state of a platform, the same for every account. It is asked by its API: an answer is not what its app shows.',
  simpleResolvers: true,
})
export class PlatformStatus implements PlatformStatusView {
  @Field(() => PlatformEnum, { description: 'The platform.' })
  platform!: Platform;

  @Field(() => Boolean, { description: 'Whether a worker of the service that has its key is there.' })
  isConfigured!: boolean;

  @Field(() => PlatformStateEnum, { description: 'Whether it is asked now, or why not.' })
  state!: PlatformState;

  @Field(() => String, { nullable: true, description: 'The same in a sentence; null where it is asked.' })
  reason!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is asked or tried again; null where it is asked now, or where it is not known.',
  })
  pausedUntil!: string | null;
}
