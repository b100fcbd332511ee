import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.js';

const COLUMNS_MAX = 120;
const INLINE_COMMENT_LINES_MAX = 3;

const FOLDERS = ['src', 'test', 'bench', 'scripts'];
const CODE = /\.(?:ts|tsx|mjs)$/;

/** The lines of these instructions are part of the text that a model receives. */
const EXEMPT = /^src\/monitoring\/judge\/instructions\.ts$/;

interface Line {
  file: string;
  number: number;
  text: string;
}

const lines: Line[] = FOLDERS.flatMap(filesBelow)
  .filter((file) => !EXEMPT.test(file))
  .flatMap((file) => {
    const texts = readFileSync(join(ROOT, file), 'utf8').split('\n');
    return texts.map((text, at) => ({ file, number: at + 1, text }));
  });

test('a line of code, comment or text has at most 120 characters', () => {
  expect(lines.length).toBeGreaterThan(10_000);
  expect(lines.filter(({ text }) => [...text].length > COLUMNS_MAX).map(placeOf)).toEqual([]);
});

test('an inline comment has at most three lines', () => {
  let length = 0;
  const tooLong = lines.filter(({ text }) => {
    length = /^\s*\/\//.test(text) ? length + 1 : 0;
    return length === INLINE_COMMENT_LINES_MAX + 1;
  });
  expect(tooLong.map(placeOf)).toEqual([]);
});

function filesBelow(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => CODE.test(name)).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

function placeOf({ file, number }: Line): string {
  return `${file}:${number}`;
}
