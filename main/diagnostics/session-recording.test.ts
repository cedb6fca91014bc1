import fs from 'node:fs'
import type net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CollectRequest } from '../protocol/collect-request.ts'
import { hex, message, u64 } from '../protocol/testing/message-builder.ts'
import { goldenV4 } from '../nettrace/testing/golden.ts'
import { scriptSocket, type ScriptedSocket } from '../transport/testing/scripted-socket.ts'
import { pause } from '../os/pause.ts'
import { bundleWorker } from '../workers/testing/bundle-worker.ts'
import { SessionRegistry } from './session-registry.ts'
import { RecorderQueues } from './recorder-queues.ts'
import { startRecording, type RecordingHandle, type StartRecordingOptions } from './session-recording.ts'

const request: CollectRequest = {
  bufferMB: 1,
  providers: [{ name: 'P', keywords: 0n, level: 4, arguments: null }],
  rundown: 'default',
  stacks: true,
}

let bundleFolder: string
let recorderPath: string
let folder: string
let file: string
let runtime: ScriptedSocket
let stream: net.Socket | null
/** How long the runtime takes to open a session. */
let openingMs: number
/** When it had opened the last one. */
let openedMs: number
/** What StopTracing brings. */
let onStop: (stream: net.Socket, answer: () => void) => void

beforeAll(async () => {
  bundleFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  recorderPath = await bundleWorker('recorder', bundleFolder)
})
afterAll(() => fs.rmSync(bundleFolder, { recursive: true, force: true }))

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  file = path.join(folder, 'a.nettrace')
  stream = null
  openingMs = 0
  onStop = (open, answer) => {
    open.end(goldenV4.subarray(300))
    answer()
  }
  const streams = new Map<bigint, net.Socket>()
  runtime = await scriptSocket((bytes, { socket }) => {
    if (bytes.readUInt8(17) === 1) {
      const id = bytes.readBigUInt64LE(20)
      const answer = (): void => void socket.end(message(0xff00, u64(id)))
      const stopped = streams.get(id)
      if (stopped === stream) return onStop(live(), answer)
      stopped?.end()
      answer()
      return
    }
    const id = BigInt(streams.size + 1)
    streams.set(id, socket)
    // The first is the spare one, which makes sure that another tool still finds a slot.
    stream = socket
    void pause(openingMs).then(() => {
      openedMs = performance.now()
      socket.write(Buffer.concat([message(0xff00, u64(id)), goldenV4.subarray(0, 300)]))
    })
  })
})
afterEach(async () => {
  await runtime.dispose()
  fs.rmSync(folder, { recursive: true, force: true })
})

function live(): net.Socket {
  if (stream === null) throw new Error('no stream yet')
  return stream
}

async function record(change: Partial<StartRecordingOptions> = {}): Promise<RecordingHandle> {
  const started = await startRecording(new SessionRegistry({ journalPath: null }), {
    endpoint: runtime.endpoint,
    request,
    runtimeVersion: '10.0.14',
    path: file,
    recorderPath,
    ...change,
  })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  return started.value
}

