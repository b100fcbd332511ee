import { measureBypasses, printBypasses } from './bypasses/bypasses.js';
import { CI_OPTIONS, measureCi } from './ci/ci.js';
import { measureDeliveries, printDeliveries } from './deliveries/deliveries.js';
import { measureDoors } from './doors/doors.js';
import { printDoors } from './doors/report.js';
import { measureEngine } from './engine/engine.js';
import { measureExports, printExports } from './exports/exports.js';
import { measureFailover } from './failover/failover.js';
import { measureGraphql } from './graphql-reads/reads.js';
import { printGraphql } from './graphql-reads/report.js';
import { measureGroups, printGroups } from './groups/groups.js';
import { measureLoad } from './load/load.js';
import { printLoad, printLoadHead, printWindow } from './load/report.js';
import { measureWriter } from './load/writer.js';
import { measureMcp, printMcp } from './mcp/mcp.js';
import { measurePoints } from './points/points.js';
import { printPoints } from './points/report.js';
import { testPooler } from './pooler/pooler.js';
import { measureReads } from './rest-reads/reads.js';
import { printReads, printScale } from './rest-reads/report.js';
import { measureScale } from './rest-reads/scale.js';
import { printSizes } from './scale/report.js';
import { measureSizes } from './scale/scale.js';
import { type Options, readOptions } from './shared/options.js';
import { printEnvironment } from './shared/report.js';
import { onStage, type Stage } from './shared/stage.js';

/** One of them is asked. */
const POINTS_ACCOUNTS = 16;
const SCALE_ACCOUNTS = 16;
/** Each has 72,000 rows of rollups. */
const GROUPS_ACCOUNTS = 16;
const MCP_ACCOUNTS = 200;
const EXPORT_ACCOUNTS = 101;
const LOAD = { accounts: 200, requestsPerSecond: 60 };

/**
 * `npm run bench [-- PART --accounts N --answers N --rounds N --seconds S]` (docs/benchmarks.md). PART is `rest` or
 * `graphql`, both by default: the reads beside a bare server and PostGraphile. `ci`: their ratios alone, kept by
 * commit. `scale [--sizes N,N,N]`: three questions by the answers stored. `groups`: filters and
 * segments beside plain SQL. `mcp`: what assistants ask beside GraphQL. `exports`: reads beside files of 100,000 rows.
 * `points`: what each field of GraphQL takes for
 * a point. `bypasses`: what each fast path saves. `load [--minutes N]`: the whole service under steady load, then under
 * attack. `writer`: a client that writes as much as its tier lets it, on a busy machine. `engine [--only NAME]`: what
 * the service's own asking costs. `doors`: the door alone. `deliveries`: 10,000 events due, with one dead receiver in a
 * hundred. `failover`: the primary of two database servers killed under
 * load. `pooler [--only FILES]`: the tests of both surfaces through PgBouncer.
 * Exits 1 on a wrong response and on a field above its bound, never on a slow read, and 2 on wrong usage. Leaves
 * nothing behind but PostGraphile's packages, and the line that `ci` adds to `bench/history.jsonl`.
 */
try {
  const options = readOptions(process.argv.slice(2));
  if (options.parts.has('rest') || options.parts.has('graphql')) await measureBoth(options);
  if (options.parts.has('ci')) await onPrintedStage({ ...options, ...CI_OPTIONS }, measureCi);
  if (options.parts.has('scale')) {
    await onPrintedStage({ ...options, accounts: SCALE_ACCOUNTS }, async (stage) => {
      printSizes(await measureSizes(stage));
    });
  }
  if (options.parts.has('groups')) {
    await onPrintedStage({ ...options, accounts: GROUPS_ACCOUNTS }, async (stage) => {
      printGroups(await measureGroups(stage));
    });
  }
  if (options.parts.has('mcp')) {
    await onPrintedStage({ ...options, accounts: MCP_ACCOUNTS }, async (stage) => {
      printMcp(await measureMcp(stage));
    });
  }
  if (options.parts.has('exports')) {
    await onPrintedStage({ ...options, accounts: EXPORT_ACCOUNTS }, async (stage) => {
      printExports(await measureExports(stage));
    });
  }
  if (options.parts.has('points')) await measureFields(options);
  if (options.parts.has('bypasses')) {
    await onPrintedStage(options, async (stage) => {
      printBypasses(await measureBypasses(stage));
    });
  }
  if (options.parts.has('engine')) await measureEngine(options.only);
  if (options.parts.has('doors')) printDoors(await measureDoors(options));
  if (options.parts.has('deliveries') && !printDeliveries(await measureDeliveries())) process.exitCode = 1;
  if (options.parts.has('pooler') && !(await testPooler(options.only))) process.exitCode = 1;
  if (options.parts.has('failover') && !(await measureFailover())) process.exitCode = 1;
  if (options.parts.has('writer') && !(await measureWriter())) process.exitCode = 1;
  if (options.parts.has('load')) {
    const load = { ...LOAD, minutes: options.minutes };
    printLoadHead(load);
    if (!printLoad(await measureLoad(load, printWindow))) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode ??= 1;
}

async function onPrintedStage(options: Options, work: (stage: Stage) => Promise<void>): Promise<void> {
  await onStage(options, async (stage) => {
    await printEnvironment(stage);
    await work(stage);
  });
}

async function measureFields(options: Options): Promise<void> {
  await onPrintedStage({ ...options, accounts: POINTS_ACCOUNTS }, async (stage) => {
    if (!printPoints(await measurePoints(stage, options.only))) process.exitCode = 1;
  });
}

async function measureBoth(options: Options): Promise<void> {
  await onPrintedStage(options, async (stage) => {
    if (options.parts.has('rest')) {
      printReads(await measureReads(stage));
      printScale(await measureScale(stage));
    }
    if (options.parts.has('graphql')) printGraphql(await measureGraphql(stage));
  });
}
