/** The part of the address after `?`, as words; a list is one word with commas. */
export function readAddress(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes lists as `a,b` and leaves out what is undefined or empty. */
export function writeAddress(search: Record<string, unknown>): string {
  const words = Object.entries(search)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value ?? '')] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
  return words.length === 0 ? '' : `?${words.join('&')}`;
}
