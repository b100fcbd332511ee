import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import Negotiator from 'negotiator';
import { etagOf, namesTag } from '../rest/etag.js';

type Encoding = 'br' | 'gzip';

/** A public response, the same for everybody: one buffer for each encoding, shared by all readers. */
export interface Asset {
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

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };
const DAY_SECONDS = 86_400;

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
      const type = TYPES[extname(name)] ?? 'text/plain';
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
