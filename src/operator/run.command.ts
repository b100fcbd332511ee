import { type Command, InvalidArgumentError, Option } from 'commander';
import { retryRuns } from '../core/runs/retry-runs.js';
import { listPaidRuns, type PaidRunView, runsInput } from '../core/runs/run-list.js';
import { RUN_STATES } from '../entities/vocabulary.js';
import { commandIo } from './command-io.js';
import { addDueCommand } from './run-due.command.js';
import { contextOfOwner, print, withDatabase } from './session.js';

/** `run due|list|retry` */
export function addRunCommands(program: Command): void {
  const run = program.command('run').description('what is asked of the platforms');
  addDueCommand(run);
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
