import { connect, type Socket } from 'node:net'
import { mkdtempSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAll } from '../../nettrace/testing/read-all.ts'
import { ScriptedRuntime, type ScriptedRuntimeOptions } from './scripted-runtime.ts'
import { errorCodes, message, PayloadReader, PayloadWriter } from './wire.ts'
import { pause } from '../../os/pause.ts'

let runtime: ScriptedRuntime
let socketPath: string
const sockets: Socket[] = []

const identity = {
  pid: 4242,
  cookie: Uint8Array.from({ length: 16 }, (_, index) => index),
  commandLine: '/opt/demo/app --port 5000',
  operatingSystem: 'Linux',
  architecture: 'x64',
  entryAssembly: 'app',
  version: '10.0.0',
  runtimeIdentifier: 'linux-x64',
}

async function start(options: Partial<ScriptedRuntimeOptions> = {}): Promise<void> {
  runtime = new ScriptedRuntime({
    socketPath,
    identity,
    generation: 10,
    environment: { A: 'B=C' },
    seed: 1,
    ...options,
  })
  await runtime.listen()
}

beforeEach(() => {
  socketPath = path.join(mkdtempSync(path.join(tmpdir(), 'scripted-')), 's')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  runtime.dispose()
})

function send(bytes: Uint8Array): {
  readonly socket: Socket
  readonly received: Buffer[]
  readonly ended: Promise<Buffer>
} {
  const socket = connect(socketPath)
  sockets.push(socket)
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk))
  const ended = new Promise<Buffer>((resolve) => socket.on('close', () => resolve(Buffer.concat(received))))
  socket.write(bytes)
  return { socket, received, ended }
}

const ask = (code: number, payload: Uint8Array = new Uint8Array()) =>
  send(message(code >> 8, code & 0xff, payload)).ended
const errorOf = (answer: Buffer) => answer.readUInt32LE(20)

function collect2(
  providers: readonly { name: string; keywords?: bigint; level?: number; args?: string }[],
): Uint8Array {
  const payload = new PayloadWriter().u32(16).u32(1).u8(0).u32(providers.length)
  for (const p of providers)
    payload
      .u64(p.keywords ?? 0n)
      .u32(p.level ?? 4)
      .string(p.name)
      .string(p.args ?? '')
  return message(0x02, 0x03, payload.bytes())
}

const stop = (id: bigint) => ask(0x0201, new PayloadWriter().u64(id).bytes())

describe('commands', () => {
  it('answers ProcessInfo3 with its identity', async () => {
    await start()
    const answer = await ask(0x0408)
    expect(answer.readUInt16LE(14)).toBe(answer.length)
    const reader = new PayloadReader(answer.subarray(20))
    expect([reader.u32(), reader.u64()]).toEqual([1, 4242n])
    expect([reader.u64(), reader.u64()]).toHaveLength(2)
    const texts = Array.from({ length: 6 }, () => reader.string())
    expect(texts).toEqual(['/opt/demo/app --port 5000', 'Linux', 'x64', 'app', '10.0.0', 'linux-x64'])
  })

  it('sends the environment as a continuation of the announced length', async () => {
    await start()
    const answer = await ask(0x0402)
    expect(answer.readUInt32LE(20)).toBe(answer.length - 26)
    const reader = new PayloadReader(answer.subarray(26))
    expect([reader.u32(), reader.string()]).toEqual([1, 'A=B=C'])
  })

  it('knows no Process command as .NET Core 3.1', async () => {
    await start({ generation: 3 })
    expect(errorOf(await ask(0x0408))).toBe(errorCodes.unknownCommand)
    expect(errorOf(await ask(0x0400))).toBe(errorCodes.unknownCommand)
  })

  it('knows CollectTracing5 from .NET 10 on', async () => {
    await start({ generation: 9 })
    expect(errorOf(await ask(0x0206, new Uint8Array(40)))).toBe(errorCodes.unknownCommand)
  })

  it('refuses a buffer of 0 with BAD_ENCODING and a wrong magic with UNKNOWN_MAGIC', async () => {
    await start()
    const request = collect2([{ name: 'x' }])
    request.fill(0, 20, 24)
    expect(errorOf(await send(request).ended)).toBe(errorCodes.badEncoding)
    const wrong = message(4, 0, new Uint8Array())
    wrong[0] = 0x41
    expect(errorOf(await send(wrong).ended)).toBe(errorCodes.unknownMagic)
  })

  it('answers any session id with OK', async () => {
    await start()
    expect((await stop(99n)).readBigUInt64LE(20)).toBe(99n)
  })

  it('reports only the executable while suspended, and everything after the resume', async () => {
    await start({ isSuspended: true })
    const before = new PayloadReader((await ask(0x0400)).subarray(20 + 24))
    expect(before.string()).toBe('/opt/demo/app')
    await ask(0x0401)
    expect(new PayloadReader((await ask(0x0400)).subarray(20 + 24)).string()).toBe('/opt/demo/app --port 5000')
  })

  it('serves nobody else while one connection is open and silent', async () => {
    await start()
    const silent = connect(socketPath)
    sockets.push(silent)
    await new Promise((resolve) => silent.once('connect', resolve))
    const second = send(message(4, 0, new Uint8Array()))
    await pause(60)
    expect(second.received).toHaveLength(0)
    silent.destroy()
    expect((await second.ended).length).toBeGreaterThan(20)
  })
})

