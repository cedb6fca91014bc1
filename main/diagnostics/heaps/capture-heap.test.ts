import fs, { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { endWithTests, request, scriptManySessions, scriptRuntime } from '../testing/scripted-sessions.ts'
import { openSession } from '../session.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { SessionRegistry } from '../session-registry.ts'
import { pause } from '../../os/pause.ts'
import { captureHeap } from './capture-heap.ts'

endWithTests()

/** Each session comes with one that keeps a slot free: the names are flushed with 1 and 2. */
const walk = 4n
const silent = { onChunk: () => undefined, onEnd: () => undefined }

it('says that the runtime locked up when it did so before the heap was walked', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ps-heap-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const runtime = await scriptRuntime({ onStop: () => undefined })
  let hasReleased = false
  const captured = await captureHeap(
    {
      alone: () =>
        Promise.resolve(
          ok({
            open: (endpoint, _request, hooks, options) =>
              openSession(endpoint, request, hooks, { ...options, stopSilenceMs: 200 }),
            release: () => {
              hasReleased = true
              return Promise.resolve()
            },
          }),
        ),
    },
    {
      endpoint: runtime.endpoint,
      runtimeVersion: '3.1.3',
      path: path.join(folder, 'heap.nettrace'),
      recorderPath: path.join(folder, 'no-recorder'),
    },
  )
  expect(captured).toEqual({ ok: false, error: { kind: 'locked-up', silentMs: 200 } })
  expect(hasReleased).toBe(true)
})

it('is given up at once in the pause, and the session that comes later is stopped before others get the process', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ps-heap-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const giveUp = new AbortController()
  const { runtime, seen, endPause } = await runtimeThatPauses(walk, () => giveUp.abort())
  const registry = new SessionRegistry({ journalPath: null })
  const file = path.join(folder, 'heap.nettrace')
  const captured = await captureHeap(registry, {
    endpoint: runtime.endpoint,
    runtimeVersion: '10.0.0',
    path: file,
    recorderPath: await bundleWorker('recorder', folder),
    signal: giveUp.signal,
  })
  expect(captured).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect(existsSync(file)).toBe(false)
  expect(registry.isAlone(runtime.endpoint)).toBe(true)

  // Nothing is sent into the pause.
  expect(seen).toEqual(['open 1', 'open 2', 'stop 1', 'stop 2', 'open 3', 'open 4'])

  const other = registry.open(runtime.endpoint, request, silent, { runtimeVersion: '10.0.0' })
  endPause()
  expect((await other).ok).toBe(true)
  expect(seen.slice(6)).toEqual(['stop 4', 'stop 3', 'open 5', 'open 6', 'stop 5'])
  expect(registry.isAlone(runtime.endpoint)).toBe(false)
  await registry.stopAll()
  expect(runtime.openCount()).toBe(0)
})

it('lets another one follow at once', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ps-heap-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The spare one of the walk takes its time.
  const runtime = await scriptManySessions({
    beforeStop: (number) => (number === walk - 1n ? pause(50) : Promise.resolve()),
  })
  const registry = new SessionRegistry({ journalPath: null })
  const recorderPath = await bundleWorker('recorder', folder)
  const { endpoint } = runtime
  for (const name of ['first', 'second']) {
    const file = path.join(folder, name)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const captured = await captureHeap(registry, { endpoint, runtimeVersion: '10.0.0', path: file, recorderPath })
    expect(captured).toMatchObject({ ok: true, value: { reason: 'stopped' } })
    expect([registry.isAlone(endpoint), registry.isIdle]).toEqual([false, true])
  }
})

it('is given up at once while its spare slot is being opened', async () => {
  const giveUp = new AbortController()
  const { runtime, seen, endPause } = await runtimeThatPauses(1n, () => giveUp.abort())
  const registry = new SessionRegistry({ journalPath: null })
  const captured = await captureHeap(registry, {
    endpoint: runtime.endpoint,
    runtimeVersion: '10.0.0',
    path: path.join(tmpdir(), 'never-made.nettrace'),
    recorderPath: 'never-started',
    signal: giveUp.signal,
  })
  expect(captured).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect([seen, registry.isAlone(runtime.endpoint)]).toEqual([['open 1'], true])
  endPause()
  await expect.poll(() => registry.isAlone(runtime.endpoint)).toBe(false)
  expect(seen).toEqual(['open 1', 'stop 1'])
  expect(registry.isIdle).toBe(true)
})

