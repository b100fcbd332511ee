import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { faultOfDatabaseUrl } from './database-url.js';
import { PLATFORMS } from './entities/vocabulary.js';

// The shapes that values of the environment have: each tells what is accepted, and turns the text into the value.

/** The fast paths as the environment names them. */
export const FAST_PATH_NAMES = ['direct-reads', 'compiled-queries', 'gate-documents', 'text-arrays'] as const;

/**
 * Fast paths of our own past a library, each for its measured gain: which are taken (docs/architecture.md, "Bypasses").
 */
export interface FastPaths {
  /** Resolvers of reads are called past type-graphql. */
  readonly directReads: boolean;
  /** Queries that come again are run by graphql-jit. */
  readonly compiledQueries: boolean;
  /** Apollo is handed the document that the gate has parsed and validated. */
  readonly gateDocuments: boolean;
  /** A `text[]` of the database is read by a parser of our own. */
  readonly textArrays: boolean;
}

export function matching(pattern: RegExp, fault: string) {
  return z.string().regex(pattern, fault);
}

export function flag() {
  return z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
}

/** A whole number within bounds, both included. */
export function wholeNumber(min: number, max: number, unit: string) {
  const fault = `must be a whole number of ${unit} from ${min} to ${max}`;
  return matching(/^\d{1,9}$/, fault)
    .transform(Number)
    .refine((number) => number >= min && number <= max, fault);
}

export function port() {
  const fault = 'must be a port from 0 to 65535';
  return matching(/^\d{1,5}$/, fault)
    .transform(Number)
    .refine((number) => number <= 65_535, fault);
}

export function hstsSeconds() {
  const max = 63_072_000;
  const fault = `must be whole seconds from 0 to ${max}, which is two years`;
  return matching(/^\d{1,8}$/, fault)
    .transform(Number)
    .refine((seconds) => seconds <= max, fault);
}

/**
 * All but one of the processors, which is left to requests, but one thread at least. Each thread has 100 MB of words of
 * its own; more of them than two pay on a machine that does little else.
 */
export function usualThreads(): number {
  return Math.min(2, Math.max(1, availableParallelism() - 1));
}

/** `on`, `off`, or the names of those that are taken, with commas between. */
export function fastPathList() {
  const isKnown = (name: string) => FAST_PATH_NAMES.some((known) => known === name);
  return z
    .string()
    .refine((text) => fastPathsIn(text).every(isKnown), `must be on, off, or a list of ${FAST_PATH_NAMES.join(', ')}`)
    .transform(toFastPaths);
}

export function toFastPaths(text: string): FastPaths {
  const names = fastPathsIn(text);
  const isTaken = (name: (typeof FAST_PATH_NAMES)[number]) => names.includes(name);
  return {
    directReads: isTaken('direct-reads'),
    compiledQueries: isTaken('compiled-queries'),
    gateDocuments: isTaken('gate-documents'),
    textArrays: isTaken('text-arrays'),
  };
}

function fastPathsIn(text: string): readonly string[] {
  if (text === 'on') return FAST_PATH_NAMES;
  return text === 'off' ? [] : text.split(',').map((name) => name.trim());
}

export function databaseUrl() {
  return z.string().superRefine((text, ctx) => {
    const message = faultOfDatabaseUrl(text);
    if (message !== undefined) ctx.addIssue({ code: 'custom', message });
  });
}

/** Links and origin checks need no path. */
export function origin() {
  const isOrigin = (text: string) => /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text);
  return z
    .string()
    .refine(isOrigin, 'must be an http or https URL of a host alone, such as https://visibility.example')
    .transform((url) => new URL(url).origin);
}

export function smtpUrl() {
  const isSmtpUrl = (text: string) => /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text);
  return z.string().refine(isSmtpUrl, 'must be a URL smtp://user:password@host:port or smtps://…');
}

export function encryptionKey() {
  const fault = 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them';
  return matching(/^[A-Za-z0-9+/]{43}=$/, fault).transform((text) => Buffer.from(text, 'base64'));
}

/**
 * Express takes a switch, a number of hops, or a list of addresses; it would refuse others only once it is built. Its
 * own parser takes more than is meant: `1000` as an address, `/08` as eight bits.
 */
export function trustProxy() {
  return z
    .string()
    .refine(
      (text) => /^(true|false|\d{1,3})$/.test(text) || text.split(',').every((part) => isAddressRange(part.trim())),
      'must be true, false, a number of hops, or a list of IP addresses, CIDR ranges, loopback, linklocal and ' +
        'uniquelocal',
    )
    .transform((text) => {
      if (text === 'true' || text === 'false') return text === 'true';
      return /^\d+$/.test(text) ? Number(text) : text;
    });
}

function isAddressRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Networks such as `10.0.0.0/8`, with commas between. */
export function networkList() {
  const fault = 'must be a list of networks such as 10.0.0.0/8,fd00::/8';
  const partsOf = (text: string) => text.split(',').map((part) => part.trim());
  return z
    .string()
    .refine((text) => partsOf(text).every((part) => part.includes('/') && isAddressRange(part)), fault)
    .transform((text) => partsOf(text).map((part) => ipaddr.parseCIDR(part)));
}

/** What a header can carry: a key with anything else would be quoted by the error of the request that it breaks. */
export function apiKey() {
  return matching(/^[\x21-\x7e]{1,1000}$/, 'must be a key of at most 1000 printable ASCII characters without spaces');
}

/** User and password would be quoted by errors of requests. */
export function baseUrl() {
  return z
    .string()
    .refine(isBaseUrl, 'must be an http or https URL without user, password, query and fragment')
    .transform((url) => url.replace(/\/+$/, ''));
}

function isBaseUrl(text: string): boolean {
  if (!/^https?:\/\/[^/?#]/i.test(text) || /[?#\s]/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

export function modelName() {
  return matching(/^[\w.:@/-]{1,200}$/, "must be a model's name, of letters, digits and . _ : @ / -");
}

export function requestsPerMinute() {
  return wholeNumber(1, 1_000_000, 'requests');
}

export function dailyBudget() {
  const fault = 'must be US dollars a day, from 0.01 to 99999.99, such as 5 or 2.50';
  return matching(/^\d{1,5}(\.\d{1,2})?$/, fault)
    .transform(Number)
    .refine((usd) => usd > 0, fault);
}

export function judgePlatform() {
  return z.enum(PLATFORMS, `must be one of ${PLATFORMS.join(', ')}`);
}

/** A platform, or none whatever keys there are. */
export function judgePlatformOrOff() {
  const words = [...PLATFORMS, 'off'] as const;
  return z.enum(words, `must be one of ${words.join(', ')}`);
}
