import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Of the eight groups of an IPv6 address. */
const NETWORK_GROUPS = 4;

/** As IPv6 writes the longest. A header of a proxy may hold any text, which is not remembered. */
const ADDRESS_LENGTH_MAX = 45;

/** By address: requests of one follow each other. */
const networks = new LRUCache<string, string>({ max: 5_000 });

/**
 * The name under which failures of an address are counted: an IPv4 address itself, however it is written; of an IPv6
 * address its network of 64 bits, since one subscriber holds all of it. Anything else is unchanged.
 */
export function networkOf(address: string): string {
  const known = networks.get(address);
  if (known !== undefined) return known;
  if (address.length > ADDRESS_LENGTH_MAX) return readNetwork(address);
  // A copy: what is cut out of a header keeps all of the header in memory.
  const copy = Buffer.from(address).toString();
  const network = readNetwork(copy);
  networks.set(copy, network);
  return network;
}

function readNetwork(address: string): string {
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
