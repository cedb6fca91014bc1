import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { err, ok } from '../../../../shared/base/result.ts'
import { asPid } from '../../../../shared/model/ids.ts'
import type { WatchStatus } from '../../../workers/watch/watch-protocol.ts'
import type { SessionRegistry } from '../../session-registry.ts'
import { namesOnly } from '../collect.ts'
import { NameSessions } from './name-sessions.ts'
import { pause } from '../../../os/pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Open = SessionRegistry['open']
const endpoint = { transport: 'unix', path: '/tmp/s', pid: asPid(1) } as const
const unnamed = { top: {}, knownShare: 0.5 } as WatchStatus

/** Side sessions that take this long; what they bring is heard. */
function sessions({ tookMs = 100, firstLookAfterMs = 0, reason = 'stopped', isRefused = false } = {}) {
  const heard: unknown[] = []
  const requests: unknown[] = []
  const openedAtMs: number[] = []
  let mayLook = true
  const open = (async (...[, request, hooks]: Parameters<Open>) => {
    requests.push(request)
    openedAtMs.push(performance.now())
    if (isRefused) return err({ kind: 'cancelled' })
    const stop = async () => {
      await pause(tookMs)
      hooks.onChunk(new ArrayBuffer(3))
      hooks.onEnd({ reason } as Parameters<typeof hooks.onEnd>[0])
    }
    return ok({ stop })
  }) as unknown as Open
  const names = new NameSessions(
    { open } as SessionRegistry,
    { endpoint, runtimeVersion: '10.0.1' },
    {
      onBytes: (index, bytes) => heard.push([index, bytes.byteLength]),
      onEnd: (index, isWhole) => heard.push([index, isWhole]),
    },
    { firstLookAfterMs, mayLook: () => mayLook },
  )
  const note = async (status: WatchStatus = unnamed) => {
    names.note(status)
    await vi.advanceTimersByTimeAsync(0)
  }
  const setMayLook = (may: boolean) => void (mayLook = may)
  return { names, note, heard, requests, openedAtMs, setMayLook }
}

test('symbols are fetched when displayed frames have none, and passed on', async () => {
  const { note, heard, requests } = sessions()
  await note()
  await vi.advanceTimersByTimeAsync(100)
  expect(requests).toEqual([namesOnly])
  expect(heard).toEqual([
    [0, 3],
    [0, true],
  ])
})

test('a session that was cut off is not taken for a complete one', async () => {
  const { note, heard } = sessions({ reason: 'connection-lost' })
  await note()
  await vi.advanceTimersByTimeAsync(100)
  expect(heard).toEqual([
    [0, 3],
    [0, false],
  ])
})

test.each([
  [{ top: null, knownShare: 0 }, 0],
  [{ top: {}, knownShare: 0.98 }, 0],
  [{ top: {}, knownShare: 0.97 }, 1],
  [{ top: {}, knownShare: null }, 1],
])('with displayed frames %j there are %i sessions', async (status, count) => {
  const { note, requests } = sessions()
  await note(status as unknown as WatchStatus)
  expect(requests).toHaveLength(count)
})

test('none is opened while the process sets itself up, is dumped, or another one is under way', async () => {
  const { note, requests, setMayLook } = sessions({ firstLookAfterMs: 5000, tookMs: 300 })
  await vi.advanceTimersByTimeAsync(4999)
  await note()
  expect(requests).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  setMayLook(false)
  await note()
  expect(requests).toHaveLength(0)
  setMayLook(true)
  await note()
  await vi.advanceTimersByTimeAsync(200)
  await note()
  expect(requests).toHaveLength(1)
})

test('the next one comes five seconds after the end of the last', async () => {
  const { note, requests, heard } = sessions()
  await note()
  await vi.advanceTimersByTimeAsync(100 + 4999)
  await note()
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await note()
  await vi.advanceTimersByTimeAsync(100)
  expect(requests).toHaveLength(2)
  expect(heard.at(-1)).toEqual([1, true])
})

const count = async (tookMs: number) => {
  const { note, requests } = sessions({ tookMs })
  await note()
  await vi.advanceTimersByTimeAsync(20_000)
  await note()
  return requests.length
}

test('one that took over a second is the last', async () => {
  expect([await count(1000), await count(1001)]).toEqual([2, 1])
})

test('one that is refused is tried again later', async () => {
  const { note, requests } = sessions({ isRefused: true })
  await note()
  await vi.advanceTimersByTimeAsync(5000)
  await note()
  expect(requests).toHaveLength(2)
})

test('none is opened after disposal', async () => {
  const { names, note, requests } = sessions()
  names.dispose()
  await note()
  expect(requests).toHaveLength(0)
})

/** At which second from now each session is opened. */
const secondsOf = async (run: ReturnType<typeof sessions>, seconds: number) => {
  const startMs = performance.now()
  const before = run.openedAtMs.length
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return run.openedAtMs.slice(before).map((ms) => Math.round((ms - startMs) / 1000))
}

describe('while nobody looks', () => {
  test('symbols are fetched after a second, and more and more rarely afterwards', async () => {
    const run = sessions({ tookMs: 0 })
    run.names.lookNowAndThen()
    expect(await secondsOf(run, 4400)).toEqual([1, 31, 151, 751, 2551, 4351])
  })

  test('a process that sets itself up is left alone first', async () => {
    const run = sessions({ firstLookAfterMs: 4000 })
    run.names.lookNowAndThen()
    expect(await secondsOf(run, 10)).toEqual([4])
  })

  test('a session for what is displayed puts the next one off', async () => {
    const run = sessions({ tookMs: 0 })
    await run.note()
    run.names.lookNowAndThen()
    expect(await secondsOf(run, 20)).toEqual([5])
  })

  test('a process that may not be asked now is asked the next time', async () => {
    const run = sessions({ tookMs: 0 })
    run.setMayLook(false)
    run.names.lookNowAndThen()
    expect(await secondsOf(run, 20)).toEqual([])
    run.setMayLook(true)
    expect(await secondsOf(run, 20)).toEqual([11])
  })

  test('none is opened beside one that is under way', async () => {
    const run = sessions({ tookMs: 2000 })
    await run.note()
    run.names.lookNowAndThen()
    expect(await secondsOf(run, 20)).toEqual([])
    expect(run.requests).toHaveLength(1)
  })

  test('somebody who looks ends it, also while a session is under way, and nobody begins it anew', async () => {
    const run = sessions({ tookMs: 500 })
    run.names.lookNowAndThen()
    run.names.stopLookingNowAndThen()
    expect(await secondsOf(run, 40)).toEqual([])
    run.names.lookNowAndThen()
    await vi.advanceTimersByTimeAsync(1200)
    run.names.stopLookingNowAndThen()
    expect(run.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(run.requests).toHaveLength(1)
  })

  test('asked for twice, it is done once', async () => {
    const run = sessions({ tookMs: 0 })
    run.names.lookNowAndThen()
    run.names.lookNowAndThen()
    await vi.advanceTimersByTimeAsync(1000)
    expect(run.requests).toHaveLength(1)
  })

  test('a process that took over a second is not asked again, nor one whose recording is over', async () => {
    const slow = sessions({ tookMs: 1001 })
    slow.names.lookNowAndThen()
    expect(await secondsOf(slow, 100)).toEqual([1])
    const over = sessions()
    over.names.lookNowAndThen()
    over.names.dispose()
    expect(await secondsOf(over, 40)).toEqual([])
  })
})
