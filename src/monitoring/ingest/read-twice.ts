import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * Passes a stream that can be read only once to `first`, and then, from a copy, to `second`. The copy is a file in the
 * system's temporary folder, readable by this user alone. Its name is deleted as soon as it is open, so that a killed
 * process leaves nothing; a system that cannot do that deletes it at the end. If `first` or the stream fails, `second`
 * is not called.
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
