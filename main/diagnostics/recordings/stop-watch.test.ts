import fs from 'node:fs'
import os from 'node:os'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StopConditions } from '../../../shared/model/recording.ts'
import type { RecordingProgress } from '../session-recording.ts'
import { leastFreeBytes } from './recording-files.ts'
import { stoppedByItself, StopWatch } from './stop-watch.ts'

const day = 24 * 3600 * 1000
const large = 2 ** 40
let reached: string[] = []
let watch: StopWatch | null = null

beforeEach(() => {
  reached = []
  vi.useFakeTimers()
  mockDisk(large, large)
})
afterEach(() => {
  watch?.dispose()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function start(stop: Partial<StopConditions>): StopWatch {
  watch = new StopWatch({ afterMs: null, atBytes: null, ...stop } as StopConditions, os.tmpdir(), (by) =>
    reached.push(by),
  )
  return watch
}

const received = (receivedBytes: number) => ({ receivedBytes }) as RecordingProgress

/** A disk of so many blocks of 4 KiB. */
function mockDisk(totalBytes: number, freeBytes: number): void {
  const stat = { bsize: 4096, blocks: totalBytes / 4096, bavail: freeBytes / 4096, bfree: freeBytes / 4096 }
  vi.spyOn(fs, 'statfsSync').mockReturnValue(stat as unknown as fs.StatsFs)
}

describe('a recording stops', () => {
  it('after its time, once, and not before', () => {
    start({ afterMs: 30_000 })
    vi.advanceTimersByTime(29_999)
    expect(reached).toEqual([])
    vi.advanceTimersByTime(1)
    expect(reached).toEqual(['time'])
    vi.advanceTimersByTime(100_000)
    expect(reached.filter((by) => by === 'time')).toHaveLength(1)
  })

  it.each([[null], [30 * day], [2 ** 31]])('by no time when the limit is %s', (afterMs) => {
    start({ afterMs })
    vi.advanceTimersByTime(1000)
    expect(reached).not.toContain('time')
  })

  it('after the longest time that can be counted, which is counted', () => {
    start({ afterMs: 2 ** 31 - 1 })
    expect(vi.getTimerCount()).toBe(2)
    vi.advanceTimersByTime(1000)
    expect(reached).toEqual([])
  })

  it('not after it has been disposed of', () => {
    start({ afterMs: 1000 }).dispose()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('at its size, exactly', () => {
    const stopping = start({ atBytes: 1000 })
    stopping.note(received(999))
    expect(reached).toEqual([])
    stopping.note(received(1000))
    expect(reached).toEqual(['size'])
    start({}).note(received(Number.MAX_SAFE_INTEGER))
    expect(reached).toEqual(['size'])
  })

  it('when the disk has less room than has to stay free, and no sooner', async () => {
    const least = leastFreeBytes(large)
    mockDisk(large, least)
    start({})
    await vi.advanceTimersByTimeAsync(1000)
    expect(reached).toEqual([])
    mockDisk(large, least - 4096)
    await vi.advanceTimersByTimeAsync(1000)
    expect(reached).toEqual(['disk-low'])
  })

  it('within five seconds when a disk with ample room is filled', async () => {
    start({})
    await vi.advanceTimersByTimeAsync(1000)
    mockDisk(large, leastFreeBytes(large) - 4096)
    await vi.advanceTimersByTimeAsync(4000)
    expect(reached).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(reached).toEqual(['disk-low'])
  })
})

it.each([
  ['target-ended', 'unix', 'target-ended'],
  ['link-lost', 'ssh', 'link-lost'],
  // Its connection was about to be closed.
  ['stopped', 'ssh', 'disconnected'],
  ['stopped', 'unix', 'failure'],
  ['disk-full', 'ssh', 'failure'],
] as const)(
  'a recording that nobody stopped and that ended with %s over %s, was stopped by %s',
  (reason, transport, by) => {
    expect(stoppedByItself(reason, { transport })).toBe(by)
  },
)
