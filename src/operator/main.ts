import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './account.command.js';
import { addAnalyseCommand } from './analyse.command.js';
import { addAnalysisCommand } from './analysis.command.js';
import { addAnswersCommands } from './answers.command.js';
import { addBackupCommands } from './backup.command.js';
import { addCreditsCommands } from './credits.command.js';
import { addDatabaseCommands } from './database.command.js';
import { addHolderCommands } from './holder.command.js';
import { addKeyCommands } from './key.command.js';
import { addKillSwitchCommands } from './kill-switch.command.js';
import { addPlatformCommands } from './platform.command.js';
import { addProjectCommands } from './project.command.js';
import { addRunCommands } from './run.command.js';
import { addSecondFactorKeyCommands } from './second-factor-key.command.js';
import { addSessionCommands } from './session.command.js';

const USAGE = 2;
const REFUSED = 1;

/** The operator's commands (docs/operating.md): JSON on standard output; 1 is a refusal, 2 wrong usage. */
const program = new Command('operator').description('Operates the brand visibility monitoring service').exitOverride();
program.configureOutput({ outputError: (message, write) => write(message) });
for (const add of [
  addAccountCommands,
  addKeyCommands,
  addHolderCommands,
  addSessionCommands,
  addSecondFactorKeyCommands,
  addKillSwitchCommands,
  addProjectCommands,
  addRunCommands,
  addPlatformCommands,
  addCreditsCommands,
  addAnswersCommands,
  addAnalysisCommand,
  addAnalyseCommand,
  addBackupCommands,
  addDatabaseCommands,
]) {
  add(program);
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message.split('\n', 1)[0]}\n`);
  return REFUSED;
}
