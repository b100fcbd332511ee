const REDACTED = '[redacted]';

/** No platform issues shorter keys; striking them out would destroy ordinary words. */
const KEY_LENGTH_MIN = 6;

/**
 * A message without the key and without addresses: a platform, or a proxy before it, may quote either, and an address
 * may hold a password.
 */
export function withoutSecrets(message: string, access: { apiKey: string; baseUrl: string }): string {
  return withoutKey(message, access.apiKey)
    .replace(/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, '[address]')
    .replaceAll(hostOf(access.baseUrl), '[address]');
}

/** A text without the key, plain or encoded for a URL. */
export function withoutKey(text: string, apiKey: string): string {
  if (apiKey.length < KEY_LENGTH_MIN) return text;
  return text.replaceAll(apiKey, REDACTED).replaceAll(encodeURIComponent(apiKey), REDACTED);
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
