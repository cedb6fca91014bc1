import { describe, expect, test } from 'vitest'
import { asLiveId, asPid, asProcessKey } from '../../../../shared/model/ids.ts'
import type { LivePhase, LiveStatus } from '../../../../shared/model/live.ts'
import { FeedGroup, groupIndex, indexInFeed, slotOf } from './feed-group.ts'
import { LiveFeed, type FeedListener } from './live-feed.ts'
import { frameOf, type Sample } from '../testing.ts'

const silent: FeedListener = {
  onStatus: () => undefined,
  onCatalog: () => undefined,
  onMarks: () => undefined,
  onError: () => undefined,
}

function feedWith(samples: readonly Sample[], phase: LivePhase = 'live') {
  const ended: string[] = []
  const liveId = asLiveId('live')
  const connection = {
    open: () => ({ dispose: () => void ended.push('stream') }),
    range: () => Promise.resolve(null),
  }
  const feed = new LiveFeed(liveId, connection, silent)
  feed.receive({ kind: 'status', status: { liveId, phase, lastSampleMs: null, firstSampleMs: null } as LiveStatus })
  feed.receive(frameOf(samples))
  return { feed, ended }
}

const target = (slot: 1 | 2) => ({
  slot,
  letter: slot === 1 ? ('B' as const) : ('C' as const),
  processKey: asProcessKey(`${slot}:1`),
  pid: asPid(slot),
  name: 'other',
})

describe('a group of feeds', () => {
  test('reads each line from the process it belongs to', () => {
    const group = new FeedGroup(feedWith([[3, 1000, 10]]).feed)
    group.add({ target: target(2), feed: feedWith([[3, 1500, 20]]).feed })
    expect(group.history.newestValue(3, 0)).toBe(10)
    expect(group.history.newestValue(groupIndex(2, 3), 0)).toBe(20)
    expect(group.history.newestValue(groupIndex(1, 3), 0)).toBeNull()
    expect([slotOf(groupIndex(2, 3)), indexInFeed(groupIndex(2, 3))]).toEqual([2, 3])
  })

  test('shows the events and gaps of one process, its own again when that one exits, and reports each change', () => {
    const own = feedWith([]).feed
    const other = feedWith([]).feed
    other.receive({ kind: 'marks', marks: [], gaps: [{ fromMs: 1, toMs: 2, reason: 'silence' }] } as never)
    const group = new FeedGroup(own)
    group.add({ target: target(1), feed: other })
    const seen = [group.gaps.length]
    const revisions = new Set([group.eventsRevision])
    group.show(1)
    seen.push(group.gaps.length)
    revisions.add(group.eventsRevision)
    expect(group.shown).toBe(other)
    group.remove(1)
    seen.push(group.gaps.length)
    revisions.add(group.eventsRevision)
    expect(seen).toEqual([0, 1, 0])
    expect(revisions.size).toBe(3)
    expect(group.shown).toBe(own)
  })

  test('spans the times of all, and its revision never comes back', () => {
    const group = new FeedGroup(feedWith([[0, 1000, 1]]).feed)
    const alone = group.revision
    group.add({ target: target(1), feed: feedWith([[0, 1500, 1]]).feed })
    expect([group.firstSampleMs, group.newestMs]).toEqual([1000, 1500])
    const both = group.revision
    group.remove(1)
    expect(both).toBeGreaterThan(alone)
    expect(group.revision).toBeGreaterThan(both)
  })

  test('follows another process when its own has ended', () => {
    const group = new FeedGroup(feedWith([], 'exited').feed)
    expect(group.status?.phase).toBe('exited')
    group.add({ target: target(1), feed: feedWith([]).feed })
    expect(group.status?.phase).toBe('live')
  })

  test('ends the stream of one that is taken out, and of all with the document', () => {
    const own = feedWith([])
    const one = feedWith([])
    const two = feedWith([])
    const group = new FeedGroup(own.feed)
    group.add({ target: target(1), feed: one.feed })
    group.add({ target: target(2), feed: two.feed })
    group.remove(1)
    expect([own.ended, one.ended, two.ended].map((ended) => ended.length)).toEqual([0, 1, 0])
    group.dispose()
    expect([own.ended, one.ended, two.ended].map((ended) => ended.length)).toEqual([1, 1, 1])
  })
})
