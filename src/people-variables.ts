import { z } from 'zod';

/** Where people reach the service, and how it sends mail (operating.md, "Environment"). */
export const PEOPLE_VARIABLES = {
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be an http or https URL of a host alone, such as https://visibility.example')
    .transform((url) => new URL(url).origin)
    .optional(),
  SMTP_URL: z.string().refine(isSmtpUrl, 'must be a URL smtp://user:password@host:port or smtps://…').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]{3,320}$/, 'must be an address such as Name <name@example.com>')
    .optional(),
  SECOND_FACTOR_KEY: encryptionKey(),
  SECOND_FACTOR_OTHER_KEY: encryptionKey(),
};

function encryptionKey() {
  return z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them')
    .transform((text) => Buffer.from(text, 'base64'))
    .optional();
}

/** Links and origin checks need no path. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text);
}

function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text);
}
