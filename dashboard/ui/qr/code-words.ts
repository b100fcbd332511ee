import { correctionOf } from './error-correction.ts';

/** By version, from 1: what level M of ISO/IEC 18004 has, which mends 15 % of damage. */
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
];
const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

/** What a code holds: its size, and its bytes in the order in which they are drawn. */
interface CodeWords {
  /** 1 to 40; a code has 17 + 4 × version modules a side. */
  version: number;
  bytes: number[];
}

/** A text as UTF-8 in the smallest code that holds it. @throws Error beyond 2,331 bytes. */
export function codeWordsOf(text: string): CodeWords {
  const data = [...new TextEncoder().encode(text)];
  const version = versionFor(data.length);
  const capacity = capacityOf(version);
  const bits = [...bitsOf(BYTE_MODE, 4), ...bitsOf(data.length, lengthBits(version)), ...data.flatMap(toBits)];
  const end = [...bits, ...Array<number>(Math.min(4, 8 * capacity - bits.length)).fill(0)];
  const used = Array.from({ length: Math.ceil(end.length / 8) }, (_, at) => byteOf(end.slice(8 * at, 8 * at + 8)));
  const padding = Array.from({ length: capacity - used.length }, (_, at) => PADDING[at % 2] ?? 0);
  return { version, bytes: interleave([...used, ...padding], version) };
}

function versionFor(length: number): number {
  const found = BLOCKS.findIndex((_, at) => 4 + lengthBits(at + 1) + 8 * length <= 8 * capacityOf(at + 1));
  if (found < 0) throw new Error('a text is too long for a QR code');
  return found + 1;
}

const lengthBits = (version: number) => (version < 10 ? 8 : 16);

/** Bytes of data that a version holds beside their correction. */
function capacityOf(version: number): number {
  return rawBytes(version) - (CORRECTION[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0);
}

function rawBytes(version: number): number {
  const all = (16 * version + 128) * version + 64;
  if (version === 1) return Math.floor(all / 8);
  const alignments = Math.floor(version / 7) + 2;
  const drawn = (25 * alignments - 10) * alignments - 55 + (version >= 7 ? 36 : 0);
  return Math.floor((all - drawn) / 8);
}

/** Blocks by turns, so that damage at one place is spread over all of them. The later blocks are a byte longer. */
function interleave(data: readonly number[], version: number): number[] {
  const [count, degree] = [BLOCKS[version - 1] ?? 1, CORRECTION[version - 1] ?? 0];
  const shortLength = Math.floor(data.length / count);
  const shortCount = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, at) => {
    const start = at * shortLength + Math.max(0, at - shortCount);
    return data.slice(start, start + shortLength + (at < shortCount ? 0 : 1));
  });
  const corrections = blocks.map((block) => correctionOf(block, degree));
  return [...byTurns(blocks, shortLength + 1), ...byTurns(corrections, degree)];
}

function byTurns(blocks: readonly (readonly number[])[], length: number): number[] {
  return Array.from({ length }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

const bitsOf = (value: number, length: number) => Array.from({ length }, (_, at) => (value >>> (length - 1 - at)) & 1);

const toBits = (byte: number) => bitsOf(byte, 8);

/** Bits that are not there are 0. */
const byteOf = (bits: readonly number[]) =>
  Array.from({ length: 8 }).reduce<number>((all, _, at) => 2 * all + (bits[at] ?? 0), 0);
