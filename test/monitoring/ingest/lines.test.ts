import fc from 'fast-check';
import { LINE_MAX_BYTES, type Line, readLines } from '../../../src/monitoring/ingest/lines.js';

async function linesOf(...pieces: (string | Uint8Array)[]): Promise<Line[]> {
  const source = async function* () {
    yield* pieces;
  };
  return collect(source());
}

async function collect(source: AsyncIterable<string | Uint8Array>): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(source)) lines.push(line);
  return lines;
}

test('a stream has the same lines however it is cut into pieces', async () => {
  const text = fc.array(fc.constantFrom('a', 'é', '🦊', ' ', '\n', '\r\n')).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(40)), async (whole, cuts) => {
      const bytes = Buffer.from(whole);
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort((a, b) => a - b);
      const pieces = places.map((place, at) => bytes.subarray(places[at - 1] ?? 0, place));
      expect(await linesOf(...pieces)).toEqual(await linesOf(whole));
    }),
  );
});

test('lines are numbered as an editor numbers them, and blank ones are left out', async () => {
  expect(await linesOf('one\n\n  \r\nfour\r\nfive')).toEqual([
    { number: 1, text: 'one' },
    { number: 4, text: 'four\r' },
    { number: 5, text: 'five' },
  ]);
});

test('a byte order mark is dropped', async () => {
  expect(await linesOf('\ufeff{}\n')).toEqual([{ number: 1, text: '{}' }]);
});

test('a line that is no UTF-8 is a fault, and its neighbours are read', async () => {
  const lines = await linesOf('one\n', Uint8Array.of(0x61, 0xff), '\nthree');
  expect(lines).toEqual([
    { number: 1, text: 'one' },
    { number: 2, fault: 'the line is not UTF-8' },
    { number: 3, text: 'three' },
  ]);
});

test('a line over the bound is a fault, and the next one is read', async () => {
  const source = async function* () {
    for (let bytes = 0; bytes <= LINE_MAX_BYTES; bytes += 1024 * 1024) yield Buffer.alloc(1024 * 1024, 'x');
    yield '\nnext';
  };
  expect(await collect(source())).toEqual([
    { number: 1, fault: `the line is longer than ${LINE_MAX_BYTES} bytes` },
    { number: 2, text: 'next' },
  ]);
});

test('a line that is nested deeper than any answer is a fault, whatever its length', async () => {
  const lines = await linesOf(`${'['.repeat(65)}\n`, '['.repeat(LINE_MAX_BYTES), `\n${'['.repeat(64)}`);
  expect(lines).toEqual([
    { number: 1, fault: 'the line is nested deeper than 64 levels' },
    { number: 2, fault: 'the line is nested deeper than 64 levels' },
    { number: 3, text: '['.repeat(64) },
  ]);
});

test('other work of the process has its turns while one piece with many lines is read', async () => {
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const lines = await linesOf('0\n'.repeat(5_000));
  isReading = false;
  expect(lines).toHaveLength(5_000);
  expect(turns).toBeGreaterThanOrEqual(99);
});
