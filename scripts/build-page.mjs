import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const TEXT = /\.(js|css|svg)$/;
/** Measured on all assets: 0.17 s; the best quality, 11, takes 0.65 s for 6 % less. */
const QUALITY = 9;

/**
 * Builds a page of `source`, where its Vite configuration is, into the folder, each text beside its `.br` and `.gz`, so
 * that serving it costs no processor time.
 */
export async function buildPage(source, outDir) {
  // Whatever the environment says: React for development is twice the size.
  process.env.NODE_ENV = 'production';
  await build({
    configFile: join(source, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  const texts = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
  await Promise.all(texts.map((name) => compress(join(outDir, name))));
}

async function compress(path) {
  const bytes = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes));
}
