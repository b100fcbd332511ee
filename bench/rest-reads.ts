import { readOptions } from './rest-reads/options.js';
import { measureReads } from './rest-reads/reads.js';
import { printEnvironment, printReads, printScale } from './rest-reads/report.js';
import { measureScale } from './rest-reads/scale.js';
import { onStage } from './rest-reads/stage.js';

/**
 * `npm run bench [-- --accounts N --answers N --rounds N --seconds S]`: the REST reads beside a bare server on the same
 * database, and one question at two depths of history (docs/benchmarks.md). Exits 1 on a wrong answer, never on a slow
 * one, and 2 on wrong usage. Leaves nothing behind.
 */
try {
  const options = readOptions(process.argv.slice(2));
  await onStage(options, async (stage) => {
    await printEnvironment(stage);
    printReads(await measureReads(stage));
    printScale(await measureScale(stage));
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode ??= 1;
}
