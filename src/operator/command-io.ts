import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';

/** What a command reads and writes: what its process has, or what a test gives it. */
export interface CommandIo {
  env: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** 0 until a command that ends without a refusal says otherwise. */
  exitCode: number;
}

const running = new AsyncLocalStorage<CommandIo>();

/** Runs a command's work with what {@link commandIo} returns in it. */
export function withCommandIo<Result>(io: CommandIo, work: () => Result): Result {
  return running.run(io, work);
}

/** That of the command under way. */
export function commandIo(): CommandIo {
  const io = running.getStore();
  if (!io) throw new Error('no command is under way');
  return io;
}