describe('sessions', () => {
  it('streams counters that the nettrace reader understands, and ends the stream when stopped', async () => {
    await start()
    const session = send(collect2([{ name: 'System.Runtime', args: 'EventCounterIntervalSec=0.1' }]))
    await pause(450)
    const id = Buffer.concat(session.received).readBigUInt64LE(20)
    await stop(id)
    const stream = (await session.ended).subarray(28)
    expect(stream.toString('latin1', 0, 8)).toBe('Nettrace')
    expect(stream.at(-1)).toBe(1)
    const read = readAll([stream])
    const counterIds = read.types.filter((type) => type.name === 'EventCounters').map((type) => type.metadataId)
    const counters = read.events.filter((event) => counterIds.includes(event.metadataId))
    expect([read.damage, read.lostEventCount, read.isComplete]).toEqual([[], 0, true])
    expect(counters.length).toBeGreaterThanOrEqual(27)
    expect(runtime.openSessionCount).toBe(0)
  })

  it('refuses a session beyond its limit with E_FAIL', async () => {
    await start({ maxSessions: 1 })
    const first = send(collect2([{ name: 'x' }]))
    await new Promise((resolve) => first.socket.once('data', resolve))
    expect(errorOf(await send(collect2([{ name: 'y' }])).ended)).toBe(errorCodes.fail)
  })

  it('removes its socket when it ends', async () => {
    await start()
    runtime.dispose()
    expect(existsSync(socketPath)).toBe(false)
  })
})

describe('faults', () => {
  it('sends half a message and keeps the connection', async () => {
    await start({ faults: [{ command: 'process-info', fault: { kind: 'half-message', bytes: 12 }, times: 1 }] })
    const half = send(message(4, 0, new Uint8Array()))
    await new Promise((resolve) => half.socket.once('data', resolve))
    expect(Buffer.concat(half.received)).toHaveLength(12)
    half.socket.destroy()
    expect((await ask(0x0400)).length).toBeGreaterThan(20)
  })

  it('closes early, lies about lengths, answers with an error', async () => {
    await start({
      faults: [
        { command: 'process-info', fault: { kind: 'early-close', bytes: 30 }, times: 1 },
        { command: 'process-info', fault: { kind: 'lies-about-length', declaredBytes: 65_000 }, times: 1 },
        { command: 'process-info', fault: { kind: 'error', code: 0x80004005 }, times: 1 },
      ],
    })
    expect(await ask(0x0400)).toHaveLength(30)
    expect((await ask(0x0400)).readUInt16LE(14)).toBe(65_000)
    expect(errorOf(await ask(0x0400))).toBe(0x80004005)
  })

  it('breaks a stream off in the middle', async () => {
    await start({ faults: [{ command: 'collect', fault: { kind: 'stream-cut', afterBytes: 60 } }] })
    const bytes = await send(collect2([{ name: 'System.Runtime' }])).ended
    expect(bytes).toHaveLength(28 + 60)
    expect(runtime.openSessionCount).toBe(0)
  })
})
