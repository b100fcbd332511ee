/**
 * `part` of `whole` in percent, rounded half up once to `decimals` places; 0 where the whole is 0
 * (decisions, "rounding"). Counts are integers, so the division is the only inexact step and comes last.
 */
export function percent(part: number, whole: number, decimals = 0): number {
  if (whole === 0) return 0;
  const scale = 10 ** decimals;
  return Math.floor((200 * scale * part + whole) / (2 * whole)) / scale;
}
