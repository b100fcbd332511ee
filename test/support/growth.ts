/** A quarter of the work is measured so often for each time that the whole is. */
const SMALL_RUNS = 3;
const ROUNDS_MAX = 10;
/** Between 4, where four times the size takes four times the work, and 16, where it grows with the square. */
const GROWTH_MAX = 8;

/**
 * Expects that work of four times the size takes about four times as long, and not sixteen times: however slow the
 * machine is, it is so for both. Sizes take turns and the least of each counts, as other work of the machine only adds
 * to it; where they are still too far apart, both are measured again.
 */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  work(size / 4);
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS_MAX && !(large / small <= GROWTH_MAX); round += 1) {
    for (let run = 0; run < SMALL_RUNS; run += 1)
      small = Math.min(
        small,
        processorMsOf(() => work(size / 4)),
      );
    large = Math.min(
      large,
      processorMsOf(() => work(size)),
    );
  }
  expect(large / small).toBeLessThanOrEqual(GROWTH_MAX);
}

function processorMsOf(work: () => unknown): number {
  const started = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1_000;
}
