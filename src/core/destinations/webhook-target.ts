import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** Characters of an address, also as the parser writes it. */
export const URL_MAX = 2_000;

const PORTS: readonly string[] = ['', '443', '8443'];

/** Names that only a network of its own resolves; a name without a dot is one too. */
const LOCAL_NAME = /(?:^|\.)(?:local|internal|localhost|home\.arpa)$/;

type Address = ReturnType<typeof ipaddr.process>;

/** A network as `10.0.0.0/8` names it. */
export type Network = readonly [Address, number];

/** Where the service may send requests that customers ask for. */
export interface TargetRules {
  /** Networks that the operator allows although they are private: there also over HTTP, and at any port. */
  networks: readonly Network[];
  /** Of the service itself, which calls itself for nobody; absent where it is not known. */
  ownHost?: string | undefined;
}

/** An address that may be called, if what its host resolves to may. */
export interface Target {
  url: URL;
  /** Without brackets and without a dot at its end. */
  host: string;
  /** The host is an address itself: nothing is resolved. */
  isLiteral: boolean;
  /** Local name, HTTP, or another port: all addresses must be in networks that the operator allows. */
  isPrivateOnly: boolean;
}

/** Why an address is not called, for who entered it: what its name resolves to is never said. */
export class TargetRefused extends Error {}

/** The name has no address now. */
export class NameNotFound extends Error {}

/** Addresses of a name; empty where it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * Reads an address that a customer entered, as `URL` does, so that every notation of one host is the same one.
 * @throws TargetRefused for what is called in no case.
 */
export function parseTarget(text: string, { networks, ownHost }: TargetRules): Target {
  const url = parseUrl(text);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '') throw new TargetRefused('must name a host');
  if (host === ownHost?.replace(/\.$/, '')) throw notAllowed();
  const isLiteral = ipaddr.isValid(host);
  const privately = whyPrivateOnly(url, host, isLiteral);
  if (privately && networks.length === 0) throw privately;
  const target = { url, host, isLiteral, isPrivateOnly: privately !== null };
  if (isLiteral) checkAddress(host, target, networks);
  return target;
}

function parseUrl(text: string): URL {
  if (text.length > URL_MAX) throw new TargetRefused(`must have at most ${URL_MAX} characters`);
  if (!URL.canParse(text)) throw new TargetRefused('must be a URL such as https://receiver.example/hook');
  const url = new URL(text);
  if (url.href.length > URL_MAX) throw new TargetRefused(`must have at most ${URL_MAX} characters`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TargetRefused('must begin with https://');
  if (url.username !== '' || url.password !== '') throw new TargetRefused('must have no user and no password');
  if (text.includes('#')) throw new TargetRefused('must have no fragment');
  return url;
}

/** Why only the operator's networks may be called so; null where the public network may. */
function whyPrivateOnly(url: URL, host: string, isLiteral: boolean): TargetRefused | null {
  if (url.protocol === 'http:') return new TargetRefused('must begin with https://');
  if (!PORTS.includes(url.port)) return new TargetRefused('must be at port 443 or 8443');
  return !isLiteral && (!host.includes('.') || LOCAL_NAME.test(host)) ? notAllowed() : null;
}

/**
 * The addresses that a target may be called at now: those of its host, if every one of them may. A name with one
 * address that may not is refused whole, as who owns it could have either chosen.
 * @throws TargetRefused, NameNotFound.
 */
export async function addressesOf(
  target: Target,
  { networks }: TargetRules,
  resolve: ResolveName,
): Promise<readonly string[]> {
  const found = target.isLiteral ? [target.host] : await resolve(target.host);
  if (found.length === 0) throw new NameNotFound();
  for (const address of found) checkAddress(address, target, networks);
  return found;
}

/** One spelling of each address, IPv4 where it is mapped into IPv6; null for what is none. */
export function normalAddress(text: string | undefined): string | null {
  if (text === undefined || !ipaddr.isValid(text)) return null;
  return ipaddr.process(text).toString();
}

/**
 * The addresses of the public name system: no file of hosts, no domain that is searched, and not the threads that hash
 * passwords.
 */
export function createResolver(servers?: readonly string[]): ResolveName {
  return async (name) => {
    // Two tries of a second, the second one twice as long.
    const resolver = new Resolver({ timeout: 1_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  };
}

function checkAddress(text: string, { isPrivateOnly }: Target, networks: readonly Network[]): void {
  if (!ipaddr.isValid(text)) throw notAllowed();
  const address = ipaddr.process(text);
  const isAllowed = networks.some(
    ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
  );
  if (isAllowed || (!isPrivateOnly && isPublic(address))) return;
  throw notAllowed();
}

/** Of IPv6 what is handed out to the public network: old forms of IPv4 in it lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

function notAllowed(): TargetRefused {
  return new TargetRefused('address not allowed');
}
