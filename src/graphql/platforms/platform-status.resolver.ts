import { Ctx, Query, Resolver } from 'type-graphql';
import { platformStatus } from '../../core/platforms/platform.service.js';
import type { PlatformStatusView } from '../../core/platforms/platform.view.js';
import type { GraphqlContext } from '../context.js';
import { oneCall } from '../shared/price.js';
import { PlatformStatus } from './platform-status.type.js';

/** How the platforms stand. */
@Resolver(() => PlatformStatus)
export class PlatformStatusResolver {
  @Query(() => [PlatformStatus], {
    nullable: true,
    complexity: oneCall,
    description: 'Each platform: whether it is asked now, and why not.',
  })
  async platformStatus(@Ctx() { core }: GraphqlContext): Promise<PlatformStatusView[]> {
    return platformStatus(core);
  }
}
