/**
 * Lets Node import the project's TypeScript, decorators included: `node --import ./scripts/register.mjs src/main.ts`.
 * The compiled text of a file is kept in node_modules/.cache/swc by the hash of its source, so that only changed files
 * are compiled again, by whichever process needs them first.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, setSourceMapsSupport } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync, version } from '@swc/core';

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'swc');

/** As tsconfig.json has them. */
const options = {
  swcrc: false,
  configFile: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
    keepClassNames: true,
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};
const settings = JSON.stringify([version, options]);

mkdirSync(cache, { recursive: true });
setSourceMapsSupport(true);
registerHooks({ resolve, load });

/** Imports name the file that the compiler would write: `./rows.js` is `rows.ts`. */
function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.startsWith('file:')) {
    const source = new URL(`${specifier.slice(0, -2)}ts`, context.parentURL);
    if (existsSync(source)) return next(source.href, context);
  }
  return next(specifier, context);
}

function load(url, context, next) {
  const file = url.startsWith('file:') ? fileURLToPath(url) : '';
  if (!file.endsWith('.ts') || file.includes('node_modules')) return next(url, context);
  return { format: 'module', shortCircuit: true, source: compiled(file) };
}

function compiled(filename) {
  const source = readFileSync(filename, 'utf8');
  const hash = createHash('sha256').update(`${settings}\0${filename}\0${source}`).digest('hex');
  const kept = join(cache, `${hash}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { code } = transformSync(source, { ...options, filename });
  // Under a name of this process's own first: another one never reads half a file.
  const half = join(dirname(kept), `${hash}.${process.pid}.${performance.now()}`);
  writeFileSync(half, code);
  renameSync(half, kept);
  return code;
}
