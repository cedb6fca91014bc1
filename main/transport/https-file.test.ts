import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readHttpsFile } from './https-file.ts'
import { type LocalHttpsServer, startHttpsServer } from './testing/https-server.ts'

let server: LocalHttpsServer

beforeAll(async () => {
  server = await startHttpsServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
})

const read = (limits: { deadlineMs?: number; maxBytes?: number } = {}) =>
  readHttpsFile(server.address, { deadlineMs: 20_000, maxBytes: 1000, ca: server.ca, ...limits })

it('reads a file, and sends nothing about this machine', async () => {
  server.answer = (_request, response) => response.setHeader('set-cookie', 'id=1').end('{"version":"1.0.0"}')
  expect(await read()).toEqual({ ok: true, value: '{"version":"1.0.0"}' })
  expect(await read()).toMatchObject({ ok: true })
  expect(server.asked).toHaveLength(2)
  for (const { method, headers } of server.asked) {
    expect(method).toBe('GET')
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
  }
})

it.each([301, 302, 307, 308])('follows no redirect (%i)', async (status) => {
  server.answer = (_request, response) => response.writeHead(status, { location: server.address.href }).end()
  expect(await read()).toEqual({ ok: false, error: 'refused' })
  expect(server.asked).toHaveLength(1)
})

it.each([204, 206, 404, 500])('takes nothing from an answer with status %i', async (status) => {
  server.answer = (_request, response) => response.writeHead(status).end()
  expect(await read()).toEqual({ ok: false, error: 'refused' })
})

it('ends an answer that is too long, whatever length it says', async () => {
  let isClosed = false
  server.answer = (_request, response) => {
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
  server.answer = (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)))
  expect(await read()).toEqual({ ok: false, error: 'refused' })
})

it('waits no longer than its deadline, for an answer and for its end', async () => {
  server.answer = () => undefined
  expect(await read({ deadlineMs: 100 })).toEqual({ ok: false, error: 'timed-out' })
  server.answer = (_request, response) => void response.write('{')
  expect(await read({ deadlineMs: 300 })).toEqual({ ok: false, error: 'timed-out' })
})

it('takes nothing from a server that changes the protocol, floods with headers, or only says that more will follow', async () => {
  server.answer = (request) =>
    void request.socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n')
  expect(await read()).toEqual({ ok: false, error: 'refused' })
  server.answer = (request) =>
    void request.socket.write(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(50)}`)
  expect(await read()).toEqual({ ok: false, error: 'unreachable' })
  server.answer = (_request, response) => {
    const more = setInterval(() => response.writeProcessing(), 5)
    response.on('close', () => clearInterval(more))
  }
  expect(await read({ deadlineMs: 300 })).toEqual({ ok: false, error: 'timed-out' })
})

it('accepts no partial answer', async () => {
  server.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"version":')
    setTimeout(() => response.destroy(), 50)
  }
  expect(await read()).toEqual({ ok: false, error: 'unreachable' })
})

it('trusts no certificate that this machine does not know', async () => {
  server.answer = (_request, response) => response.end('{}')
  expect(await readHttpsFile(server.address, { deadlineMs: 20_000, maxBytes: 1000 })).toEqual({
    ok: false,
    error: 'unreachable',
  })
  expect(server.asked).toHaveLength(0)
})

it('sends no request without https, or with a password in the address', async () => {
  const options = { deadlineMs: 20_000, maxBytes: 1000, ca: server.ca }
  expect(await readHttpsFile(new URL(server.address.href.replace('https', 'http')), options)).toMatchObject({
    ok: false,
  })
  const withPassword = new URL(server.address)
  withPassword.password = 'x'
  expect(await readHttpsFile(withPassword, options)).toEqual({ ok: false, error: 'refused' })
  expect(server.asked).toHaveLength(0)
})
