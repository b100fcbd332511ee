import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { readTwice } from '../../../src/monitoring/ingest/import-answers.js';

const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith('bvm-import-'));

async function* once(...pieces: (string | Uint8Array)[]) {
  yield* pieces;
}

async function textOf(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(Buffer.from(piece));
  return Buffer.concat(read).toString();
}

test('both readers get all of a stream that can be read only once, one after the other', async () => {
  const order: string[] = [];
  const first = async (pieces: AsyncIterable<string | Uint8Array>) => void order.push(await textOf(pieces));
  const second = async (pieces: AsyncIterable<string | Uint8Array>) => {
    order.push('then');
    return textOf(pieces);
  };
  const whole = `${'é\n'.repeat(100_000)}end`;
  expect(await readTwice(once('a\n', Buffer.from(whole)), first, second)).toBe(`a\n${whole}`);
  expect(order).toEqual([`a\n${whole}`, 'then']);
});

test('an empty stream is empty twice', async () => {
  expect(await readTwice(once(), async (pieces) => void (await textOf(pieces)), textOf)).toBe('');
});

test('the copy has no name while it is read, and nothing is left if a reader fails', async () => {
  const before = copies();
  const seen: string[][] = [];
  const first = async (pieces: AsyncIterable<string | Uint8Array>) => {
    for await (const _piece of pieces) seen.push(copies());
  };
  const fail = async () => {
    throw new Error('refused by a test');
  };
  await expect(readTwice(once('a', 'b'), first, fail)).rejects.toThrow('refused by a test');
  await expect(readTwice(once('a'), fail, textOf)).rejects.toThrow('refused by a test');
  if (process.platform !== 'win32') expect(seen).toEqual([before, before]);
  expect(copies()).toEqual(before);
});
