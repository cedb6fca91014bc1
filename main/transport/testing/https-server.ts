import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import os from 'node:os'
import path from 'node:path'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface LocalHttpsServer {
  readonly address: URL
  /** Its certificate, which nobody trusts but those who are given it. */
  readonly ca: string
  answer: Answer
  /** In their order; a test may empty it. */
  readonly asked: IncomingMessage[]
  close(): void
}

/** An https server of this machine with a certificate of its own, made by openssl. */
export async function startHttpsServer(
  answer: Answer = (_request, response) => response.end(),
): Promise<LocalHttpsServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-tls-'))
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const fresh = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', [...fresh, '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' })
  const ca = fs.readFileSync(certificate, 'utf8')
  const asked: IncomingMessage[] = []
  const server = createServer({ key: fs.readFileSync(key), cert: ca }, (request, response) => {
    asked.push(request)
    started.answer(request, response)
  })
  fs.rmSync(folder, { recursive: true })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const started: LocalHttpsServer = {
    address: new URL(`https://localhost:${port}/latest.json`),
    ca,
    answer,
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return started
}
