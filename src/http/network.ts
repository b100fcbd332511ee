import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of the eight groups of an IPv6 address. */
const NETWORK_GROUPS = 4;

/**
 * What failures of an address are counted by: an IPv4 address itself, however written; of an IPv6 address its network
 * of 64 bits, for one subscriber holds all of it. Anything else as it stands.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  // ipaddr.js takes more for an address than a connection or a proxy has: 1 or 0x7f.1, for instance.
  if (isIP(plain) === 0) return address;
  const read = ipaddr.process(plain);
  if (read instanceof ipaddr.IPv4) return read.toString();
  return read.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':');
}
