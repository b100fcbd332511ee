import { type DestinationConfig, destinationTools } from '../core/destinations/destinations.js';
import type { Carriers } from './carrier.js';
import { REQUEST_BOUNDS } from './guarded-request.js';
import { slackCarrier } from './slack.js';
import { webhookCarrier } from './webhook.js';

/** How this process carries events to each kind of destination. */
export function createCarriers(config: DestinationConfig): Carriers {
  const { secrets, ...guard } = destinationTools(config);
  const http = { guard: { ...guard, bounds: REQUEST_BOUNDS }, secrets };
  return { webhook: webhookCarrier(http), slack: slackCarrier(http), mail: null };
}
