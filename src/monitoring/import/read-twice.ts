import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * Gives a stream that can be read but once to `first`, and then, from a copy, to `second`. The copy is a file of the
 * system's temporary folder, for this user alone, that has no name from the start, so that a process which is killed
 * leaves nothing; where a system does not let go of an open file's name, it goes in the end. Where `first` fails, or
 * the stream, `second` gets nothing.
 */
export async function readTwice<Result>(
  source: Pieces,
  first: (pieces: Pieces) => Promise<void>,
  second: (pieces: Pieces) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bvm-import-'));
  const file = await open(join(folder, 'copy'), 'wx+', 0o600);
  const forget = () => rm(folder, { recursive: true, force: true });
  await forget().catch(() => {});
  try {
    await first(copied(source, file));
    return await second(file.createReadStream({ start: 0, autoClose: false }));
  } finally {
    await file.close();
    await forget();
  }
}

async function* copied(source: Pieces, file: FileHandle): Pieces {
  for await (const piece of source) {
    await file.appendFile(piece);
    yield piece;
  }
}
