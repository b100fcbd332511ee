import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/**
 * What scripts/build.mjs wrote. The relative path is the same from the built file, which lies beside it.
 */
const BUILT_FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'dashboard', 'web');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface BuiltAsset {
  type: string;
  body: Buffer;
  /** Compressed when it was built; none for what is compressed by its nature. */
  encoded: ReadonlyMap<'br' | 'gzip', Buffer>;
}

export interface BuiltDashboard {
  /** The document, before it is put into one of its states. */
  page: string;
  /** By file name. */
  assets: ReadonlyMap<string, BuiltAsset>;
}

/**
 * All of the built dashboard, read once: a build that runs meanwhile, for another service in the same folder, changes
 * nothing of what this one serves. Null where none was built.
 */
export function readBuiltDashboard(folder = BUILT_FOLDER): BuiltDashboard | null {
  const files = readAll(folder);
  if (files === null) return null;
  const { page, bodies } = files;
  const assets = [...bodies]
    .filter(([name]) => extname(name) in TYPES)
    .map(([name, body]) => [name, assetOf(name, body, bodies)] as const);
  return { page, assets: new Map(assets) };
}

function readAll(folder: string): { page: string; bodies: ReadonlyMap<string, Buffer> } | null {
  try {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const names = readdirSync(join(folder, 'assets'));
    return { page, bodies: new Map(names.map((name) => [name, readFileSync(join(folder, 'assets', name))])) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function assetOf(name: string, body: Buffer, bodies: ReadonlyMap<string, Buffer>): BuiltAsset {
  const encoded = new Map<'br' | 'gzip', Buffer>();
  const br = bodies.get(`${name}.br`);
  const gzip = bodies.get(`${name}.gz`);
  if (br) encoded.set('br', br);
  if (gzip) encoded.set('gzip', gzip);
  return { type: TYPES[extname(name)] ?? 'application/octet-stream', body, encoded };
}
