import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { SYSTEM_CLOCK } from '../clock.js';
import { retryRuns } from '../core/runs/retry-runs.js';
import { listPaidRuns, type PaidRunView, runsInput } from '../core/runs/run-list.js';
import { RUN_STATES } from '../entities/vocabulary.js';
import { KeyedPlatforms } from '../monitoring/engine/keyed-platforms.js';
import { runDue } from '../monitoring/engine/run-due.js';
import { createJudging } from '../monitoring/judge/model-judge.js';
import { commandIo, contextOfOwner, print, STDERR_LOG, withDatabase, withWholeDatabase } from './command-context.js';

/** The exit code where the planning of an account failed; the report names it. */
const UNPLANNED = 1;
const EARLIEST = new Date('1970-01-05T00:00:00Z');
/** A weekly prompt that is planned then is due next in the week after: within the years of four digits. */
const LATEST = new Date('9999-12-01T00:00:00Z');

const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((at) => at >= EARLIEST && at <= LATEST);

/** `run due|list|retry` */
export function addRunCommands(program: Command): void {
  const run = program.command('run').description('what is asked of the platforms');
  addDue(run);
  run
    .command('list')
    .description('runs of a project, newest first; of 30 days unless told otherwise, 90 at most')
    .requiredOption('--project <id>', 'the project')
    .addOption(new Option('--state <state>', 'only those in this state').choices(RUN_STATES))
    .option('--from <day>', 'first UTC day that they were planned on, YYYY-MM-DD', toDay)
    .option('--to <day>', 'last such day; today', toDay)
    .action(async ({ project, ...input }) => {
      const runs = await withDatabase(async (db) =>
        listPaidRuns(await contextOfOwner(db, 'project', project), project, input),
      );
      print(runs.map(toListed));
    });
  run
    .command('retry')
    .description('queue failed runs of the present period again; each takes a credit')
    .requiredOption('--project <id>', 'the project')
    .option('--from <day>', 'only those planned on this UTC day or later, YYYY-MM-DD', toDay)
    .action(async ({ project, from }) => {
      const { queued, withoutCredit } = await withDatabase(async (db) =>
        retryRuns(await contextOfOwner(db, 'project', project), project, from),
      );
      print({ queued });
      if (withoutCredit > 0)
        commandIo().stderr.write(`${withoutCredit} failed runs stay: no credits are left for them\n`);
    });
}

function addDue(run: Command): void {
  run
    .command('due')
    .description('plan all that is due and drive it to its end')
    .option('--now <instant>', 'as if it were this instant, past or future: 2026-11-02T09:30:00Z', toInstant)
    .action(async ({ now }: { now?: Date }) => {
      const report = await withWholeDatabase(async (database, config) => {
        const { concurrency, leaseSeconds, drainSeconds } = config.worker;
        const judging = await createJudging(database.openForJob(), config.judge, STDERR_LOG, SYSTEM_CLOCK);
        const platforms = await new KeyedPlatforms(config, SYSTEM_CLOCK, STDERR_LOG).read(database.openForJob());
        const bounds = { concurrency, leaseMs: leaseSeconds * 1_000, drainMs: drainSeconds * 1_000 };
        const log = { ...STDERR_LOG, info() {} };
        const options = { database, platforms, judging, clock: SYSTEM_CLOCK, log, bounds };
        return runDue(options, now ?? SYSTEM_CLOCK.now());
      });
      print(report);
      if (report.unplannedAccounts) commandIo().exitCode = UNPLANNED;
    });
}

function toInstant(text: string): Date {
  const { success, data } = instant.safeParse(text);
  if (success) return data;
  throw new InvalidArgumentError(
    'It must be an ISO 8601 instant with a time zone, such as 2026-11-02T09:30:00Z, of 1970 to 9999.',
  );
}

function toListed({ id, ...run }: PaidRunView): object {
  return {
    runId: id,
    promptId: run.promptId,
    platform: run.platform,
    periodDate: run.periodDate,
    trigger: run.trigger,
    state: run.state,
    reason: run.reason,
    message: run.message,
    attempts: run.attempts,
    plannedAt: run.plannedAt,
    finishedAt: run.finishedAt,
    nextAttemptAt: run.nextAttemptAt,
    model: run.model,
    costUsd: run.costUsd,
  };
}

function toDay(text: string): string {
  const { success, error } = runsInput.shape.from.safeParse(text);
  if (!success) throw new InvalidArgumentError(error.issues[0]?.message ?? 'must be a date YYYY-MM-DD');
  return text;
}
