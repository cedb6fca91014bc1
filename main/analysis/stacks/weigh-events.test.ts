import { expect, test } from 'vitest'
import { AllocationEvents } from '../reports/allocation-events.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { callTree } from './trees/call-tree.ts'
import { picture, treeText } from './testing/picture.ts'
import { weighEvents } from './weigh-events.ts'

test('allocated bytes add up along the stacks of their ticks, in a range and for some threads', () => {
  const { stacks, tree } = picture(['Main;Parse;Copy', 'Main;Parse', 'Main;Draw'])
  const allocations = new AllocationEvents()
  const feed = new EventFeed(allocations)
  const tick = (ticks: number, stack: number, thread: number, bytes: number): void =>
    feed.runtime(10, { ticks, stack, thread }, { AllocationAmount: 1, AllocationAmount64: bytes })
  tick(10, 1, 0, 100)
  tick(20, 2, 0, 30)
  tick(30, 3, 1, 7)
  tick(40, 1, 1, 1000)
  const events = {
    ticks: allocations.places.ticks.values,
    threadIndex: allocations.places.threadIndex.values,
    stackIndex: allocations.places.stackIndex.values,
    weight: allocations.bytes.values,
  }
  const text = (filter: Parameters<typeof weighEvents>[1]): string =>
    treeText(
      callTree(
        tree,
        weighEvents(events, filter, tree, (row) =>
          tree.nodeAt(stacks.nodeOf(events.stackIndex[row]!), events.ticks[row]!),
        ),
      ),
    )
  expect(text({})).toBe('Main 0/1137\n  Parse 30/1130\n    Copy 1100/1100\n  Draw 7/7\n')
  expect(text({ fromTicks: 15, toTicks: 40 })).toBe('Main 0/37\n  Parse 30/30\n  Draw 7/7\n')
  expect(text({ threads: new Set([1]) })).toBe('Main 0/1007\n  Parse 0/1000\n    Copy 1000/1000\n  Draw 7/7\n')
})
