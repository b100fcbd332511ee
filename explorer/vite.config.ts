import { defineConfig } from 'vite';

/** Hashed assets below `/graphql/assets`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/graphql/',
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The licences of what is bundled, beside it; they are not served.
    license: true,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // GraphiQL's packages carry `"use client"`, which means nothing to a page without a server part.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
