import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { root } from '../../scripts/setup/paths.mjs'

const outFolder = path.join(root, '.cache', 'live-page')

/** Builds the scripted page as the app is built (React's production build, same target) and serves it on this machine only. */
export async function servePage(): Promise<{ readonly url: string; close(): void }> {
  // The runner of these programs is a development server and says so to everything it starts.
  process.env['NODE_ENV'] = 'production'
  await build({
    configFile: false,
    mode: 'production',
    root: path.join(root, 'renderer', 'testing', 'live-page'),
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
    const name = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = path.join(outFolder, path.normalize(name === '/' ? '/index.html' : name))
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
