import { describe, expect, test } from 'vitest'
import { asLiveId } from '../../../../shared/model/ids.ts'
import type { LiveStatus } from '../../../../shared/model/live.ts'
import { LiveFeed, type FeedConnection } from './live-feed.ts'
import { frameOf } from '../testing.ts'

const status: LiveStatus = {
  liveId: asLiveId('l1'),
  processKey: null,
  phase: 'file',
  intervalMs: 0,
  problems: [],
  budget: { seriesCount: 0, seriesLimit: 0, histogramCount: 0, histogramLimit: 0 },
  retention: { keptSinceMs: null, memoryBytes: 0, diskBytes: 0, droppedSampleCount: 0 },
  bytesPerSecond: 0,
  lostEventCount: 0,
  firstSampleMs: 5000,
  lastSampleMs: 9000,
  exit: null,
}

function setUp() {
  const seen: string[] = []
  let isOpen = true
  const connection: FeedConnection = {
    open: () => ({ dispose: () => (isOpen = false) }),
    range: () => Promise.resolve(null),
  }
  const feed = new LiveFeed(asLiveId('l1'), connection, {
    onStatus: ({ phase }) => seen.push(`status ${phase}`),
    onCatalog: () => seen.push('catalog'),
    onMarks: (marks, gaps) => seen.push(`marks ${marks.length} gaps ${gaps.length}`),
    onError: (error) => seen.push(error.kind),
  })
  return { feed, seen, isOpen: () => isOpen }
}

describe('the live feed', () => {
  test('puts frames into buffers without notifying anybody, and passes summaries on', () => {
    const { feed, seen } = setUp()
    feed.receive(frameOf([[0, 21_000, 1]]))
    feed.receive({ kind: 'status', status })
    feed.receive({ kind: 'marks', marks: [], gaps: [{ fromMs: 1, toMs: 2, reason: 'paused' }] })
    feed.receive({ kind: 'catalog', instruments: [], series: [] })
    expect(feed.store.newestValue(0)).toBe(1)
    expect(seen).toEqual(['status file', 'marks 0 gaps 1', 'catalog'])
  })

  test('knows the ends of data it was not sent', () => {
    const { feed } = setUp()
    expect([feed.firstSampleMs, feed.newestMs]).toEqual([null, null])
    feed.receive({ kind: 'status', status })
    expect([feed.firstSampleMs, feed.newestMs]).toEqual([5000, 9000])
    expect(feed.store.coverageFromMs).toBe(Infinity)
  })

  test('holds what came from the first sample on, whatever the clock of the page says', () => {
    const { feed } = setUp()
    feed.receive(frameOf([[0, 9000, 1]]))
    feed.receive(frameOf([[0, 9500, 2]]))
    expect(feed.store.coverageFromMs).toBe(9000)
  })

  test('ends its stream when disposed', () => {
    const { feed, isOpen } = setUp()
    feed.dispose()
    expect(isOpen()).toBe(false)
  })
})
