import os from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.ts'
import { useTemporaryFolderOfRun } from './scripts/test/temporary-folder.ts'

useTemporaryFolderOfRun()

/** Recordings of a service under load: what is asserted about its waits needs a machine that has time for it. */
const underLoad = ['findings', 'requests', 'waterfall'].map((name) => `fixtures/recording/${name}.live.test.ts`)

/** What needs a document. */
const page = {
  environment: 'happy-dom',
  setupFiles: ['scripts/test/browser-globals.mjs', 'renderer/testing/setup.ts'],
  // Style sheets are empty in tests, but for those whose colours a test computes with.
  css: { include: [/app\/theme\//, /@radix-ui\/colors/] },
}

/**
 * Six projects: `node` (pure rooms, main, shared, preload, models of the page), `alone`, `renderer` and `renderer-alone` (what needs a document: happy-dom), `live` (real .NET targets
 * from samples/, skipped by name without an SDK), `live-load` (those whose load tells nothing beside others, one by one). A file is live when its
 * name ends in `.live.test.ts`.
 *
 * Files of `node` and of `renderer` share a process and the modules in it, because reading them anew for each file is most of the work: what a file
 * changes outside of its own objects it changes back. One that cannot, because it replaces a module (`vi.mock`) or looks at the
 * whole process, is named `.alone.test.ts` or `.alone.test.tsx`; one of the page that needs a document or its colors is a `.tsx`, or named `.dom.test.ts`.
 */
export default defineConfig({
  test: {
    reporters: ['default', './scripts/plain-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    // Two more than there are cores: the files that take longest wait for a deadline or a process nine tenths of their time.
    maxWorkers: os.availableParallelism() + 2,
    // Limits for what never comes, not measures of speed: machines that run tests are busy with other things.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
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
          include: ['{main,shared,preload,renderer,scripts,samples,fixtures,e2e,matrix}/**/*.test.{ts,mjs}'],
          exclude: ['**/*.{live,alone,dom}.test.ts', '**/node_modules/**'],
          isolate: false,
          setupFiles: ['scripts/test/leave-as-found.mjs'],
        },
      },
      {
        extends: true,
        test: { name: 'alone', environment: 'node', include: ['{main,shared}/**/*.alone.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...page,
          name: 'renderer',
          include: ['renderer/**/*.{test.tsx,dom.test.ts}'],
          exclude: ['**/*.alone.test.tsx', '**/node_modules/**'],
          isolate: false,
          setupFiles: [...page.setupFiles, 'scripts/test/leave-as-found.mjs'],
        },
      },
      {
        extends: true,
        // A context for each file in threads that stay: the environment is loaded once.
        test: { ...page, name: 'renderer-alone', include: ['renderer/**/*.alone.test.tsx'], pool: 'vmThreads' },
      },
      {
        extends: true,
        test: {
          name: 'live',
          environment: 'node',
          include: [
            'main/**/*.live.test.ts',
            'matrix/**/*.live.test.ts',
            'e2e/**/*.live.test.ts',
            'fixtures/**/*.live.test.ts',
          ],
          exclude: [...underLoad, '**/node_modules/**'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // What a target computes only to be seen may take what the tests leave (samples/give-way.ts).
          env: { PIPESCOPE_TARGETS_GIVE_WAY: 'threads' },
          // More than a small machine has cores: they wait for processes most of their time, each has a target of its own, and targets that
          // compute give way to the tests.
          maxWorkers: 5,
        },
      },
      {
        extends: true,
        test: {
          name: 'live-load',
          environment: 'node',
          include: underLoad,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
