const COUNT = new Intl.NumberFormat('en-GB');
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** `1,834` */
export const count = (value: number) => COUNT.format(value);

/** `48%`, rounded to whole points; between nothing and one point `<1%`, so that little is not read as nothing. */
export function percent(value: number): string {
  if (value > 0 && value < 0.5) return '<1%';
  return `${Math.round(value)}%`;
}

/** `22 Nov`, in UTC */
export const day = (date: string) => DAY.format(new Date(date));

/** `22 Nov 2026`, in UTC */
export const longDay = (date: string) => LONG_DAY.format(new Date(date));

/** `22 Nov 2026, 02:35 UTC` */
export const instant = (at: string) => `${longDay(at)}, ${TIME.format(new Date(at))} UTC`;

/** `+3 points`: a change of a percentage is never written with `%`. */
export function points(value: number): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±';
  return `${sign}${Math.abs(value)} ${Math.abs(value) === 1 ? 'point' : 'points'}`;
}

/** `1 answer`, `1,834 answers` */
export const plural = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

const RULES = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `2nd` */
export const ordinal = (value: number) => `${value}${SUFFIXES[RULES.select(value)] ?? 'th'}`;
