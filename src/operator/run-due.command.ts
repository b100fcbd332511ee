import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { SYSTEM_CLOCK } from '../clock.js';
import { runDue } from '../monitoring/engine/run-due.js';
import { createAskers } from '../monitoring/engine/run-worker.js';
import { createJudging } from '../monitoring/judge/model-judge.js';
import { commandIo } from './command-io.js';
import { print, STDERR_LOG, withWholeDatabase } from './session.js';

/** The exit code where the planning of an account failed; the report names it. */
const UNPLANNED = 1;

/** `run due` */
export function addDueCommand(run: Command): void {
  run
    .command('due')
    .description('plan all that is due and drive it to its end')
    .option('--now <instant>', 'as if it were this instant, past or future: 2026-11-02T09:30:00Z', toInstant)
    .action(async ({ now }: { now?: Date }) => {
      const report = await withWholeDatabase(async (database, config) => {
        const { concurrency, leaseSeconds, drainSeconds } = config.worker;
        const judging = await createJudging(database.openForJob(), config.judge, STDERR_LOG, SYSTEM_CLOCK);
        const askers = createAskers(config.platforms, SYSTEM_CLOCK);
        const bounds = { concurrency, leaseMs: leaseSeconds * 1_000, drainMs: drainSeconds * 1_000 };
        const log = { ...STDERR_LOG, info() {} };
        const options = { database, askers, judging, clock: SYSTEM_CLOCK, log, bounds };
        return runDue(options, now ?? SYSTEM_CLOCK.now());
      });
      print(report);
      if (report.unplannedAccounts) commandIo().exitCode = UNPLANNED;
    });
}

const EARLIEST = new Date('1970-01-05T00:00:00Z');
/** A weekly prompt that is planned then is due next in the week after: within the years of four digits. */
const LATEST = new Date('9999-12-01T00:00:00Z');

const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((at) => at >= EARLIEST && at <= LATEST);

function toInstant(text: string): Date {
  const { success, data } = instant.safeParse(text);
  if (success) return data;
  throw new InvalidArgumentError(
    'It must be an ISO 8601 instant with a time zone, such as 2026-11-02T09:30:00Z, of 1970 to 9999.',
  );
}