describe('a recording', () => {
  it('holds the bytes of the runtime, unchanged and complete', async () => {
    const recording = await record()
    await expect
      .poll(() => recording.progress())
      .toMatchObject({ state: 'recording', writtenBytes: 300, queuedBytes: 0 })
    expect(await recording.stop()).toEqual({
      path: file,
      sizeBytes: 470,
      receivedBytes: 470,
      discardedBytes: 0,
      isComplete: true,
      lastWholeBlockOffset: 470,
      reason: 'stopped',
      errorCode: null,
      pieces: [],
    })
    expect(new Uint8Array(fs.readFileSync(file))).toEqual(goldenV4)
    expect(recording.progress().state).toBe('ended')
  })

  it('of counters of .NET Core 3 is not stopped before their first tick', async () => {
    const counters = { name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=1' }
    openingMs = 1000
    const recording = await record({ request: { ...request, providers: [counters] }, runtimeVersion: '3.1.3' })
    let stoppedAfterMs = 0
    onStop = (open, answer) => {
      stoppedAfterMs = performance.now() - openedMs
      open.end()
      answer()
    }
    await recording.stop()
    expect(stoppedAfterMs).toBeGreaterThan(1000)
  })

  it('shows what waits for its disk as long as it is written, and only then', async () => {
    const queues = new RecorderQueues()
    const recording = await record({ queues, queueLimitBytes: 4096 })
    await expect.poll(() => recording.progress().writtenBytes).toBe(300)
    expect(queues.reports()).toMatchObject([
      { name: 'recording-bytes', owner: 'recording 1', limit: 4096, fill: 0, droppedCount: 0, unit: 'bytes' },
    ])
    expect(queues.reports()[0]?.peak).toBeGreaterThan(0)
    await recording.stop()
    expect(queues.reports()).toEqual([])
    const other = await scriptSocket((_bytes, { socket }) => socket.end(message(0xffff, hex('84131380'))))
    await startRecording(new SessionRegistry({ journalPath: null }), {
      endpoint: other.endpoint,
      request,
      runtimeVersion: null,
      path: `${file}.refused`,
      recorderPath,
      queues,
    })
    expect(queues.reports()).toEqual([])
    await other.dispose()
  })

  it('is refused before the target is touched when its file cannot be made', async () => {
    fs.writeFileSync(file, 'mine')
    const refused = await startRecording(new SessionRegistry({ journalPath: null }), {
      endpoint: runtime.endpoint,
      request,
      runtimeVersion: null,
      path: file,
      recorderPath,
    })
    expect(refused).toEqual({ ok: false, error: { kind: 'io', operation: 'create', path: file, code: 'EEXIST' } })
    expect(runtime.requests).toEqual([])
    expect(fs.readFileSync(file, 'utf8')).toBe('mine')
  })

  it('leaves no file when the session cannot be opened', async () => {
    const other = await scriptSocket((_bytes, { socket }) => socket.end(message(0xffff, hex('84131380'))))
    const refused = await startRecording(new SessionRegistry({ journalPath: null }), {
      endpoint: other.endpoint,
      request,
      runtimeVersion: null,
      path: file,
      recorderPath,
    })
    expect(refused).toMatchObject({ ok: false, error: { name: 'BAD_ENCODING' } })
    expect(fs.existsSync(file)).toBe(false)
    await other.dispose()
  })

  it('is marked as partial when its target exits', async () => {
    const recording = await record()
    live().destroy()
    expect(await recording.whenEnded).toMatchObject({
      sizeBytes: 300,
      isComplete: false,
      lastWholeBlockOffset: 277,
      reason: 'connection-lost',
    })
  })

  it('ends at a full queue, while the stream is drained to its end', async () => {
    const recording = await record({ queueLimitBytes: 1000 })
    const block = Buffer.alloc(100_000)
    let sentBytes = 0
    onStop = (open, answer) => {
      // Much more than any socket buffer holds: it arrives only if somebody still reads.
      const more = (): void => {
        if (sentBytes >= 20_000_000) {
          open.end()
          answer()
          return
        }
        sentBytes += block.length
        open.write(block, more)
      }
      more()
    }
    // One read brings more than the queue may hold.
    live().write(Buffer.alloc(900_000))
    const end = await recording.whenEnded
    expect(end).toMatchObject({ reason: 'disk-too-slow', isComplete: false, lastWholeBlockOffset: 277 })
    expect(end.discardedBytes).toBeGreaterThan(0)
    expect(end.sizeBytes + end.discardedBytes).toBe(end.receivedBytes)
    expect(fs.statSync(file).size).toBe(end.sizeBytes)
  })

  it('can be ended without the rundown that takes too long', async () => {
    let isAnswered = false
    onStop = (open, answer) => {
      open.write(goldenV4.subarray(300, 403))
      setTimeout(() => {
        isAnswered = true
        answer()
      }, 600)
    }
    const recording = await record()
    void recording.stop()
    await expect.poll(() => recording.progress().writtenBytes).toBe(403)
    expect(await recording.stopWithoutRundown()).toMatchObject({
      reason: 'stopped-without-rundown',
      sizeBytes: 403,
      lastWholeBlockOffset: 403,
      isComplete: false,
    })
    await expect.poll(() => isAnswered).toBe(true)
  })
})