it.each([
  [1n, ['open 1'], ['stop 1']],
  [2n, ['open 1', 'open 2'], ['stop 1', 'stop 2']],
])('is given up at once while .NET Core 3 is asked for its slot %i', async (slot, before, after) => {
  const giveUp = new AbortController()
  const { runtime, seen, endPause } = await runtimeThatPauses(slot, () => giveUp.abort())
  const registry = new SessionRegistry({ journalPath: null })
  const { endpoint } = runtime
  const captured = await captureHeap(registry, {
    endpoint,
    runtimeVersion: '3.1.3',
    path: path.join(tmpdir(), 'never-made.nettrace'),
    recorderPath: 'never-started',
    signal: giveUp.signal,
  })
  expect(captured).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect([seen, registry.isAlone(endpoint)]).toEqual([before, true])
  const other = registry.open(endpoint, request, silent, { runtimeVersion: '3.1.3' })
  endPause()
  expect((await other).ok).toBe(true)
  expect(seen.slice(before.length, before.length + after.length)).toEqual(after)
  await registry.stopAll()
  expect([runtime.openCount(), registry.isIdle]).toEqual([0, true])
})

/** A process that stands still before the end of the walk's stream; by then the capture is given up. */
async function givenUpAtTheEnd() {
  const going: (() => void)[] = []
  const runsOn = new Promise<void>((resolve) => going.push(resolve))
  const giveUp = new AbortController()
  const runtime = await scriptManySessions({
    beforeStop: (number) => {
      if (number !== walk) return Promise.resolve()
      giveUp.abort()
      return runsOn
    },
  })
  return { runtime, giveUp, goOn: () => going.forEach((go) => go()) }
}

it('is given up at once while the process stands still before the end of its stream', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ps-heap-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { runtime, giveUp, goOn } = await givenUpAtTheEnd()
  const registry = new SessionRegistry({ journalPath: null })
  const { endpoint } = runtime
  const file = path.join(folder, 'heap.nettrace')
  const captured = await captureHeap(registry, {
    endpoint,
    runtimeVersion: '10.0.0',
    path: file,
    recorderPath: await bundleWorker('recorder', folder),
    signal: giveUp.signal,
  })
  expect(captured).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect([existsSync(file), registry.isAlone(endpoint)]).toEqual([false, true])
  goOn()
  await expect.poll(() => registry.isIdle && !registry.isAlone(endpoint)).toBe(true)
  expect([existsSync(file), runtime.openCount()]).toEqual([false, 0])
})

it.each([
  ['fails', () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))],
  ['hangs', () => new Promise<void>(() => undefined)],
])('is given up while the disk %s, without main waiting for it', async (_, removal) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ps-heap-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const recorderPath = await bundleWorker('recorder', folder)
  const removed = vi.spyOn(fs.promises, 'rm').mockImplementation(removal)
  const waitedFor = vi.spyOn(fs, 'rmSync')
  onTestFinished(() => [removed, waitedFor].forEach((spy) => spy.mockRestore()))
  const { runtime, giveUp, goOn } = await givenUpAtTheEnd()
  const registry = new SessionRegistry({ journalPath: null })
  const file = path.join(folder, 'heap.nettrace')
  const captured = await captureHeap(registry, {
    endpoint: runtime.endpoint,
    runtimeVersion: '10.0.0',
    path: file,
    recorderPath,
    signal: giveUp.signal,
  })
  expect(captured).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect([removed.mock.calls, waitedFor.mock.calls]).toEqual([[[file, { recursive: true, force: true }]], []])
  goOn()
  await expect.poll(() => registry.isIdle && !registry.isAlone(runtime.endpoint)).toBe(true)
})

it('that was given up in the pause is stopped by a quit, which leaves nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ps-heap-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const giveUp = new AbortController()
  const { runtime, seen, endPause } = await runtimeThatPauses(walk, () => giveUp.abort())
  const registry = new SessionRegistry({ journalPath: null })
  await captureHeap(registry, {
    endpoint: runtime.endpoint,
    runtimeVersion: '10.0.0',
    path: path.join(folder, 'heap.nettrace'),
    recorderPath: await bundleWorker('recorder', folder),
    signal: giveUp.signal,
  })
  const stopped = registry.stopAll()
  endPause()
  await stopped
  expect(seen.slice(-2)).toEqual(['stop 4', 'stop 3'])
  expect([runtime.openCount(), registry.isIdle]).toEqual([0, true])
})

/** Answers nothing from the request of one session on until the pause is over, as a runtime whose server handles one command at a time. */
async function runtimeThatPauses(number: bigint, onPause: () => void) {
  const seen: string[] = []
  const pauseEnds: (() => void)[] = []
  const whenOver = new Promise<void>((resolve) => pauseEnds.push(resolve))
  let isPausing = false
  const runtime = await scriptManySessions({
    beforeAnswer: (own) => {
      seen.push(`open ${String(own)}`)
      if (own !== number) return Promise.resolve()
      isPausing = true
      onPause()
      return whenOver
    },
    beforeStop: (own) => {
      seen.push(`stop ${String(own)}`)
      return isPausing ? whenOver : Promise.resolve()
    },
  })
  return { runtime, seen, endPause: () => pauseEnds.forEach((end) => end()) }
}
