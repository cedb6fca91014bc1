import { expect, test } from 'vitest'
import type { HeapRootKind } from '../../graph/root-groups.ts'
import { findingFacts } from '../../testing/planted-findings.ts'
import { PlantedHeap } from '../../testing/planted-heap.ts'
import { cancellation } from './cancellation.ts'
import { dependentHandles } from './dependent-handles.ts'
import { eventHandlers } from './event-handlers.ts'
import { finalizerBacklog } from './finalizer-backlog.ts'
import { pinnedHandles } from './pinned-handles.ts'
import { strongHandles } from './strong-handles.ts'
import { timers } from './timers.ts'
import { weakReferences } from './weak-references.ts'

const delegateBytes = 64

/** A publisher whose event has so many subscribers. */
function subscribed(count: number, type = 'System.EventHandler'): PlantedHeap {
  const heap = new PlantedHeap()
  const publisher = heap.object('Shop.PriceFeed', 24)
  const combined = heap.object(type, delegateBytes)
  const list = heap.object('object[]', 8 * count + 24)
  heap.root('static', publisher, '[static var s_feed]').refer(publisher, combined).refer(combined, list)
  for (let at = 0; at < count; at++) {
    const handler = heap.object(type, delegateBytes)
    heap.refer(list, handler).refer(handler, heap.object('Shop.PriceView', 200))
  }
  return heap
}

test('an event with many subscribers is reported with its publisher and their type', () => {
  expect(eventHandlers.judge(findingFacts(subscribed(1500)))).toMatchObject({
    kind: 'found',
    title: '1\u2009500 handlers are subscribed to one event of Shop.PriceFeed',
    confidence: 'high',
    evidence: [{ count: 1500, type: 'Shop.PriceView', root: 'static s_feed' }],
  })
  // Delegates are known by what they are, not by their name.
  expect(eventHandlers.judge(findingFacts(subscribed(300, 'Shop.PriceChanged')))).toMatchObject({
    confidence: 'medium',
  })
})

test('a few subscribers, or a list of lists, is not a finding', () => {
  expect(eventHandlers.judge(findingFacts(subscribed(20)))).toMatchObject({ kind: 'passed' })
  const lists = new PlantedHeap()
  const outer = lists.object('System.Collections.Generic.List<object>', 32)
  const array = lists.object('object[]', 8000)
  lists.root('static', outer).refer(outer, array)
  for (let at = 0; at < 900; at++) lists.refer(array, lists.object('System.Collections.Generic.List<object>', 32))
  expect(eventHandlers.judge(findingFacts(lists))).toMatchObject({ kind: 'passed' })
})

/** So many timers whose callbacks are methods of a type. */
function ticking(count: number): PlantedHeap {
  const heap = new PlantedHeap()
  const queue = heap.object('System.Threading.TimerQueue', 80)
  heap.root('static', queue, '[static var Instances]')
  let before = queue
  for (let at = 0; at < count; at++) {
    const timer = heap.object('System.Threading.TimerQueueTimer', 96)
    const callback = heap.object('System.Threading.TimerCallback', delegateBytes)
    heap.refer(before, timer).refer(timer, callback).refer(callback, heap.object('Shop.Poller', 100))
    before = timer
  }
  return heap
}

test('timers that are never disposed are reported by what they call', () => {
  expect(timers.judge(findingFacts(ticking(2000)))).toMatchObject({
    kind: 'found',
    confidence: 'medium',
    evidence: [
      { count: 2000, type: 'System.Threading.TimerQueueTimer' },
      { count: 2000, type: 'Shop.Poller' },
    ],
  })
  expect(timers.judge(findingFacts(ticking(30)))).toMatchObject({ kind: 'passed', measured: '30 timers' })
})

function tokens(count: number): PlantedHeap {
  const heap = new PlantedHeap()
  const source = heap.object('System.Threading.CancellationTokenSource', 64)
  heap.root('static', source, '[static var s_stopping]')
  for (let at = 0; at < count; at++) {
    const node = heap.object('System.Threading.CancellationTokenSource.CallbackNode', 80)
    heap.refer(source, node).refer(node, heap.object('Shop.Download', 100))
  }
  return heap
}

