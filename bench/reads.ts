import { measureGraphql } from './graphql-reads/reads.js';
import { printGraphql } from './graphql-reads/report.js';
import { measureReads } from './rest-reads/reads.js';
import { printReads, printScale } from './rest-reads/report.js';
import { measureScale } from './rest-reads/scale.js';
import { readOptions } from './shared/options.js';
import { printEnvironment } from './shared/report.js';
import { onStage } from './shared/stage.js';

/**
 * `npm run bench [-- rest|graphql --accounts N --answers N --rounds N --seconds S]`: the REST reads beside a bare server
 * on the same database, and one question at two depths of history; the GraphQL reads beside a bare server and
 * PostGraphile (docs/benchmarks.md). Both parts where none is named. Exits 1 on a wrong answer, never on a slow one, and
 * 2 on wrong usage. Leaves nothing behind but PostGraphile's packages.
 */
try {
  const options = readOptions(process.argv.slice(2));
  await onStage(options, async (stage) => {
    await printEnvironment(stage);
    if (options.parts.has('rest')) {
      printReads(await measureReads(stage));
      printScale(await measureScale(stage));
    }
    if (options.parts.has('graphql')) printGraphql(await measureGraphql(stage));
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode ??= 1;
}
