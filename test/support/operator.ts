import { Readable, Writable } from 'node:stream';
import { runCommand } from '../../src/operator/run-command.js';
import { type Environment, environmentOf, type Outcome } from './processes.js';

/**
 * Runs one of the operator's commands to its end, as `runOperator` does, but in this process, whose analysis other
 * tests use too: on its own thread.
 */
export async function operate(args: readonly string[], env: Environment, input = ''): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        written[name] += text;
        done();
      },
    });
  const io = { stdin: Readable.from([Buffer.from(input)]), stdout: into('stdout'), stderr: into('stderr') };
  const whole = environmentOf({ ANALYSIS_THREADS: '0', ...env });
  const code = await runCommand(args, { ...io, env: whole, exitCode: 0 });
  return { code, signal: null, ...written };
}
