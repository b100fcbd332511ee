import { Command, CommanderError } from 'commander';
import { type CommandIo, withCommandIo } from './command-context.js';

const USAGE = 2;
const REFUSED = 1;

/** The commands by the words that they begin with; a module, and all behind it, is imported when one is chosen. */
export const COMMANDS: readonly { names: readonly string[]; load: () => Promise<(program: Command) => void> }[] = [
  { names: ['account'], load: async () => (await import('./account.command.js')).addAccountCommands },
  { names: ['mcp'], load: async () => (await import('./mcp.command.js')).addMcpCommand },
  { names: ['key'], load: async () => (await import('./key.command.js')).addKeyCommands },
  { names: ['holder', 'session'], load: async () => (await import('./holder.command.js')).addHolderCommands },
  { names: ['sso'], load: async () => (await import('./sso.command.js')).addSsoCommands },
  { names: ['keys'], load: async () => (await import('./encryption-key.command.js')).addEncryptionKeyCommands },
  { names: ['setup-code'], load: async () => (await import('./setup-code.command.js')).addSetupCodeCommand },
  { names: ['kill-switch'], load: async () => (await import('./kill-switch.command.js')).addKillSwitchCommands },
  { names: ['project', 'competitor'], load: async () => (await import('./project.command.js')).addProjectCommands },
  { names: ['run'], load: async () => (await import('./run.command.js')).addRunCommands },
  { names: ['platform'], load: async () => (await import('./platform.command.js')).addPlatformCommands },
  { names: ['sample-size'], load: async () => (await import('./sample-size.command.js')).addSampleSizeCommand },
  { names: ['models'], load: async () => (await import('./models.command.js')).addModelsCommand },
  { names: ['credits'], load: async () => (await import('./credits.command.js')).addCreditsCommands },
  {
    names: ['answers', 'rollups', 'reanalyse', 'analysis', 'judge'],
    load: async () => (await import('./answers.command.js')).addAnswersCommands,
  },
  { names: ['analyse'], load: async () => (await import('./analyse.command.js')).addAnalyseCommand },
  { names: ['backup', 'restore'], load: async () => (await import('./backup.command.js')).addBackupCommands },
  { names: ['database'], load: async () => (await import('./database.command.js')).addDatabaseCommands },
];

/**
 * Runs one of the operator's commands (docs/operating.md): JSON on standard output. Returns the exit code: 1 is a
 * refusal, 2 wrong usage.
 */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const program = new Command('operator')
    .description('Operates the brand visibility monitoring service')
    .exitOverride();
  program.configureOutput({
    writeOut: (text) => io.stdout.write(text),
    writeErr: (text) => io.stderr.write(text),
    outputError: (message, write) => write(message),
  });
  // Help, and what is no command, take the whole list.
  const chosen = COMMANDS.filter(({ names }) => names.some((name) => name === args[0]));
  for (const { load } of chosen.length > 0 ? chosen : COMMANDS) (await load())(program);
  try {
    await withCommandIo(io, () => program.parseAsync(args, { from: 'user' }));
    return io.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    const message = error instanceof Error ? error.message : String(error);
    io.stderr.write(`${message.split('\n', 1)[0]}\n`);
    return REFUSED;
  }
}
