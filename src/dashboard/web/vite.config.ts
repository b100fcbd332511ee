import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
    // Its times are those of a busy machine.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
});
