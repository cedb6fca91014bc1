import path from 'node:path'
import { build } from 'vite'

/**
 * Bundles the live worker for tests that start real threads (Node cannot load TypeScript in a worker thread) and returns
 * its path. Tests that need no thread use LiveEngine directly.
 */
export async function bundleLiveWorker(outDir: string): Promise<string> {
  const root = path.join(import.meta.dirname, '..', '..', '..')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      outDir,
      emptyOutDir: false,
      ssr: true,
      minify: false,
      target: 'node20.18',
      rolldownOptions: {
        input: { 'live-worker': path.join(root, 'main', 'workers', 'live-worker.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  })
  return path.join(outDir, 'live-worker.cjs')
}
