import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page of share links, built apart from the dashboard: visitors load nothing of it. Assets below `/shared/assets`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/shared/',
  plugins: [react()],
  build: {
    target: 'baseline-widely-available',
    // No data: URLs for assets and no polyfill: the page's policy takes neither inline scripts nor styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
});
