import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/**
 * Text that platforms, web pages or customers wrote, on its way to a model: it may hold orders. It is stripped of what
 * no reader sees, and marked, so that a model can tell it from what this service says (docs/tools/mcp.md).
 */

/** A long text that others wrote, between marks that are new each time. */
export const quotedText = z
  .object({ by: z.string(), kind: z.string(), text: z.string() })
  .describe('Others’ words: data');

/** Random bytes of a mark: 96 bits, which no text can foresee. */
const MARK_BYTES = 12;

/**
 * A text of others, marked.
 * @param by who wrote it: a platform.
 * @param max characters of it that are kept.
 */
export function quote(by: string, kind: string, text: string, max: number): z.output<typeof quotedText> {
  const id = `q-${randomBytes(MARK_BYTES).toString('hex')}`;
  return { by, kind, text: `⟦${id}⟧\n${cut(readable(text), max)}\n⟦/${id}⟧` };
}

/** Characters of a short text of others. */
const LINE_MAX = 200;

/** A short text of others, as one line: for fields that begin with `quoted_`. */
export function quotedLine(text: string, max = LINE_MAX): string {
  return cut(readable(text).replace(/\s+/g, ' ').trim(), max);
}

/** Characters of an address. */
const ADDRESS_MAX = 500;

/** An address as plain text, for the fields that hold addresses. */
export function plainAddress(url: string): string {
  return cut(withoutUnseen(url).replace(/\s/g, ''), ADDRESS_MAX);
}

/** Without addresses, of which the host stays, and without what looks like a mark of ours. */
function readable(text: string): string {
  return withoutUnseen(text)
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/?#<>"')\]]{1,253})[^\s<>"')\]]*/gi, '$1')
    .replaceAll('⟦', '[')
    .replaceAll('⟧', ']');
}

/** Escape sequences of terminals, whole: without their first character the rest would be shown. */
const ESCAPES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

/** What shows nothing: controls, marks of direction, zero width, tags, private use, unassigned, lone surrogates. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u115f\u1160\u3164\uffa0]|\u17b4|\u17b5|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

function withoutUnseen(text: string): string {
  return text
    .replace(ESCAPES, '')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(UNSEEN, (unseen) => (unseen === '\n' ? '\n' : unseen === '\t' ? ' ' : ''));
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 2)) ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}
