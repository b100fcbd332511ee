import { createReadStream } from 'node:fs';
import { Option } from 'commander';
import { invalid } from '../core/errors.js';
import { commandIo } from './command-context.js';

/** Longer than any password or secret; without it, `/dev/zero` would never end. */
const MAX_FILE_BYTES = 4_096;

/** `--password-file`, beside which no `--password` is given. */
export function passwordFileOption(): Option {
  return new Option('--password-file <path>', 'file that holds the password, - for standard input').conflicts(
    'password',
  );
}

/** The password that either option names; undefined without one. @throws ServiceError VALIDATION_ERROR. */
export async function passwordOf(options: { password?: string; passwordFile?: string }): Promise<string | undefined> {
  return options.passwordFile === undefined
    ? options.password
    : readSecretFile(options.passwordFile, '--password-file', 'password');
}

/**
 * A file's text without the line break that editors and `echo` put at its end; `-` is standard input.
 * @param option and `what` it names, for messages. @throws ServiceError VALIDATION_ERROR.
 */
export async function readSecretFile(file: string, option: string, what: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file === '-' ? commandIo().stdin : createReadStream(file)) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) {
      throw invalid([], `${option}: must hold a ${what}, of at most ${MAX_FILE_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  const secret = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (secret === '') throw invalid([], `${option}: must hold a ${what}, and is empty`);
  return secret;
}
