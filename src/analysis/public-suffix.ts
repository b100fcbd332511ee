import { parse } from 'tldts';

/**
 * The top level that is reserved for examples (RFC 2606). No registry serves it, so the public suffix list lacks it; it
 * counts as a suffix all the same, so that `shop.brand.example` belongs to the site `brand.example`. The other reserved
 * ones (`test`, `invalid`, `localhost`) name hosts of private networks and stay none.
 */
const SUFFIX_OF_EXAMPLES = 'example';

type Suffix = Pick<ReturnType<typeof parse>, 'publicSuffix' | 'isIcann'>;

/** Whether what a host ends with is a registry's public suffix, or the reserved one of examples. */
export function isPublic({ publicSuffix, isIcann }: Suffix): boolean {
  return isIcann === true || publicSuffix === SUFFIX_OF_EXAMPLES;
}

/** {@link isPublic} of a host. */
export function hasPublicSuffix(host: string): boolean {
  return isPublic(parse(host));
}
