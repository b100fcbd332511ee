import { randomUUID } from 'node:crypto';

/** The caller's request id, if it is 1 to 128 printable ASCII characters, else a new one (decisions, "request id"). */
export function requestId(sent: string | undefined): string {
  return sent !== undefined && /^[\x20-\x7e]{1,128}$/.test(sent) ? sent : randomUUID();
}
