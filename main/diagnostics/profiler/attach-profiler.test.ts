import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Target } from '../client-actions.ts'
import { addStartupProfiler, attach } from './attach-profiler.ts'

const clsid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const machines = { x64: 62, arm64: 183 } as const

let folder = ''
let server: net.Server
let connectionCount = 0
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'profiler-'))
  connectionCount = 0
  server = net.createServer((socket) => {
    connectionCount++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(path.join(folder, 'socket'), resolve))
})
afterEach(() => {
  server.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** This process, as if it were a runtime: its own view of the file system, and a socket that counts who comes. */
function ownTarget(isSuspended: boolean): Target {
  return {
    endpoint: {
      transport: 'unix',
      path: path.join(folder, 'socket'),
      pid: process.pid,
      startKey: '1',
      source: 'default',
    },
    facts: { runtimeVersion: '10.0.0', flavour: 'coreclr', isSuspended, commandLineBytes: null },
  } as unknown as Target
}

function libraryFor(machine: number): string {
  const bytes = Buffer.alloc(64)
  bytes.writeUInt32BE(0x7f454c46, 0)
  bytes.writeUInt16LE(3, 16)
  bytes.writeUInt16LE(machine, 18)
  const file = path.join(folder, 'profiler.so')
  fs.writeFileSync(file, bytes)
  return file
}

const attachTo = (profilerPath: string, architecture: string | null) =>
  attach(
    ownTarget(false),
    { timeoutMs: 100, profilerClsid: clsid, profilerPath, clientBytes: new Uint8Array() },
    { architecture },
  )

describe.skipIf(process.platform !== 'linux')('a profiler library for another architecture', () => {
  it('is refused with that reason, and nothing is sent', async () => {
    const file = libraryFor(machines.arm64)
    const refusal = { ok: false, error: { problem: 'wrong-architecture', hasRunInTarget: false } }
    expect(await attachTo(file, 'x64')).toMatchObject(refusal)
    expect(await addStartupProfiler(ownTarget(true), { clsid, path: file }, { architecture: 'x64' })).toMatchObject(
      refusal,
    )
    expect(connectionCount).toBe(0)
  })

  it.each([
    ['fits', machines.x64, 'x64'],
    ['cannot be compared, because the architecture of the process is unknown', machines.arm64, null],
  ])('is left to the runtime when it %s', async (_name, machine, architecture) => {
    expect(await attachTo(libraryFor(machine), architecture)).toMatchObject({ ok: false })
    expect(connectionCount).toBe(1)
  })
})
