import { createSecretBox, type SecretBox } from '../access/secret-box.js';
import { invalid } from '../errors.js';
import {
  addressesOf,
  createResolver,
  NameNotFound,
  parseTarget,
  type ResolveName,
  TargetRefused,
  type TargetRules,
} from './webhook-target.js';

/** What destinations are checked and sealed with, as the configuration has it. */
export interface DestinationTools {
  rules: TargetRules;
  resolve: ResolveName;
  /** Of SECRETS_KEY. */
  secrets: SecretBox;
}

/** What the configuration says of destinations. */
export interface DestinationConfig {
  webhookNetworks: TargetRules['networks'];
  /** The service's own address, which is called for nobody. */
  publicUrl: string | undefined;
  /** Encrypts and reads the secrets of destinations; without it they lie in the clear. */
  secretsKey?: Buffer | undefined;
  /** Reads them too, while the key is changed. */
  secretsOtherKey?: Buffer | undefined;
}

const PUBLIC_ONLY: DestinationConfig = { webhookNetworks: [], publicUrl: undefined };

/** @param config left out: public addresses alone, and secrets in the clear. */
export function destinationTools(config: DestinationConfig = PUBLIC_ONLY): DestinationTools {
  const { webhookNetworks: networks, publicUrl, secretsKey, secretsOtherKey } = config;
  return {
    rules: { networks, ownHost: publicUrl === undefined ? undefined : new URL(publicUrl).hostname },
    resolve: createResolver(),
    secrets: createSecretBox(secretsKey, secretsOtherKey, 'SECRETS_KEY'),
  };
}

/** As the parser writes it. @throws ServiceError VALIDATION_ERROR for an address that is not called. */
export async function checkedAddress(text: string, { rules, resolve }: DestinationTools): Promise<string> {
  try {
    const target = parseTarget(text, rules);
    await addressesOf(target, rules, resolve);
    return target.url.href;
  } catch (error) {
    if (error instanceof TargetRefused) throw invalid(['url'], error.message);
    if (error instanceof NameNotFound) throw invalid(['url'], 'no address of its host is known');
    throw error;
  }
}
