import path from 'node:path'
import { build } from 'vite'

const entries = {
  'live-worker': 'workers/live/live-worker.ts',
  recorder: 'workers/recorder/recorder-worker.ts',
  'recording-watch': 'workers/watch/watch-worker.ts',
  rules: 'workers/rules/rules-worker.ts',
  'heap-document': 'workers/heap/heap-document-worker.ts',
  foreign: 'foreign/foreign-worker.ts',
  'case-files': 'workers/case/case-worker.ts',
  case: 'case/case.ts',
  'flight-case': 'case/testing/flight-case.ts',
  'trial-worker': 'workers/testing/trial-worker.ts',
  watchdog: 'watchdog/testing/watchdog-main.ts',
} as const

/**
 * Bundles a worker for tests that start its real thread (Node cannot load TypeScript in a worker thread) and returns its path.
 * Tests that need no thread use the engines directly.
 */
export async function bundleWorker(name: keyof typeof entries, outDir: string): Promise<string> {
  const root = path.join(import.meta.dirname, '..', '..', '..')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    // The threads of the app have everything in one file; koffi has a binary beside it.
    ssr: { noExternal: true, external: ['koffi'] },
    build: {
      outDir,
      emptyOutDir: false,
      ssr: true,
      minify: false,
      target: 'node20.18',
      rolldownOptions: {
        input: { [name]: path.join(root, 'main', entries[name]) },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  })
  return path.join(outDir, `${name}.cjs`)
}
