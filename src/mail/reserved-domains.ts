/** Top-level domains that lead to no mail server of anybody's (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const TOP_LEVEL = new Set(['test', 'example', 'invalid', 'localhost', 'local', 'internal']);
/** Second-level domains of RFC 2606, with all below them. */
const SECOND_LEVEL = new Set(['example.com', 'example.net', 'example.org', 'home.arpa']);

/** Whether an address lies in a reserved domain, or has no domain at all: the demo's people, and those of examples. */
export function isReservedAddress(address: string): boolean {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
    .replace(/\.+$/, '');
  const labels = domain.split('.');
  if (!address.includes('@') || labels.length < 2) return true;
  return TOP_LEVEL.has(labels.at(-1) ?? '') || SECOND_LEVEL.has(labels.slice(-2).join('.'));
}
