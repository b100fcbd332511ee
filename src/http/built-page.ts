import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { etagOf } from '../rest/etag.js';
import type { Asset } from './asset.js';

/** What scripts/build.mjs wrote. The relative path is the same from the built file. */
export const BUILT_FOLDER = join(import.meta.dirname, '..', '..', 'dist');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const YEAR_SECONDS = 31_536_000;

/** A page that Vite built. */
export interface BuiltPage {
  /** Its document. */
  page: string;
  /** By file name, each compressed when it was built, but for what is compressed by its nature. */
  assets: ReadonlyMap<string, Asset>;
}

/**
 * All of a built page, read once: a build that runs meanwhile, for another service in the same folder, changes nothing
 * of what this one serves. Null where none was built.
 */
export function readBuiltPage(folder: string): BuiltPage | null {
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

/** The name of an asset holds a hash of its content, so it is never asked for again. */
function assetOf(name: string, body: Buffer, bodies: ReadonlyMap<string, Buffer>): Asset {
  const br = bodies.get(`${name}.br`);
  const gzip = bodies.get(`${name}.gz`);
  const encoded: Asset['encoded'] = new Map();
  if (br) encoded.set('br', Promise.resolve(br));
  if (gzip) encoded.set('gzip', Promise.resolve(gzip));
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    cacheControl: `public, max-age=${YEAR_SECONDS}, immutable`,
    etag: etagOf(body),
    body,
    encoded,
    isCompressible: encoded.size > 0,
  };
}
