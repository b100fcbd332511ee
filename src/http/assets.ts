import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import Negotiator from 'negotiator';

/** What scripts/build.mjs wrote. The relative path is the same from the built file. */
export const BUILT_FOLDER = join(import.meta.dirname, '..', '..', 'dist');

type Encoding = 'br' | 'gzip';

/** A public response, the same for every caller: one buffer for each encoding, shared by all readers. */
interface Asset {
  type: string;
  cacheControl: string;
  etag: string;
  body: Buffer;
  /** Compressed at the first request, or beforehand. */
  encoded: Map<Encoding, Promise<Buffer>>;
  /** False for what is compressed by its nature. */
  isCompressible: boolean;
}

/**
 * What is sent where the caller gives several the same weight, as browsers do (`gzip, deflate, br`): the shortest. What
 * is compressed by its nature is compressed again only for who refuses it as it is.
 */
const PREFERRED = { compressible: ['br', 'gzip', 'identity'], compressed: ['identity', 'gzip', 'br'] } as const;

const TEXT_TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };
/** Of what Vite writes. */
const BUILT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 31_536_000;

/** Measured on 4.4 MB of JavaScript: 0.2 s for a quarter of the length; the best quality takes about 10 s. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** @param type media type of UTF-8 text. */
export function textAsset(text: string | Buffer, type: string, cacheControl = 'no-cache'): Asset {
  const body = Buffer.from(text);
  return {
    type: `${type}; charset=utf-8`,
    cacheControl,
    etag: etagOf(body),
    body,
    encoded: new Map(),
    isCompressible: true,
  };
}

/** Every file of a folder by its name, read once. */
export function folderAssets(folder: string): ReadonlyMap<string, Asset> {
  const cacheControl = `public, max-age=${DAY_SECONDS}`;
  return new Map(
    readdirSync(folder).map((name) => {
      const type = TEXT_TYPES[extname(name)] ?? 'text/plain';
      return [name, textAsset(readFileSync(join(folder, name)), type, cacheControl)];
    }),
  );
}

/** Serves the files of a folder at a path that ends in `/:file`. */
export function serveFolder(assets: ReadonlyMap<string, Asset>): RequestHandler {
  return async (req, res, next) => {
    const asset = assets.get(String(req.params['file']));
    if (!asset) return next();
    await sendAsset(req, res, asset);
  };
}

export function serveAsset(asset: Asset): RequestHandler {
  return (req, res) => sendAsset(req, res, asset);
}

/**
 * In the encoding that the caller weighs highest; 304 where the caller has it already; 406 where the caller refuses br,
 * gzip and identity.
 */
export async function sendAsset(req: Request, res: Response, asset: Asset): Promise<void> {
  res.vary('Accept-Encoding');
  const preferred = asset.isCompressible ? PREFERRED.compressible : PREFERRED.compressed;
  const encoding = new Negotiator(req).encoding(preferred, { preferred });
  if (encoding === undefined) {
    res.status(406).type('text/plain').send('Accept-Encoding must allow br, gzip or identity');
    return;
  }
  res.setHeader('Content-Type', asset.type).setHeader('Cache-Control', asset.cacheControl);
  res.setHeader('ETag', asset.etag);
  if (namesTag(req.get('If-None-Match'), asset.etag)) {
    res.status(304).end();
    return;
  }
  const body = encoding === 'identity' ? asset.body : await encode(asset, encoding);
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Length', body.length).end(body);
}

function encode(asset: Asset, encoding: Encoding): Promise<Buffer> {
  const known = asset.encoded.get(encoding);
  if (known) return known;
  const made = encoding === 'br' ? compressBrotli(asset.body, BROTLI) : compressGzip(asset.body);
  asset.encoded.set(encoding, made);
  return made;
}

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
    .filter(([name]) => extname(name) in BUILT_TYPES)
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
    type: BUILT_TYPES[extname(name)] ?? 'application/octet-stream',
    cacheControl: `public, max-age=${YEAR_SECONDS}, immutable`,
    etag: etagOf(body),
    body,
    encoded,
    isCompressible: encoded.size > 0,
  };
}

/** A weak tag of a response's body. */
export function etagOf(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/**
 * Whether `If-None-Match` names the tag (RFC 9110, 13.1.2: weak comparison, a list, or `*`). Not Express's `req.fresh`:
 * there the caller's `Cache-Control: no-cache` wins, which fetch sends along with every condition.
 */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => etag === `W/${opaque}`);
}
