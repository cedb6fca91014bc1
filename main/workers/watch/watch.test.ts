import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CodeNames } from '../../analysis/code/code-names.ts'
import { EventFeed } from '../../analysis/testing/event-feed.ts'
import { SampleWindow } from './sample-window.ts'
import { verifyFile } from './verify-file.ts'
import { WatchEngine } from './watch-engine.ts'
import type { FromWatcher } from './watch-protocol.ts'

const fixtures = path.join(import.meta.dirname, '..', '..', '..', 'fixtures', 'nettrace')
const recorded = path.join(fixtures, 'net10-meters.nettrace')

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Names of methods of 0x100 bytes, as `Type.Method`, by their address. */
function named(methods: Readonly<Record<number, readonly [type: string, method: string]>>): CodeNames {
  const names = new CodeNames()
  const feed = new EventFeed(names.listener())
  for (const [address, [type, method]] of Object.entries(methods)) {
    const start = Number(address)
    feed.runtime(
      143,
      { ticks: 1 },
      { MethodID: start, MethodStartAddress: start, MethodSize: 0x100, MethodNamespace: type, MethodName: method },
    )
  }
  return names
}

function add(window: SampleWindow, index: number, addresses: readonly number[]): void {
  const bytes = Buffer.alloc(addresses.length * 8)
  for (const [position, address] of addresses.entries()) bytes.writeBigUInt64LE(BigInt(address), position * 8)
  window.addStack(new DataView(Uint8Array.from(bytes).buffer), 0, bytes.length, 8, index)
}

describe('the samples of the last ten seconds', () => {
  const names = named({ 0x1000: ['Shop.A', 'Hot'] })

  it('count running threads only, a method once per stack, and forget what is older', () => {
    const window = new SampleWindow()
    add(window, 1, [0x1000, 0x9000])
    add(window, 2, [0x9000, 0x1000, 0x1004])
    window.addSample(1, 1, 2)
    window.addSample(1, 1, 2)
    window.addSample(1, 2, 2)
    window.addSample(1, 2, 1)
    const found = window.top(names)
    expect(found?.top).toMatchObject({ sampleCount: 4, runningCount: 3 })
    const hot = found?.top.functions.find(({ name }) => name === 'A.Hot')
    expect([hot?.selfShare, hot?.totalShare]).toEqual([2 / 3, 1])
    expect(found?.top.functions.find(({ name }) => name === '0x9000')).toMatchObject({ module: '' })
    // Of the two different stacks, three of five frames lie in a method that has a name.
    expect(found?.knownShare).toBeCloseTo(3 / 5)
    window.addSample(60, 1, 1)
    expect(window.top(names)?.top).toMatchObject({ sampleCount: 1, runningCount: 0, functions: [] })
  })

  it('are classified as those of an opened recording: what only waits doesn’t run, and a GC poll counts for its caller', () => {
    const many = named({
      0x1000: ['Shop.A', 'Hot'],
      0x2000: ['System.Threading.Thread', 'Sleep'],
      0x3000: ['System.Threading.Thread', 'PollGC'],
      0x4000: ['System.Threading.LowLevelLifoSemaphore', 'WaitForSignal'],
      0x5000: ['System.Threading.SpinWait', 'SpinOnceCore'],
    })
    const window = new SampleWindow('10.0.0')
    const stacks = [[0x1000], [0x2000, 0x1000], [0x3000, 0x1000], [0x9000, 0x4000], [0x5000, 0x1000]]
    for (const [index, stack] of stacks.entries()) {
      add(window, index + 1, stack)
      window.addSample(1, index + 1, 2)
    }
    const found = window.top(many)?.top
    expect(found).toMatchObject({ sampleCount: 5, runningCount: 3, isRunningKnown: true })
    expect(found?.functions.map(({ name, selfShare }) => [name, selfShare])).toEqual([
      ['A.Hot', 2 / 3],
      ['SpinWait.SpinOnceCore', 1 / 3],
    ])
  })

  it('take computing code for running where the runtime calls nearly nothing so, and never what waits', () => {
    const both = named({
      0x1000: ['Shop.A', 'Hot'],
      0x2000: ['System.Threading.Thread', 'Sleep'],
      0x3000: ['Interop+Sys', 'Read'],
    })
    const window = new SampleWindow('9.0.22')
    add(window, 1, [0x1000])
    add(window, 2, [0x2000])
    add(window, 3, [0x3000])
    for (const stack of [1, 1, 1, 2, 3]) window.addSample(1, stack, 1)
    const found = window.top(both)?.top
    expect(found).toMatchObject({ sampleCount: 5, runningCount: 3, isRunningKnown: false })
    expect(found?.functions.map(({ name, selfShare }) => [name, selfShare])).toEqual([['A.Hot', 1]])
    for (let index = 0; index < 3; index++) window.addSample(1, 1, 2)
    expect(window.top(both)?.top).toMatchObject({ runningCount: 3, isRunningKnown: true })
  })
})

