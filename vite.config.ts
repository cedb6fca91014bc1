import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (p: string) => path.join(import.meta.dirname, p)

/** One file, three bundles: main and preload as CommonJS (docs/decisions/0002), the page as ES modules under app://. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [react()],
  builder: {
    async buildApp(builder) {
      for (const name of ['main', 'preload', 'client']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  environments: {
    client: {
      build: {
        outDir: at('out/renderer'),
        target: 'chrome130',
        emptyOutDir: true,
        sourcemap: true,
        assetsInlineLimit: 0,
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'], conditions: ['node'], builtins: [/^node:/] },
      build: {
        outDir: at('out/main'),
        target: 'node20.18',
        emptyOutDir: true,
        sourcemap: true,
        ssr: true,
        minify: false,
        rolldownOptions: {
          // Every worker thread and the demo process is an entry of its own and is started by path.
          input: {
            index: at('main/index.ts'),
            'live-worker': at('main/workers/live-worker.ts'),
            'demo-target': at('main/demo/demo-target.ts'),
          },
          external: ['electron', /^node:/],
          output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        outDir: at('out/preload'),
        target: 'chrome130',
        emptyOutDir: true,
        sourcemap: true,
        ssr: true,
        minify: false,
        rolldownOptions: {
          input: { index: at('preload/index.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
})
