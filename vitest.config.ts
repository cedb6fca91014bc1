import { defineConfig } from 'vitest/config'

/**
 * Three projects: `node` (pure rooms, main, shared, preload), `renderer` (happy-dom), `live` (real .NET targets from
 * samples/, skipped by name without an SDK). A file is live when its name ends in `.live.test.ts`.
 */
export default defineConfig({
  test: {
    reporters: ['default', './scripts/plain-reporter.ts'],
    coverage: {
      provider: 'v8',
      include: ['{main,shared,preload,renderer}/**/*.{ts,tsx}'],
      reporter: ['text-summary'],
    },
    benchmark: { include: [] },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{main,shared,preload,scripts,e2e}/**/*.test.{ts,mjs}'],
          exclude: ['**/*.live.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          include: ['renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['renderer/testing/setup.ts'],
          testTimeout: 30_000,
          // Style sheets are empty in tests, but for those whose colours a test computes with.
          css: { include: [/app\/theme\//, /@radix-ui\/colors/] },
        },
      },
      {
        extends: true,
        test: {
          name: 'live',
          environment: 'node',
          include: ['main/**/*.live.test.ts', 'e2e/**/*.live.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
