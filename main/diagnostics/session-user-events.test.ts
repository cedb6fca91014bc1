import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asPid } from '../../shared/model/ids.ts'
import type { UserEventsRequest } from '../protocol/encode-user-events.ts'
import type { TargetFacts } from '../protocol/target-facts.ts'
import { findLayoutFault, needsDescriptor } from '../protocol/request-layout.ts'
import { message, u64 } from '../protocol/testing/message-builder.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import { descriptorOf, nativeCalls, receiveWithDescriptor, type ReceivedMessage } from '../transport/native-sockets.ts'
import { must } from '../../shared/base/assert.ts'
import { openUserEventsSession } from './session.ts'
import { SessionRegistry } from './session-registry.ts'
import { pause } from '../os/pause.ts'

const request: UserEventsRequest = {
  providers: [
    {
      name: 'P',
      keywords: 1n,
      level: 4,
      arguments: null,
      defaultTracepoint: 'pipescope_test',
      tracepoints: [],
    },
  ],
  rundownKeywords: 0n,
}
const facts: TargetFacts = { runtimeVersion: '10.0.14', flavour: 'coreclr', isSuspended: false, commandLineBytes: 9 }
/** Nothing to test elsewhere: the kernel's facility and the layouts of its structures are Linux's. */
const systems = process.platform === 'linux' ? ['Linux'] : []

/** What a runtime does: reads the request, then waits for one byte with a descriptor, then answers. Node's own reading is off. */
class DescriptorServer {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  readonly endpoint: Endpoint = { transport: 'unix', path: path.join(this.folder, 's'), pid: asPid(process.pid) }
  readonly requests: Buffer[] = []
  readonly descriptors: (number | null)[] = []
  stream: net.Socket | null = null
  readonly #sockets = new Set<net.Socket>()
  #spare: net.Socket | null = null
  readonly #server = net.createServer({ pauseOnConnect: true }, (socket) => void this.#serve(socket))

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(this.endpoint.path, resolve))
  }

  async dispose(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
    for (const descriptor of this.descriptors) if (descriptor !== null) fs.closeSync(descriptor)
    fs.rmSync(this.folder, { recursive: true, force: true })
  }

  async #serve(socket: net.Socket): Promise<void> {
    this.#sockets.add(socket)
    const calls = must(nativeCalls(), 'Linux has them')
    // Null once the socket is closed: its number may be another file's by then.
    const receive = async (maxBytes: number): Promise<ReceivedMessage | null> => {
      for (;;) {
        const fd = descriptorOf(socket)
        const got = fd === null ? null : receiveWithDescriptor(calls, fd, maxBytes)
        if (got === null || got === 'ECONNRESET') return null
        if (typeof got !== 'string') return got
        if (got !== 'EAGAIN') throw new Error(got)
        await pause(2)
      }
    }
    const head = await receive(20)
    const body = head && (await receive(head.bytes.readUInt16LE(14) - 20))
    if (head === null || body === null) return
    this.requests.push(Buffer.concat([head.bytes, body.bytes]))
    if (head.bytes[17] === 0x01) {
      const stopped = body.bytes.readBigUInt64LE(0) === 78n ? this.#spare : this.stream
      stopped?.end()
      socket.end(message(0xff00, body.bytes))
      return
    }
    const sent = this.requests.at(-1)
    if (sent !== undefined && !needsDescriptor(sent)) {
      // An ordinary session: the spare one that the registry opens first.
      socket.write(message(0xff00, u64(78n)))
      this.#spare = socket
      return
    }
    const beside = await receive(1)
    if (beside === null || beside.bytes.length === 0) return void socket.destroy()
    this.descriptors.push(beside.descriptor)
    this.stream = socket
    socket.write(message(0xff00, u64(77n)))
  }
}

describe.each(systems)('a session that writes into tracepoints, on %s', () => {
  let server: DescriptorServer
  let file: string
  let descriptor: number
  beforeEach(async () => {
    server = new DescriptorServer()
    await server.listen()
    file = path.join(server.folder, 'user_events_data')
    descriptor = fs.openSync(file, 'w')
  })
  afterEach(async () => {
    fs.closeSync(descriptor)
    await server.dispose()
  })

  it('brings the descriptor right after its request, before it is answered', async () => {
    const opened = await openUserEventsSession({ endpoint: server.endpoint, facts }, request, descriptor, {
      runtimeVersion: '10.0.14',
    })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const sent = must(server.requests[0], 'the request')
    expect(findLayoutFault(sent)).toBeNull()
    expect(needsDescriptor(sent)).toBe(true)
    // The received descriptor is another one for the same file.
    const received = must(server.descriptors[0], 'a descriptor')
    expect(received).not.toBe(descriptor)
    expect(fs.fstatSync(received).ino).toBe(fs.statSync(file).ino)
    fs.writeSync(received, 'written by the runtime')
    expect(fs.readFileSync(file, 'utf8')).toBe('written by the runtime')
    expect(await opened.value.stop()).toMatchObject({ ok: true, value: { reason: 'stopped' } })
    expect(opened.value.sessionId).toBe(77n)
  })

  it('is opened by the registry, beside a spare one, and stopped on quit', async () => {
    const registry = new SessionRegistry({ journalPath: null })
    const target = { endpoint: server.endpoint, facts }
    const opened = await registry.openUserEvents(target, request, descriptor, { runtimeVersion: '10.0.14' })
    expect(opened.ok).toBe(true)
    expect(registry.countOf(server.endpoint)).toBe(1)
    await registry.stopAll()
    expect(registry.countOf(server.endpoint)).toBe(0)
    // Spare, session, and the stop of each.
    expect(server.requests.map((sent) => sent[17])).toEqual([0x03, 0x06, 0x01, 0x01])
  })

  it('is never sent to a runtime that does not know it', async () => {
    const old = { endpoint: server.endpoint, facts: { ...facts, runtimeVersion: '9.0.22' } }
    expect(await openUserEventsSession(old, request, descriptor, { runtimeVersion: '9.0.22' })).toMatchObject({
      ok: false,
      error: { kind: 'unsupported', neededVersion: '10.0' },
    })
    expect(server.requests).toEqual([])
  })

  it('closes the connection when the descriptor cannot be passed, so that nobody waits for it', async () => {
    const opened = await openUserEventsSession({ endpoint: server.endpoint, facts }, request, 999_999, {
      runtimeVersion: '10.0.14',
    })
    expect(opened).toMatchObject({ ok: false, error: { kind: 'io', operation: 'send-descriptor' } })
    expect(server.descriptors).toEqual([])
  })
})
