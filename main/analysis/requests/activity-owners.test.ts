import { expect, test } from 'vitest'
import { ActivityOwners } from './activity-owners.ts'
import { activity, RequestFeed } from './testing/request-feed.ts'

const start = { method: 'GET', path: '/' }

/** Starts of the activities that events with these ids belong to, in milliseconds. */
function ownersOf(tell: (feed: RequestFeed) => void) {
  const feed = new RequestFeed()
  tell(feed)
  const { trace } = feed.feed
  const rows = feed.parts.activities.rows()
  const asked = (id: Uint8Array) => trace.activities.intern(id, 0)
  const wanted = [activity(1), activity(1, 1), activity(1, 2, 3), activity(2), activity(9)].map(asked)
  const owners = new ActivityOwners(rows, trace)
  const at = (activityIndex: number, atMs: number) => {
    const row = owners.at(activityIndex, atMs * 1e6)
    return row < 0 ? null : rows[row]!.startTicks / 1e6
  }
  return { at, wanted }
}

test('an event belongs to the activity with its id, the last one that had begun', () => {
  const { at, wanted } = ownersOf((feed) => {
    feed.hosting('Start', 10, activity(1), start)
    feed.hosting('Stop', 20, activity(1))
    feed.hosting('Start', 30, activity(1), start)
    feed.hosting('Start', 15, activity(2), start)
  })
  const [first] = wanted
  expect([9, 10, 25, 29, 30, 99].map((atMs) => at(first!, atMs))).toEqual([null, 10, 10, 10, 30, 30])
  expect(at(wanted[3]!, 99)).toBe(15)
})

test('without one of its own it belongs to the nearest around it', () => {
  const { at, wanted } = ownersOf((feed) => {
    feed.hosting('Start', 10, activity(1), start)
    feed.kestrel('Start', 20, activity(1, 1), start)
  })
  const [, inner, deep, other, none] = wanted
  expect([at(inner!, 15), at(inner!, 25), at(deep!, 15), at(deep!, 5)]).toEqual([10, 20, 10, null])
  expect([at(other!, 99), at(none!, 99), at(0, 99)]).toEqual([null, null, null])
})
