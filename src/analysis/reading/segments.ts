import { isOrdinaryWord } from '../language/ordinary-words.js';
import { matchAt, pattern } from '../pattern.js';
import { PICK_LABEL } from './labels.js';
import type { Segment } from './outline.types.js';
import { MARK, type VisibleText } from './visible-text.types.js';

const HEAD = new RegExp(
  pattern`
    (?:[^.!?\n\t\u001E\u001F]|\.(?=\d)
    |(?<=\b(?:Pt|Sq|Ft|pt|sq|ft|qt|Qt|oz|lb|vs|Dr|St|No))\.){1,80}?(?:\s?:(?=[\s\p{Lu}\u201C"]|$)|\s[—–-]{1,2}\s)
  `,
  'uy',
);
/** A cheap look before the exact one: what ends a head is somewhere in the segment. */
const ENDS_HEAD = /:|\s[—–-]/;
const LONGEST_NAME_LINE = 60;

/** Adds the segment without the space around it, with its head; false where it holds nothing. */
export function pushTrimmed(visible: VisibleText, segments: Segment[], segment: Segment): boolean {
  let { start, end } = segment;
  while (start < end && isBlank(visible.text.charCodeAt(start))) start++;
  while (end > start && isBlank(visible.text.charCodeAt(end - 1))) end--;
  if (start >= end) return false;
  const headEnd = segment.kind === 'heading' ? end : headEndOf(visible, start, end, segment.opensLine);
  segments.push({ ...segment, start, end, headEnd });
  return true;
}

/**
 * A head is what is in bold at the start (`**Best overall:** **Name**` is one), or what is before the first
 * colon or dash.
 */
function headEndOf(visible: VisibleText, start: number, end: number, opensLine: boolean): number {
  const bold = boldEnd(visible, start, end);
  if (bold > start && /:\s?$/.test(visible.text.slice(bold - 2, bold)))
    return Math.max(bold, boldEnd(visible, bold + 1, end));
  if (bold > start) return bold;
  const match = ENDS_HEAD.test(visible.text.slice(start, end + 1)) ? matchAt(HEAD, visible.text, start) : null;
  if (match && start + match[0].length <= end + 1)
    return pickEnd(visible.text, start, Math.min(end, start + match[0].length), end);
  return opensLine && isNameLine(visible.text.slice(start, Math.min(end, start + LONGEST_NAME_LINE + 1))) ? end : start;
}

/**
 * `Best overall: Acme One`: the name that a label of picks leads to belongs to the head, where the line says nothing
 * else.
 */
function pickEnd(text: string, start: number, headEnd: number, end: number): number {
  if (
    end - headEnd > LONGEST_NAME_LINE ||
    PICK_LABEL.exec(text.slice(start, headEnd + 1))?.[0].length !== headEnd + 1 - start
  )
    return headEnd;
  return isNameLine(text.slice(headEnd, end).trim()) ? end : headEnd;
}

function boldEnd(visible: VisibleText, start: number, end: number): number {
  let bold = start;
  while (bold < end && bold - start < 120 && ((visible.marks[bold] ?? 0) & MARK.strong) !== 0) bold++;
  return bold;
}

/** A line or bullet that holds a name and nothing else: it heads what follows. */
function isNameLine(line: string): boolean {
  if (line.length > LONGEST_NAME_LINE || /[.,!?;:]|\p{L}\s-\s/u.test(line)) return false;
  const words = line.split(/\s+/);
  const first = words[0] ?? '';
  return words.length <= 7 && /^\p{Lu}|^\p{Ll}\p{Lu}|^\d+\p{L}/u.test(first) && !isOrdinaryWord(first.toLowerCase());
}

function isBlank(unit: number): boolean {
  return unit <= 0x20 || unit === 0x2022;
}
