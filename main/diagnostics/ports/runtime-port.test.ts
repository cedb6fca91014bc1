import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { resumeRuntime } from '../client.ts'
import type { ListenAddress } from '../../transport/listener.ts'
import { PortService } from './port-service.ts'
import { RuntimePort } from './runtime-port.ts'
import { pause } from '../../os/pause.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'runtime-port-'))
const okAnswer = Buffer.from('444f544e45545f4950435f5631001800ff00000000000000', 'hex')
const sockets: net.Socket[] = []
let port: RuntimePort | null = null

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  // The scripted runtimes are gone by now and take no resume.
  await port?.close(50)
  port = null
})

function advertise(cookie: number, pid = 0xffff_fff0n): Buffer {
  const bytes = Buffer.alloc(34)
  bytes.write('ADVR_V1\0', 'latin1')
  bytes.fill(cookie, 8, 24)
  bytes.writeBigUInt64LE(pid, 24)
  return bytes
}

/** What a runtime does: says who it is, answers one command with OK, closes and comes again. */
function scriptedRuntime(address: ListenAddress, cookie: number, commands: string[] = []): void {
  const [host = '', portNumber] = address.path.split(':')
  const socket =
    address.transport === 'tcp' ? net.connect({ host, port: Number(portNumber) }) : net.connect({ path: address.path })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(advertise(cookie))
  socket.once('data', (request: Buffer) => {
    commands.push(request.subarray(16, 18).toString('hex'))
    socket.end(okAnswer)
    scriptedRuntime(address, cookie, commands)
  })
}

function say(address: ListenAddress, bytes: Buffer): net.Socket {
  const socket = net.connect({ path: address.path })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(bytes)
  return socket
}

async function open(address: ListenAddress): Promise<RuntimePort> {
  const opened = await RuntimePort.open({
    address,
    onRuntime: () => undefined,
    onChange: () => undefined,
  })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  port = opened.value
  return port
}

describe('a port that runtimes connect to', () => {
  it.each([
    { transport: 'unix' as const, path: path.join(folder, 'p') },
    { transport: 'tcp' as const, path: '127.0.0.1:0' },
  ])('gives each command a connection of its own: $transport', async (address) => {
    const opened = await open(address)
    const commands: string[] = []
    scriptedRuntime(opened.address, 7, commands)
    await expect.poll(() => opened.runtimes().length).toBe(1)
    const [runtime] = opened.runtimes()
    if (!runtime) throw new Error('no runtime')
    for (let round = 0; round < 5; round++)
      expect(await resumeRuntime(runtime.endpoint)).toEqual({ ok: true, value: null })
    expect(commands).toEqual(['0401', '0401', '0401', '0401', '0401'])
    await expect.poll(() => runtime.connectionCount).toBe(6)
    // Two at once: the second waits for the next connection.
    const both = await Promise.all([resumeRuntime(runtime.endpoint), resumeRuntime(runtime.endpoint)])
    expect(both.every(({ ok }) => ok)).toBe(true)
  })

  it('serves a runtime while a silent peer and one that speaks another language are connected', async () => {
    const opened = await open({ transport: 'unix', path: path.join(folder, 'q') })
    say(opened.address, Buffer.alloc(0))
    const wrong = say(opened.address, Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
    const closed = new Promise((resolve) => wrong.once('close', resolve))
    scriptedRuntime(opened.address, 1)
    await expect.poll(() => opened.runtimes().length).toBe(1)
    await closed
    expect(opened.rejectedCount).toBe(1)
  })

  it('takes a message in any pieces, and the newest connection of a runtime in place of an older idle one', async () => {
    const opened = await open({ transport: 'unix', path: path.join(folder, 'r') })
    const bytes = advertise(3)
    const slow = say(opened.address, bytes.subarray(0, 10))
    await pause(30)
    expect(opened.runtimes()).toEqual([])
    slow.write(bytes.subarray(10))
    await expect.poll(() => opened.runtimes().length).toBe(1)
    const replaced = new Promise((resolve) => slow.once('close', resolve))
    say(opened.address, bytes)
    await replaced
    expect(opened.runtimes()).toHaveLength(1)
  })

  it('resumes every runtime when it closes', async () => {
    const opened = await open({ transport: 'unix', path: path.join(folder, 's') })
    const commands: string[] = []
    scriptedRuntime(opened.address, 1, commands)
    scriptedRuntime(opened.address, 2, commands)
    await expect.poll(() => opened.runtimes().length).toBe(2)
    await opened.close()
    expect(commands).toEqual(['0401', '0401'])
    expect(fs.existsSync(opened.address.path)).toBe(false)
  })

  it('resumes runtimes by its rules: the first by its own, others by the rule for all', async () => {
    const before: string[] = []
    const service = new PortService({
      watcher: { watch: () => undefined, forget: () => undefined },
      onChange: () => undefined,
    })
    const opened = await service.open({
      address: { transport: 'unix', path: path.join(folder, 't') },
      suspends: true,
      firstRule: 'hold',
      rule: 'resume',
      beforeResume: ({ endpoint }) => {
        before.push(endpoint.path)
        return Promise.resolve(null)
      },
    })
    if (!opened.ok) throw new Error(opened.error.kind)
    const { id, address } = opened.value
    const commands: string[] = []
    const at: ListenAddress = { transport: 'unix', path: address }
    const phases = (): string[] => service.list()[0]?.runtimes.map(({ phase }) => phase) ?? []
    scriptedRuntime(at, 1, commands)
    // Their process can't be looked at, so whether they wait is unknown: the rules take them for waiting.
    await expect.poll(phases).toEqual(['unknown'])
    scriptedRuntime(at, 2, commands)
    await expect.poll(phases).toEqual(['unknown', 'running'])
    service.setRule(id, 'record')
    scriptedRuntime(at, 3, commands)
    await expect.poll(phases).toEqual(['unknown', 'running', 'running'])
    expect(before).toHaveLength(1)
    // Nobody is to wait any more: that goes for those that wait already.
    service.setRule(id, 'resume')
    await expect.poll(phases).toEqual(['running', 'running', 'running'])
    // None was asked for its name: a command line of unknown length can make the answer end its runtime.
    expect(commands).toEqual(['0401', '0401', '0401'])
    for (const socket of sockets.splice(0)) socket.destroy()
    await service.close(id)
  })

  it('is not opened at an address that a variable cannot carry', async () => {
    const service = new PortService({
      watcher: { watch: () => undefined, forget: () => undefined },
      onChange: () => undefined,
    })
    for (const bad of ['/tmp/a,b', '/tmp/a;b', 'relative', ' /tmp/a', '', `/tmp/${'x'.repeat(110)}`]) {
      const opened = await service.open({ address: { transport: 'unix', path: bad }, rule: 'resume', suspends: true })
      expect(opened).toMatchObject({ ok: false, error: { kind: 'invalid-request', what: 'port address' } })
    }
  })
})
