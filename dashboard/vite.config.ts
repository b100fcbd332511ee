import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * All of the dashboard but its pages, and but dialogs and virtual lists: a file takes the packages of its modules
 * along, and no first page needs theirs.
 */
const SHARED = /\/dashboard\/(?!pages|ui\/(popup|dialog|step-up|virtual-rows))/;

/** Markdown's entities by a table: the form for browsers asks `innerHTML`, which the page's policy refuses. */
const ENTITIES = `${import.meta.dirname}/../node_modules/decode-named-character-reference/index.js`;

/** Hashed assets below `/dashboard/assets`; scripts/build-page.mjs and scripts/dev.mjs add what is theirs. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  clearScreen: false,
  plugins: [react()],
  resolve: { alias: { 'decode-named-character-reference': ENTITIES } },
  build: {
    target: 'baseline-widely-available',
    // No data: URLs for assets and no polyfill: the page's policy takes neither inline scripts nor styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      // Its times are those of a busy machine.
      checks: { pluginTimings: false },
      // What five pages share is one file. Many small ones were 5 kB more of a first page's scripts; with what three
      // pages share, forms and lists that the first page does not have were 9 kB more.
      output: { codeSplitting: { groups: [{ name: 'parts', test: SHARED, minShareCount: 5 }] } },
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
});
