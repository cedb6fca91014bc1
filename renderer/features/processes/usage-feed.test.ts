import { describe, expect, it, vi } from 'vitest'
import { absenceMs, Attention, attentionMs } from './attention.ts'
import { keyOf, processRow } from './model/process-row.test-support.ts'
import { UsageFeed } from './usage-feed.ts'

const usage = (pid: number, revision = 2) =>
  ({
    kind: 'usage',
    revision,
    timeMs: revision * 1000,
    entries: [{ key: keyOf(pid), cpuPercent: 5, workingSetBytes: 1, threadCount: 1 }],
  }) as const

describe('usage feed', () => {
  it('notifies its readers of each sample until they leave', () => {
    const feed = new UsageFeed()
    const listener = vi.fn()
    const leave = feed.subscribe(listener)
    feed.accept(usage(1))
    leave()
    feed.accept(usage(1, 3))
    expect(listener).toHaveBeenCalledTimes(1)
    expect(feed.latest(keyOf(1))?.cpuPercent).toBe(5)
    expect(feed.history.revision).toBe(2)
  })

  it('notifies of every second sample while the window is hidden, and loses none', () => {
    let nowMs = 0
    const attention = new Attention(() => nowMs)
    const feed = new UsageFeed(attention)
    const listener = vi.fn()
    feed.subscribe(listener)
    nowMs = attentionMs
    for (let revision = 1; revision <= 4; revision++) feed.accept(usage(1, revision))
    expect(listener).toHaveBeenCalledTimes(2)
    expect(feed.history.values(keyOf(1), 'cpu')).toHaveLength(4)
    attention.note()
    feed.accept(usage(1, 5))
    expect(listener).toHaveBeenCalledTimes(4)
  })

  it('notifies of every fifth sample after a minute in the background, and immediately when the window is back', () => {
    let nowMs = 0
    const attention = new Attention(() => nowMs)
    const feed = new UsageFeed(attention)
    const listener = vi.fn()
    feed.subscribe(listener)
    nowMs = absenceMs
    for (let revision = 1; revision <= 12; revision++) feed.accept(usage(1, revision))
    expect(listener).toHaveBeenCalledTimes(2)
    attention.note()
    expect(listener).toHaveBeenCalledTimes(3)
    attention.note()
    expect(listener).toHaveBeenCalledTimes(3)
    feed.accept(usage(1, 13))
    expect(listener).toHaveBeenCalledTimes(4)
  })

  it('forgets processes that are gone', () => {
    const feed = new UsageFeed()
    feed.accept(usage(1))
    feed.accept(usage(2))
    feed.accept({ kind: 'changes', revision: 3, upserted: [], removed: [keyOf(1)] })
    expect(feed.latest(keyOf(1))).toBeNull()
    feed.accept({ kind: 'snapshot', revision: 4, rows: [processRow(9)], isScanComplete: true })
    expect(feed.latest(keyOf(2))).toBeNull()
  })
})
