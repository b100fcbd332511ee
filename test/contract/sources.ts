import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
const SRC = join(ROOT, 'src');
/** What runs in the browser, beside `src`. */
const BROWSER = ['dashboard', 'explorer'].map((folder) => join(ROOT, folder));

export interface SourceFile {
  /** Below `src`, or from the root where it runs in the browser; with slashes. */
  path: string;
  text: string;
  /** As {@link partOf} has it. */
  part: string;
  /** Files of `src` that it imports, by path; types included. */
  files: string[];
  /** What else it imports: packages by name, `node:` modules as written. */
  packages: string[];
}

/** Every source file of the service, styles of its pages included, with what it imports, statically or not. */
export function readSources(): SourceFile[] {
  return [SRC, ...BROWSER].flatMap((folder) => readFolder(folder, folder === SRC ? SRC : ROOT));
}

/** The benchmarks' files, by path from the root, as are the files that they import. */
export function readBenchmarks(): SourceFile[] {
  return readFolder(join(ROOT, 'bench'), ROOT);
}

function readFolder(folder: string, base: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css)$/.test(name))
    .map((name) => readSource(join(folder, name), base));
}

/** The part that a file belongs to: a folder below `src`, one that runs in the browser, or the file itself. */
export function partOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function readSource(absolute: string, base: string): SourceFile {
  const text = readFileSync(absolute, 'utf8');
  const imports = importsOf(text);
  const path = slashed(relative(base, absolute));
  return {
    path,
    text,
    part: partOf(path),
    files: imports
      .filter(isRelative)
      .map((to) => slashed(relative(base, resolve(dirname(absolute), to))).replace(/\.js$/, '.ts')),
    packages: imports.filter((to) => !isRelative(to)).map(packageName),
  };
}

const IMPORT = /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, still, dynamic]) => still ?? dynamic ?? '');
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('.');
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
