import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLiveFrameHeader } from '../../../shared/frames/live-frame.ts'
import type { FromLiveWorker } from './live-protocol.ts'
import { startLiveWorker } from './live-worker-host.ts'
import { bundleWorker } from '../testing/bundle-worker.ts'

let folder: string
let workerPath: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'live-worker-'))
  workerPath = await bundleWorker('live-worker', folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function start(messages: FromLiveWorker[]) {
  return startLiveWorker({
    workerPath,
    liveId: 'live-1',
    intervalMs: 1000,
    retention: { directory: path.join(folder, 'live-1'), maxMemoryBytes: 2 ** 20, maxDiskBytes: 2 ** 20 },
    onMessage: (message) => messages.push(message),
  })
}

test('a file that is not there is an io error, and the worker lives on and closes', async () => {
  const host = start([])
  const outcome = await host.openFile(path.join(folder, 'missing.nettrace'))
  expect(outcome.ok).toBe(false)
  await host.close()
  expect(await host.openFile('x')).toEqual({ ok: false, error: { kind: 'not-found', what: 'live worker' } })
})

test('a file that isn’t a trace is rejected with its name and position, an empty one as well', async () => {
  const host = start([])
  const text = path.join(folder, 'notes.txt')
  await writeFile(text, 'This is no trace at all, but long enough for the header of one.')
  expect(await host.openFile(text)).toMatchObject({ ok: false, error: { kind: 'malformed', offset: 0 } })
  const empty = path.join(folder, 'empty.nettrace')
  await writeFile(empty, '')
  expect(await host.openFile(empty)).toMatchObject({
    ok: false,
    error: { kind: 'malformed', what: 'trace file', offset: 0, found: 'the end of the file' },
  })
  await host.close()
})

test('a worker that stops reading is ended before its inbox fills memory', async () => {
  const deaf = path.join(folder, 'deaf-worker.cjs')
  await writeFile(deaf, 'setInterval(() => {}, 1000)')
  const messages: FromLiveWorker[] = []
  const host = startLiveWorker({
    workerPath: deaf,
    liveId: 'live-1',
    intervalMs: 1000,
    retention: { directory: null, maxMemoryBytes: 2 ** 20, maxDiskBytes: 0 },
    maxInboxBytes: 3_000_000,
    onMessage: (message) => messages.push(message),
  })
  for (let chunk = 0; chunk < 5; chunk++) host.push(0, new ArrayBuffer(1_000_000))
  expect(messages).toEqual([{ kind: 'notice', notice: { what: 'worker-ended', reason: 'inbox-full' } }])
  expect(host.inbox).toEqual({ fill: 0, peak: 3_000_000, limit: 3_000_000, discarded: 2_000_000 })
  await host.close()
  expect(messages).toHaveLength(1)
})

test('what a worker has decoded leaves its inbox', async () => {
  const messages: FromLiveWorker[] = []
  const host = start(messages)
  host.beginSession({ sessionIndex: 0, role: 'counters', meterSessionId: null, clientId: null })
  host.push(0, new ArrayBuffer(1000))
  host.push(7, new ArrayBuffer(500))
  await expect.poll(() => host.inbox.fill).toBe(0)
  expect(host.inbox.peak).toBe(1500)
  await host.close()
})

test('a recorded file is read in the thread: catalog, frames, ranges, snapshot and export come back', async () => {
  const messages: FromLiveWorker[] = []
  const host = startLiveWorker({
    workerPath,
    liveId: 'file-1',
    intervalMs: 0,
    retention: { directory: null, maxMemoryBytes: 2 ** 24, maxDiskBytes: 0 },
    onMessage: (message) => messages.push(message),
  })
  const file = path.join(import.meta.dirname, '..', '..', '..', 'fixtures', 'nettrace', 'net10-meters.nettrace')
  const opened = await host.openFile(file)
  expect(opened).toMatchObject({ ok: true, value: { isComplete: true, lostEventCount: 0 } })
  if (!opened.ok) return
  expect(host.catalog().instruments.length).toBe(29)
  expect(messages.map((message) => message.kind)).toContain('frame')
  const { firstSampleMs, lastSampleMs, sampleCount } = opened.value
  const range = { seriesIndexes: [], fromMs: firstSampleMs!, toMs: lastSampleMs!, maxPoints: 1000 }
  const points = await host.range(range)
  expect(points.ok && readLiveFrameHeader(points.value)?.count).toBe(sampleCount)
  const snapshot = await host.snapshot({ fromMs: 0, maxSamples: 100_000 })
  expect(snapshot.ok && snapshot.value.map((frame) => readLiveFrameHeader(frame)?.count)).toEqual([sampleCount])
  const exported = await host.export({
    format: 'csv-long',
    path: path.join(folder, 'out.csv'),
    seriesIndexes: [],
    fromMs: firstSampleMs!,
    toMs: lastSampleMs!,
    targetName: 'Sample',
    pid: null,
  })
  expect(exported).toMatchObject({ ok: true, value: { rowCount: sampleCount } })
  await host.close()
})

test('a thread that dies fails pending questions with its reason and reports it once', async () => {
  const messages: FromLiveWorker[] = []
  const broken = path.join(folder, 'broken.cjs')
  const { writeFile } = await import('node:fs/promises')
  await writeFile(
    broken,
    'setTimeout(() => { throw new Error("boom") }, 10); require("node:worker_threads").parentPort.on("message", () => {})',
  )
  const host = startLiveWorker({
    workerPath: broken,
    liveId: 'live-2',
    intervalMs: 1000,
    retention: { directory: null, maxMemoryBytes: 1, maxDiskBytes: 1 },
    onMessage: (message) => messages.push(message),
  })
  const error = { kind: 'worker-ended', what: 'live worker', reason: 'boom', isOutOfMemory: false }
  expect(await host.openFile('x')).toEqual({ ok: false, error })
  expect(messages).toEqual([{ kind: 'notice', notice: { what: 'worker-ended', reason: 'boom' } }])
  await host.close()
})
