import { codeWordsOf } from './code-words.ts';

/** The side of the three squares by which a reader finds the code, with the light line around them. */
const FINDER = 8;
const LEVEL_M = 0b00;
/** Dark where column and row together are even. Any of the eight masks can be read; texts here are random anyway. */
const MASK = 0b000;

/** A module of the code: dark, light, or not drawn yet. */
type Grid = (boolean | undefined)[][];

/** The modules of a QR code (ISO/IEC 18004) of a text, by rows; true is dark. @throws Error for a text too long. */
export function modulesOf(text: string): boolean[][] {
  const { version, bytes } = codeWordsOf(text);
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  drawFinders(grid, size);
  drawAlignments(grid, version, size);
  drawTiming(grid, size);
  drawFormat(grid, size);
  drawVersion(grid, version, size);
  drawBytes(grid, bytes, size);
  return grid.map((row) => row.map((module) => module === true));
}

function set(grid: Grid, x: number, y: number, isDark: boolean): void {
  const row = grid[y];
  if (row && x >= 0 && x < row.length) row[x] = isDark;
}

function drawFinders(grid: Grid, size: number): void {
  for (const [centreX, centreY] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(grid, centreX + dx, centreY + dy, ring !== 2 && ring !== 4);
      }
    }
  }
}

/** Small squares that hold the grid of a larger code straight. */
function drawAlignments(grid: Grid, version: number, size: number): void {
  const places = alignmentsOf(version, size);
  for (const y of places) {
    for (const x of places) {
      if (grid[y]?.[x] === undefined) drawAlignment(grid, x, y);
    }
  }
}

function drawAlignment(grid: Grid, x: number, y: number): void {
  for (let dy = -2; dy <= 2; dy += 1) {
    for (let dx = -2; dx <= 2; dx += 1) set(grid, x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }
}

function alignmentsOf(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((8 * version + 3 * count + 5) / (4 * count - 4)) * 2;
  const later = Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step);
  return [6, ...later.reverse()];
}

/** Dark and light by turns, between the finders. */
function drawTiming(grid: Grid, size: number): void {
  for (let at = FINDER; at < size - FINDER; at += 1) {
    set(grid, 6, at, at % 2 === 0);
    set(grid, at, 6, at % 2 === 0);
  }
}

/** Level and mask, twice, with a correction of their own. */
function drawFormat(grid: Grid, size: number): void {
  const bits = ((((LEVEL_M << 3) | MASK) << 10) | remainderOf((LEVEL_M << 3) | MASK, 10, 0x537)) ^ 0x5412;
  const isDark = (at: number) => ((bits >>> at) & 1) === 1;
  for (let at = 0; at < 15; at += 1) {
    const [x, y] = firstPlaceOf(at);
    set(grid, x, y, isDark(at));
    if (at < 8) set(grid, size - 1 - at, 8, isDark(at));
    else set(grid, 8, size - 15 + at, isDark(at));
  }
  set(grid, 8, size - 8, true);
}

/** Around the upper left finder; the timing's lines are left out. */
function firstPlaceOf(at: number): readonly [number, number] {
  if (at < 6) return [8, at];
  if (at === 6) return [8, 7];
  if (at === 7) return [8, 8];
  if (at === 8) return [7, 8];
  return [14 - at, 8];
}

function drawVersion(grid: Grid, version: number, size: number): void {
  if (version < 7) return;
  const bits = (version << 12) | remainderOf(version, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const [along, across] = [size - 11 + (at % 3), Math.floor(at / 3)];
    set(grid, along, across, ((bits >>> at) & 1) === 1);
    set(grid, across, along, ((bits >>> at) & 1) === 1);
  }
}

function remainderOf(value: number, bits: number, divisor: number): number {
  let remainder = value;
  for (let bit = 0; bit < bits; bit += 1) remainder = (remainder << 1) ^ ((remainder >>> (bits - 1)) * divisor);
  return remainder;
}

/** In pairs of columns from the right, up and down by turns, over what is not drawn yet. */
function drawBytes(grid: Grid, bytes: readonly number[], size: number): void {
  let bit = 0;
  for (const [x, y] of pathOf(size)) {
    if (grid[y]?.[x] !== undefined) continue;
    const isSet = (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
    set(grid, x, y, isSet !== ((x + y) % 2 === 0));
    bit += 1;
  }
}

function* pathOf(size: number): Generator<readonly [number, number]> {
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    // The column of the timing is left out.
    const right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0);
    for (let at = 0; at < size; at += 1) {
      const y = pair % 2 === 0 ? size - 1 - at : at;
      yield [right, y];
      yield [right - 1, y];
    }
  }
}
