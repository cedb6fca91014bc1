import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const at = (p: string) => path.join(import.meta.dirname, p)

/**
 * What the first picture needs besides the entry, named in the page itself so that nothing waits for the entry to ask: the chunk
 * with React and the shell (imported by main.tsx once it has asked main for rows), its styles, and the font of every text.
 */
function firstPictureHints(): Plugin {
  return {
    name: 'first-picture-hints',
    transformIndexHtml(html, { bundle }) {
      if (bundle === undefined) return []
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith('/renderer/app/mount.tsx')))
      if (first === undefined) throw new Error('the page has no chunk for renderer/app/mount.tsx')
      const chunkOf = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName)
      const needed = new Set([first])
      for (const chunk of needed) {
        for (const name of chunk.imports) {
          const imported = chunkOf(name)
          if (imported !== undefined && !imported.isEntry) needed.add(imported)
        }
      }
      const tags: HtmlTagDescriptor[] = []
      const link = (attrs: Record<string, string | boolean>) =>
        tags.push({ tag: 'link', injectTo: 'head', attrs: { ...attrs, crossorigin: true } })
      // The entry, what it imports and its styles are named already.
      const isMissing = (fileName: string) => !html.includes(fileName)
      for (const chunk of needed) {
        if (isMissing(chunk.fileName)) link({ rel: 'modulepreload', href: `./${chunk.fileName}` })
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])].filter(isMissing)
        for (const style of styles) link({ rel: 'stylesheet', href: `./${style}` })
      }
      const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal-[^/]*\.woff2$/.test(name))
      if (font !== undefined) link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `./${font}` })
      return tags
    },
  }
}

/** The npm packages of each bundle, a name a line, but for those that styles import: their licenses go into the package (scripts/package/third-party-notices.mjs). */
function packageList(): Plugin {
  return {
    name: 'package-list',
    generateBundle() {
      const ids = [...this.getModuleIds()]
      const names = ids.map((id) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/?]+)/.exec(id)?.[1])
      const known = new Set(names.flatMap((name) => (name === undefined ? [] : [name.replace('\\', '/')])))
      const source = [...known].map((name) => `${name}\n`).join('')
      this.emitFile({ type: 'asset', fileName: `packages-of-${this.environment.name}.txt`, source })
    },
  }
}

/** V8 keeps text of other letters in two bytes a letter, and reads it slower. */
function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    applyToEnvironment: ({ name }) => name === 'traceDocument',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replace(
            /[^\0-\x7f]/g,
            (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
    },
  }
}

/** One file, three bundles: main and preload as CommonJS (docs/decisions/0001), the page as ES modules under app://. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [react(), firstPictureHints(), packageList(), asciiOnly()],
  builder: {
    async buildApp(builder) {
      for (const name of ['main', 'traceDocument', 'preload', 'client']) {
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
        // Chromium has it.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: {
            // Left to itself the bundler makes a chunk of each few modules that any two screens share, and the first picture
            // waited for 26 files. Each group takes what its modules import, except by import().
            codeSplitting: {
              groups: [
                { name: 'start', test: /[\\/]renderer[\\/]main\.tsx$/, priority: 2 },
                { name: 'shell', test: /[\\/]renderer[\\/]app[\\/]mount\.tsx$/, priority: 1 },
              ],
            },
          },
        },
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron', 'koffi'], conditions: ['node'], builtins: [/^node:/] },
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
            'live-worker': at('main/workers/live/live-worker.ts'),
            recorder: at('main/workers/recorder/recorder-worker.ts'),
            'recording-watch': at('main/workers/watch/watch-worker.ts'),
            rules: at('main/workers/rules/rules-worker.ts'),
            'demo-target': at('main/demo/demo-target.ts'),
            inspect: at('main/inspect/inspect.ts'),
            case: at('main/case/case.ts'),
            'case-files': at('main/workers/case/case-worker.ts'),
            'heap-document': at('main/workers/heap/heap-document-worker.ts'),
            foreign: at('main/foreign/foreign-worker.ts'),
            'trace-document': at('main/workers/trace/start/trace-document-start.ts'),
          },
          // koffi brings a binary: it stays a package of its own, loaded by `require` when it is needed.
          external: ['electron', 'koffi', /^node:/],
          output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
        },
      },
    },
    // A file of its own: a person waits for this thread to begin, and reading fifteen shared chunks takes twice as long. Its entry runs it
    // (main/workers/trace/start), with what V8 has compiled of it for another thread.
    traceDocument: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron', 'koffi'], conditions: ['node'], builtins: [/^node:/] },
      build: {
        outDir: at('out/main'),
        target: 'node20.18',
        emptyOutDir: false,
        sourcemap: true,
        ssr: true,
        minify: false,
        rolldownOptions: {
          input: { 'trace-document-code': at('main/workers/trace/trace-document-worker.ts') },
          external: ['electron', 'koffi', /^node:/],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
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
