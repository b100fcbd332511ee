/** Bytes of an event's data, as JSON in UTF-8. */
export const DATA_MAX_BYTES = 20_000;

/** Lists of an alert that are cut where its data is too long, in this order: ten prompts may have 20,000 letters. */
const CUT = ['answers', 'changes', 'parts', 'prompts'] as const;

/** Of an alert's address: the dashboard's pages of its project. */
const PROJECT_PAGES = /^(.+\/dashboard\/projects\/[^/?#]+)\//;

/**
 * The data of an event in which each answer of an alert has its address in the dashboard (`url`), where the alert has
 * one itself; null where it has none.
 */
export function withAnswerAddresses(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { alert } = data;
  if (!isRecord(alert) || !Array.isArray(alert['answers'])) return data;
  const [, pages] = PROJECT_PAGES.exec(typeof alert['url'] === 'string' ? alert['url'] : '') ?? [];
  const answers = alert['answers'].map((answer: unknown) => {
    if (!isRecord(answer)) return answer;
    const { date, id } = answer;
    return { ...answer, url: pages === undefined ? null : `${pages}/answers?answer=${date}.${id}` };
  });
  return { ...data, alert: { ...alert, answers } };
}

/**
 * The data of an event with `is_cut`, within {@link DATA_MAX_BYTES}: entries of an alert's answers, changes, parts and
 * prompts are left out from the end, in this order, until it fits.
 * @throws Error for data that is too long without any: its maker bounds every other field.
 */
export function fitData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const whole = { ...data, is_cut: false };
  if (bytesOf(whole) <= DATA_MAX_BYTES) return whole;
  const { alert } = data;
  let kept = isRecord(alert) ? alert : {};
  for (const list of CUT) {
    const entries = kept[list];
    if (!Array.isArray(entries)) continue;
    const shortened = (count: number) => ({ ...kept, [list]: entries.slice(0, count) });
    const asSent = (count: number) => ({ ...data, alert: shortened(count), is_cut: true });
    const fits = (count: number) => bytesOf(asSent(count)) <= DATA_MAX_BYTES;
    const count = lastThat(fits, entries.length);
    if (fits(count)) return asSent(count);
    kept = shortened(0);
  }
  throw new Error(`the data of an event has more than ${DATA_MAX_BYTES} bytes without its lists`);
}

/** The largest count up to `most` that fits; 0 where none does. Fewer entries are never longer. */
function lastThat(fits: (count: number) => boolean, most: number): number {
  for (let count = most; count > 0; count -= 1) if (fits(count)) return count;
  return 0;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
