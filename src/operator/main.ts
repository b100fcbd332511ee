import { runCommand } from './run-command.js';

const { env, stdin, stdout, stderr } = process;

/** The operator's process: its arguments are one command. */
process.exitCode = await runCommand(process.argv.slice(2), { env, stdin, stdout, stderr, exitCode: 0 });
