import { parse } from 'tldts';
import { hasPublicSuffix, isPublic } from '../public-suffix.js';
import type { NameForm } from './name-forms.js';

const HOST_AFTER = /\.(?:[a-z]{2,3}\.)?[a-z]{2,12}(?![a-z0-9])/y;

/**
 * The role of a name in a web address around it: not in one, the address's own bare domain, or a part of a longer one.
 */
export type AddressRole = 'none' | 'domain' | 'part';

/**
 * Reads the address, if any, that the name at [start, end) is written in. A sentence glued to the one before it
 * (`shops.Apple`) is no address: labels of addresses are lower case, and what follows the dot must be a public suffix.
 */
export function addressRoleOf(text: string, start: number, end: number, form: NameForm): AddressRole {
  const isAfterHost = isBehindHost(text, start);
  if (form.kind === 'domain') return isAfterHost && !isWww(text, start) ? 'part' : afterDomain(text, end);
  HOST_AFTER.lastIndex = end;
  const suffix = HOST_AFTER.exec(text)?.[0];
  if (!suffix) return isAfterHost && hasHostBefore(text, start) && !isGluedName(text, start, form) ? 'part' : 'none';
  const role = roleOfHost(form.marked + suffix, isAfterHost);
  return role === 'domain' ? afterDomain(text, end + suffix.length) : role;
}

/** The role of the name that begins a host: the suffix must be a public one, and the domain all of the host. */
function roleOfHost(host: string, isAfterHost: boolean): AddressRole {
  const parsed = parse(host);
  if (!isPublic(parsed)) return isAfterHost ? 'part' : 'none';
  return isAfterHost || parsed.domain !== host ? 'part' : 'domain';
}

/** `host.name` in small letters, or `user@name`. */
function isBehindHost(text: string, start: number): boolean {
  if (text.charAt(start - 1) === '@') return true;
  const isAfterDot = text.charAt(start - 1) === '.' && /[\w-]/.test(text.charAt(start - 2));
  return isAfterDot && /[a-z]/.test(text.charAt(start));
}

function afterDomain(text: string, end: number): AddressRole {
  return text.charAt(end) === '/' && /\w/.test(text.charAt(end + 1)) ? 'part' : 'domain';
}

function isWww(text: string, start: number): boolean {
  return text.slice(Math.max(0, start - 4), start).toLowerCase() === 'www.';
}

/** `in stock.eero 6`: no address ends in a word that is no public suffix, and some makers write themselves small. */
function isGluedName(text: string, start: number, form: NameForm): boolean {
  const isSmall = /^[a-z]/.test(form.written) && text.charAt(start - 1) === '.';
  return isSmall && !hasPublicSuffix(`host.${form.marked}`);
}

/** `user@name` and `host.name`: a part of an address comes before the name. */
function hasHostBefore(text: string, start: number): boolean {
  return /[a-z0-9-]/.test(text.charAt(start - 2));
}
