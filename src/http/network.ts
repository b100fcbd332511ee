import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of the eight groups of an IPv6 address. */
const NETWORK_GROUPS = 4;

/**
 * The name under which failures of an address are counted: an IPv4 address itself, however it is written; of an IPv6
 * address its network of 64 bits, since one subscriber holds all of it. Anything else is unchanged.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  // ipaddr.js accepts more forms than a connection or a proxy uses: 1 or 0x7f.1, for instance.
  if (isIP(plain) === 0) return address;
  const read = ipaddr.process(plain);
  if (read instanceof ipaddr.IPv4) return read.toString();
  return read.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':');
}
