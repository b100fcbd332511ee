import type { Tier } from '../../entities/vocabulary.js';
import { ServiceError } from '../errors.js';
import { PLANS } from '../plans.js';

/** The windows of a tier's keys. @throws ServiceError FORBIDDEN for a tier without API access. */
export function keyLimits(tier: Tier): { perMinute: number; perDay: number } {
  const { requests } = PLANS[tier];
  if (!requests) throw new ServiceError('FORBIDDEN', `The ${tier} subscription tier has no API access`);
  return requests;
}
