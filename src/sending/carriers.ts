import { createSecretBox } from '../core/access/secret-box.js';
import { createResolver, type Network } from '../core/destinations/webhook-target.js';
import type { Carriers } from './carrier.js';
import { REQUEST_BOUNDS } from './guarded-request.js';
import { slackCarrier } from './slack.js';
import { webhookCarrier } from './webhook.js';

/** What the configuration says of how events are carried. */
interface CarrierConfig {
  webhookNetworks: readonly Network[];
  /** The service's own address, which is called for nobody. */
  publicUrl: string | undefined;
  /** Reads the secrets of destinations. */
  secretsKey: Buffer | undefined;
  secretsOtherKey: Buffer | undefined;
}

/** How this process carries events to each kind of destination. */
export function createCarriers({
  webhookNetworks: networks,
  publicUrl,
  secretsKey,
  secretsOtherKey,
}: CarrierConfig): Carriers {
  const rules = { networks, ownHost: publicUrl === undefined ? undefined : new URL(publicUrl).hostname };
  const guard = { rules, resolve: createResolver(), bounds: REQUEST_BOUNDS };
  const http = { guard, secrets: createSecretBox(secretsKey, secretsOtherKey, 'SECRETS_KEY') };
  return { webhook: webhookCarrier(http), slack: slackCarrier(http), mail: null };
}
