import { z } from 'zod';

const DOMAIN_MAX = 253;

/** A domain as citations have it: a host name in lower case without a leading `www.`. */
export const citedDomain = z
  .string('must be a domain')
  .trim()
  .toLowerCase()
  .transform((domain) => domain.replace(/^www\./, ''))
  .refine((domain) => domain.length > 0 && domain.length <= DOMAIN_MAX, 'must be a domain')
  .refine((domain) => !domain.includes('\0') && domain.isWellFormed(), 'must be a domain');