test('registrations that stay with a token are reported', () => {
  expect(cancellation.judge(findingFacts(tokens(3000)))).toMatchObject({
    kind: 'found',
    evidence: [{ count: 3000 }, { count: 3000, type: 'Shop.Download' }],
  })
  expect(cancellation.judge(findingFacts(tokens(50)))).toMatchObject({ kind: 'passed' })
})

function held(kind: HeapRootKind, count: number, type: string, generation = 0): PlantedHeap {
  const heap = new PlantedHeap()
  for (let at = 0; at < count; at++) heap.root(kind, heap.object(type, 100, { generation }))
  return heap
}

test('objects that wait for their finalizer are reported', () => {
  expect(finalizerBacklog.judge(findingFacts(held('finalizer-queue', 3000, 'Shop.NativeFile')))).toMatchObject({
    kind: 'found',
    evidence: [{ count: 3000, type: 'Shop.NativeFile' }],
  })
  expect(finalizerBacklog.judge(findingFacts(held('finalizer-queue', 300, 'Shop.NativeFile')))).toMatchObject({
    kind: 'passed',
    measured: '300 objects in the queue',
  })
})

test('pinned and strong handles that are never freed are reported', () => {
  expect(pinnedHandles.judge(findingFacts(held('pinned-handle', 600, 'byte[]')))).toMatchObject({
    kind: 'found',
    evidence: [{ count: 600, type: 'byte[]' }],
  })
  expect(strongHandles.judge(findingFacts(held('strong-handle', 3000, 'Shop.Callback')))).toMatchObject({
    kind: 'found',
    evidence: [{ count: 3000, type: 'Shop.Callback' }],
  })
})

test('a few handles, runtime tables and objects on the pinned heap are not a finding', () => {
  expect(pinnedHandles.judge(findingFacts(held('pinned-handle', 40, 'byte[]')))).toMatchObject({ kind: 'passed' })
  expect(pinnedHandles.judge(findingFacts(held('pinned-handle', 900, 'object[]')))).toMatchObject({ kind: 'passed' })
  expect(pinnedHandles.judge(findingFacts(held('pinned-handle', 900, 'byte[]', 4)))).toMatchObject({ kind: 'passed' })
  expect(strongHandles.judge(findingFacts(held('strong-handle', 400, 'Shop.Callback')))).toMatchObject({
    kind: 'passed',
  })
})

function weakTable(entries: number): PlantedHeap {
  const heap = new PlantedHeap()
  const type = 'System.Runtime.CompilerServices.ConditionalWeakTable<object, Shop.Tag>.Entry[]'
  heap.root('static', heap.object(type, 24 + 16 * entries), '[static var s_tags]')
  return heap
}

test('a ConditionalWeakTable with room for many entries is reported', () => {
  expect(dependentHandles.judge(findingFacts(weakTable(20_000)))).toMatchObject({
    kind: 'found',
    confidence: 'low',
    evidence: [{ count: 20_000, root: 'static s_tags' }],
  })
  expect(dependentHandles.judge(findingFacts(weakTable(100)))).toMatchObject({ kind: 'passed' })
})

function weakly(count: number) {
  return findingFacts(held('static', count, 'System.WeakReference<Shop.View>'))
}

test('weak references that pile up are reported', () => {
  expect(weakReferences.judge(weakly(12_000))).toMatchObject({ kind: 'found', evidence: [{ count: 12_000 }] })
  expect(weakReferences.judge(weakly(100))).toMatchObject({ kind: 'passed' })
})

test('holders in a file that refer to each other in a circle are looked at once', () => {
  const heap = new PlantedHeap()
  const [first, second] = [heap.object('[local vars of Main]', 0), heap.object('[local vars of Run]', 0)]
  heap.root('strong-handle', first).refer(first, second).refer(second, first)
  for (let at = 0; at < 2500; at++) heap.refer(second, heap.object('Shop.Window', 100))
  expect(strongHandles.judge(findingFacts(heap))).toMatchObject({ title: '2\u2009500 objects are held by GC handles' })
})
