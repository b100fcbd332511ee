import type { CitedSource } from './reply.js';
import { storable } from './visible-text.js';

/**
 * A source of the web as a list of one; an empty list without an absolute http or https URL: a document of the request,
 * a file store or a bare title is no web citation. The URL stays as the platform wrote it, even a redirect; the
 * analysis finds its domain. An empty title is null.
 */
export function webSource(url: unknown, title: unknown): CitedSource[] {
  if (typeof url !== 'string') return [];
  const address = storable(url).trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return [];
  const name = typeof title === 'string' ? storable(title).trim() : '';
  return [{ url: address, title: name === '' ? null : name }];
}
