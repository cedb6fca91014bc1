import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { endWithTests, request, scriptManySessions, scriptRuntime } from '../testing/scripted-sessions.ts'
import { openSession } from '../session.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { SessionRegistry } from '../session-registry.ts'
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
            release: () => (hasReleased = true),
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
  const ends: (() => void)[] = []
  const pause = new Promise<void>((resolve) => ends.push(resolve))
  const seen: string[] = []
  const runtime = await scriptManySessions({
    beforeAnswer: (number) => {
      seen.push(`open ${String(number)}`)
      if (number !== walk) return Promise.resolve()
      giveUp.abort()
      return pause
    },
    beforeStop: (number) => Promise.resolve(seen.push(`stop ${String(number)}`)),
  })
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

  const other = registry.open(runtime.endpoint, request, silent, { runtimeVersion: '10.0.0' })
  ends[0]?.()
  expect((await other).ok).toBe(true)
  expect(seen.indexOf(`stop ${String(walk)}`)).toBeGreaterThan(seen.indexOf(`open ${String(walk)}`))
  expect(seen.indexOf(`stop ${String(walk)}`)).toBeLessThan(seen.indexOf(`open ${String(walk + 1n)}`))
  await registry.stopAll()
  expect(runtime.openCount()).toBe(0)
})
