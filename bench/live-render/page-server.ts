import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { root } from '../../scripts/setup/paths.mjs'

interface ServedPage {
  readonly url: string
  close(): void
}

/**
 * Builds a scripted page of `renderer/testing` as the app is built (React's production build, same target) and serves it on this machine only.
 * `answer`: what the page asks for beside its files; null: nothing.
 */
export async function servePage(
  name = 'live-page',
  answer: (url: URL) => Uint8Array | null = () => null,
): Promise<ServedPage> {
  const outFolder = path.join(root, '.cache', name)
  // The runner of these programs is a development server and says so to everything it starts.
  process.env['NODE_ENV'] = 'production'
  await build({
    configFile: false,
    mode: 'production',
    root: path.join(root, 'renderer', 'testing', name),
    base: './',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: outFolder, emptyOutDir: true, target: 'chrome130', assetsInlineLimit: 0 },
  })
  const types: Readonly<Record<string, string>> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.woff2': 'font/woff2',
  }
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const answered = answer(url)
    if (answered !== null) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(answered)
      return
    }
    const { pathname } = url
    const file = path.join(outFolder, path.normalize(pathname === '/' ? '/index.html' : pathname))
    if (!file.startsWith(outFolder) || !fs.existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
    fs.createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
