import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readHttpsFile } from './https-file.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let address: URL
let ca: string
let answer: Answer
let asked: IncomingMessage[] = []

beforeAll(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-tls-'))
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const fresh = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', [...fresh, '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' })
  ca = fs.readFileSync(certificate, 'utf8')
  server = createServer({ key: fs.readFileSync(key), cert: ca }, (request, response) => {
    asked.push(request)
    answer(request, response)
  })
  fs.rmSync(folder, { recursive: true })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  address = new URL(`https://localhost:${typeof bound === 'object' && bound !== null ? bound.port : 0}/latest.json`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
})

const read = (limits: { deadlineMs?: number; maxBytes?: number } = {}) =>
  readHttpsFile(address, { deadlineMs: 20_000, maxBytes: 1000, ca, ...limits })

it('reads a file, and sends nothing about this machine', async () => {
  answer = (_request, response) => response.setHeader('set-cookie', 'id=1').end('{"version":"1.0.0"}')
  expect(await read()).toEqual({ ok: true, value: '{"version":"1.0.0"}' })
  expect(await read()).toMatchObject({ ok: true })
  expect(asked).toHaveLength(2)
  for (const { method, headers } of asked) {
    expect(method).toBe('GET')
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
  }
})

it.each([301, 302, 307, 308])('follows no redirect (%i)', async (status) => {
  answer = (_request, response) => response.writeHead(status, { location: address.href }).end()
  expect(await read()).toEqual({ ok: false, error: 'refused' })
  expect(asked).toHaveLength(1)
})

it.each([204, 206, 404, 500])('takes nothing from an answer with status %i', async (status) => {
  answer = (_request, response) => response.writeHead(status).end()
  expect(await read()).toEqual({ ok: false, error: 'refused' })
})

it('ends an answer that is too long, whatever length it says', async () => {
  let isClosed = false
  answer = (_request, response) => {
    const more = setInterval(() => response.write('x'.repeat(500)), 5)
    response.on('close', () => {
      clearInterval(more)
      isClosed = true
    })
  }
  expect(await read()).toEqual({ ok: false, error: 'too-long' })
  await expect.poll(() => isClosed).toBe(true)
})

it('unpacks nothing', async () => {
  answer = (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)))
  expect(await read()).toEqual({ ok: false, error: 'refused' })
})

it('waits no longer than its deadline, for an answer and for its end', async () => {
  answer = () => undefined
  expect(await read({ deadlineMs: 100 })).toEqual({ ok: false, error: 'timed-out' })
  answer = (_request, response) => void response.write('{')
  expect(await read({ deadlineMs: 300 })).toEqual({ ok: false, error: 'timed-out' })
})

it('accepts no partial answer', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"version":')
    setTimeout(() => response.destroy(), 50)
  }
  expect(await read()).toEqual({ ok: false, error: 'unreachable' })
})

it('trusts no certificate that this machine does not know', async () => {
  answer = (_request, response) => response.end('{}')
  expect(await readHttpsFile(address, { deadlineMs: 20_000, maxBytes: 1000 })).toEqual({
    ok: false,
    error: 'unreachable',
  })
  expect(asked).toHaveLength(0)
})

it('sends no request without https, or with a password in the address', async () => {
  const options = { deadlineMs: 20_000, maxBytes: 1000, ca }
  expect(await readHttpsFile(new URL(address.href.replace('https', 'http')), options)).toMatchObject({ ok: false })
  const withPassword = new URL(address)
  withPassword.password = 'x'
  expect(await readHttpsFile(withPassword, options)).toEqual({ ok: false, error: 'refused' })
  expect(asked).toHaveLength(0)
})
