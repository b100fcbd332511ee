import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** All of the dashboard but its pages, and but what comes from packages. */
const SHARED = /dashboard\/web\/(?!pages)/;

/** Hashed assets below `/dashboard/assets`; scripts/build-dashboard.mjs and scripts/dev.mjs add what is theirs. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  clearScreen: false,
  plugins: [react()],
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
      // What three pages share is one file: as many small ones were 5 kB more of a first page's scripts.
      output: { codeSplitting: { groups: [{ name: 'parts', test: SHARED, minShareCount: 3 }] } },
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
});
