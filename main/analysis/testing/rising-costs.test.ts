import { expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { work } from '../../nettrace/work-steps.ts'
import { pool, taskWait } from '../findings/testing/planted-trace.ts'
import { activity, RequestFeed } from '../requests/testing/request-feed.ts'
import { TraceTables } from '../tables/trace-tables.ts'
import { askEverything } from './ask-everything.ts'

/*
 * A file is given up when it costs too much for its size. That holds only while every step adds to what was counted: one place that subtracts
 * would pay for what others cost.
 */

function recordedRequest(): RequestFeed {
  const recorded = new RequestFeed()
  const load = recorded.stack(...pool, 'Shop!Shop.Orders.Place(int32)', 'Shop!Shop.Orders.Load(int32)')
  recorded.hosting('Start', 0, activity(1), { method: 'GET', path: '/orders/7' })
  recorded.samples(1, 20, 0, load)
  recorded.awaits(20, 30, activity(1), [0, 1], load)
  recorded.wait(32, 40, 1, recorded.stack(...pool, 'Shop!Shop.Orders.Save(int32)', ...taskWait))
  recorded.samples(40, 60, 1, recorded.stack(...pool, 'Shop!Shop.Orders.Place(int32)'))
  recorded.hosting('Stop', 60, activity(1), {}, 1)
  return recorded
}

/** How often the count of steps went up and down meanwhile. */
function turnsOfCost(action: () => void): { readonly ups: number; readonly downs: number } {
  let { steps } = work
  const turns = { ups: 0, downs: 0 }
  const accessor = {
    get: () => steps,
    set: (next: number) => {
      if (next > steps) turns.ups++
      if (!(next >= steps)) turns.downs++
      steps = next
    },
  }
  Object.defineProperty(work, 'steps', { ...accessor, configurable: true, enumerable: true })
  try {
    action()
  } finally {
    Object.defineProperty(work, 'steps', { value: steps, configurable: true, enumerable: true, writable: true })
  }
  return turns
}

test('no table, tree, finding or waterfall takes back what others cost', () => {
  const { parts, feed } = recordedRequest()
  const bytes = feed.read(0, 2 ** 20)
  const { ups, downs } = turnsOfCost(() => askEverything(parts, feed.trace, bytes))
  expect(ups).toBeGreaterThan(0)
  expect(downs).toBe(0)
})

test('no flame graph, stack chart or side panel takes back what others cost', () => {
  const { parts, feed } = recordedRequest()
  const tables = new TraceTables(parts, feed.trace, feed.read)
  const top = tables.treeRows({ selection: wholeTrace, view: 'callees', frame: null, path: [] }).rows[0]!
  const { ups, downs } = turnsOfCost(() => {
    tables.flame({ selection: wholeTrace, stretch: { path: [], from: 0, to: 1 }, widthPx: 1400, search: 'Load' })
    tables.stackChart({ selection: wholeTrace, thread: null, from: 0, to: null, widthPx: 1400 })
    tables.frameFacts({ selection: wholeTrace, frame: top })
  })
  expect(ups).toBeGreaterThan(0)
  expect(downs).toBe(0)
})