describe('the verdict on a file', () => {
  it('is complete for a recorded stream, and not for any beginning of it', async () => {
    const whole = await verifyFile(recorded)
    expect(whole).toMatchObject({ ok: true, value: { isComplete: true, damageCount: 0, lostCount: 0 } })
    const bytes = fs.readFileSync(recorded)
    const cut = path.join(folder, 'cut.nettrace')
    fs.writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length / 2)))
    const half = await verifyFile(cut)
    expect(half).toMatchObject({ ok: true, value: { isComplete: false } })
    expect(half.ok && half.value.eventCount).toBeGreaterThan(0)
  })

  it('says what a file is that isn’t a trace, or that it is missing', async () => {
    const other = path.join(folder, 'other')
    fs.writeFileSync(other, 'PK and so on, long enough to be something')
    expect(await verifyFile(other)).toMatchObject({ ok: false, error: { kind: 'malformed', what: 'trace file' } })
    expect(await verifyFile(path.join(folder, 'none'))).toMatchObject({
      ok: false,
      error: { kind: 'io', code: 'ENOENT' },
    })
  })
})

describe('the watching engine', () => {
  const bytes = fs.readFileSync(recorded)
  const noStop = { afterMs: null, atBytes: null, onEvent: null, onCounter: null }

  /** Writes a file in three pieces, each followed, and gives the engine as it is before the end is told. */
  function followed(): {
    engine: WatchEngine
    file: string
    port: MessagePort
    whenRead: Promise<void>
    readonly end: () => void
  } {
    const file = path.join(folder, 'followed.nettrace')
    const engine = new WatchEngine(() => undefined)
    const { port1, port2 } = new MessageChannel()
    fs.writeFileSync(file, '')
    engine.follow(port2, file, noStop)
    for (const to of [1000, 2001, bytes.length]) {
      fs.appendFileSync(file, bytes.subarray(fs.statSync(file).size, to))
      port1.postMessage({ kind: 'in-file', offset: to })
    }
    const whenRead = new Promise<void>((resolve) => {
      port1.on('message', ({ offset }: { offset: number }) => {
        if (offset === bytes.length) resolve()
      })
    })
    const end = () => port1.postMessage({ kind: 'end', sizeBytes: bytes.length })
    return { engine, file, port: port1, whenRead, end }
  }

  it('judges a file it has followed to its end as if it read it again', async () => {
    const { engine, file, end } = followed()
    end()
    expect(await engine.verify(file)).toEqual(await verifyFile(recorded))
    engine.dispose()
  })

  it('reads the file again when it has grown or was replaced', async () => {
    const changes = [
      (file: string) => fs.appendFileSync(file, 'more'),
      (file: string) => {
        fs.renameSync(file, `${file}.old`)
        fs.writeFileSync(file, bytes.subarray(0, bytes.length / 2))
      },
    ]
    for (const change of changes) {
      const { engine, file, whenRead, end } = followed()
      await whenRead
      change(file)
      end()
      const sizeBytes = fs.statSync(file).size
      expect(await engine.verify(file)).toMatchObject({ ok: true, value: { isComplete: false, sizeBytes } })
      engine.dispose()
      fs.rmSync(file)
    }
  })

  it('reads the file when the recorder ended silently', async () => {
    const { engine, file, port } = followed()
    port.close()
    expect(await engine.verify(file)).toEqual(await verifyFile(recorded))
    engine.dispose()
  })

  it('counts and resolves what a recorder passes on, and reports a condition once', async () => {
    const bytes = fs.readFileSync(recorded)
    const told: FromWatcher[] = []
    const engine = new WatchEngine((message) => told.push(message))
    const { port1, port2 } = new MessageChannel()
    engine.follow(port2, recorded, {
      afterMs: null,
      atBytes: null,
      onEvent: { provider: 'System.Diagnostics.Metrics', event: null, fields: [] },
      onCounter: null,
    })
    const chunk = Uint8Array.from(bytes).buffer
    port1.postMessage({ kind: 'bytes', offset: 0, bytes: chunk }, [chunk])
    port1.postMessage({ kind: 'end', sizeBytes: bytes.length })
    await expect
      .poll(() => told.findLast((message) => message.kind === 'status')?.status.eventCount ?? 0)
      .toBeGreaterThan(10)
    const last = told.findLast((message) => message.kind === 'status')!.status
    expect(last.providers.map(({ name }) => name)).toContain('System.Diagnostics.Metrics')
    expect(last.newest[0]?.timeMs).toBeGreaterThanOrEqual(last.newest.at(-1)?.timeMs ?? 0)
    expect(last.newest.some(({ detail }) => detail.includes('sessionId'))).toBe(true)
    expect(told.filter((message) => message.kind === 'condition')).toHaveLength(1)
    engine.dispose()
    port1.close()
  })
})
