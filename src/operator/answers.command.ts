import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { getProjectAnalysis } from '../core/analysis-state/project-analysis.js';
import { applyJudge, getJudgeHistory } from '../core/judge-history/judge-history.js';
import { type Verification, verifyRollups } from '../monitoring/facts/verify-rollups.js';
import { importAnswers } from '../monitoring/ingest/import-answers.js';
import { reanalyse } from '../monitoring/reanalysis/reanalyse.js';
import { commandIo, contextOfOwner, print, withDatabase, withJudging } from './command-context.js';

const INCONSISTENT = 1;

/** `answers import`, `rollups verify`, `reanalyse`, `analysis`, which shows how far re-analysis is, and `judge` */
export function addAnswersCommands(program: Command): void {
  program
    .command('answers')
    .description('answers of AI platforms')
    .command('import')
    .description('import a file of answers: all of it, or nothing if the command is killed')
    .requiredOption('--project <id>', 'the project')
    .requiredOption('--file <path>', 'JSON Lines, - for standard input')
    .action(async ({ project, file }) => {
      const source = await openSource(file);
      print(await withJudging((db, judging) => importAnswers(db, { projectId: project }, source, judging)));
    });
  program
    .command('rollups')
    .description('the daily tables that metrics are read from')
    .command('verify')
    .description('recompute from history and compare; exits 1 when they differ')
    .option('--project <id>', 'only this project')
    .action(async ({ project }) => {
      const verification = await withDatabase((db) => verifyRollups(db, { projectId: project }));
      print(reportOf(verification));
      if (!verification.consistent) commandIo().exitCode = INCONSISTENT;
    });
  program
    .command('reanalyse')
    .description('analyse retained answers again and select the new analysis')
    .requiredOption('--project <id>', 'the project')
    .action(async ({ project }) =>
      print(await withJudging((db, judging) => reanalyse(db, { projectId: project }, judging))),
    );
  program
    .command('analysis')
    .description('show whether retained answers are analysed with the present names, and how far re-analysis is')
    .requiredOption('--project <id>', 'the project')
    .action(async ({ project }) =>
      print(
        await withDatabase(async (db) => getProjectAnalysis(await contextOfOwner(db, 'project', project), project)),
      ),
    );
  const judge = program.command('judge').description('answers that were read before the judge of new ones began');
  judge
    .command('history')
    .description('how many there are, and about what it costs to have them judged; null where there are none')
    .requiredOption('--project <id>', 'the project')
    .action(async ({ project }) =>
      print(await withDatabase(async (db) => getJudgeHistory(await contextOfOwner(db, 'project', project), project))),
    );
  judge
    .command('apply')
    .description('have them judged: a worker reads all retained answers again, within the bounds of a day')
    .requiredOption('--project <id>', 'the project')
    .action(async ({ project }) =>
      print(
        await withDatabase(async (db) => {
          const ctx = await contextOfOwner(db, 'project', project);
          await applyJudge(ctx, project);
          return getJudgeHistory(ctx, project);
        }),
      ),
    );
}

/** A list that was cut says how many entries it lacks. */
function reportOf({ consistent, projects, differences, differenceCount }: Verification) {
  const omitted = differenceCount - differences.length;
  return { consistent, projects, differences: omitted > 0 ? [...differences, { omitted }] : differences };
}

/** A file that cannot be read is refused before the database is opened. */
async function openSource(file: string): Promise<AsyncIterable<Uint8Array>> {
  if (file === '-') return commandIo().stdin;
  await (await open(file)).close();
  return createReadStream(file);
}
