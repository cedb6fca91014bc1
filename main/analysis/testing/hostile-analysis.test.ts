import { expect, test } from 'vitest'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { hostileStreams } from '../../nettrace/testing/hostile-streams.ts'
import { TraceParts } from '../trace/trace-parts.ts'
import { askEverything } from './ask-everything.ts'
import { AddressTable } from '../address-table.ts'
import { CodeIndex } from '../code/code-index.ts'
import { FunctionTable } from '../code/function-table.ts'
import { LoaderEvents } from '../reports/loader-events.ts'
import { MethodTable } from '../code/method-table.ts'
import { ModuleTable } from '../code/module-table.ts'
import { SampledStacks } from '../stacks/sampled-stacks.ts'
import { Frames } from '../tables/frames.ts'
import { TypeCounts } from '../trace/type-counts.ts'
import { EventFeed } from './event-feed.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { concat } from '../../nettrace/writer/made-stream.ts'
import { V6Writer } from '../../nettrace/writer/v6-writer.ts'
import { FunctionTree } from '../stacks/trees/function-tree.ts'
import { StackTails } from '../stacks/stack-tails.ts'
import { StackTree } from '../stacks/trees/stack-tree.ts'
import { methodCode, pushStack } from '../stacks/testing/picture.ts'

/*
 * What a hostile file would make of the tables behind the reader. Steps are counted, never time: each of these grew with the square of what
 * the file says.
 */

/** Tables that double and searches in sorted lists; the worst of the streams takes about half of it. */
const mostStepsPerByte = 16

test.each(Object.entries(hostileStreams))(
  '%s: all that a document can be asked costs no more for each byte the more there are',
  (_, make) => {
    for (const size of [500, 4000]) expect(usualCost(make(size))).toBeLessThan(mostStepsPerByte)
  },
)

/**
 * Steps for each byte; the middle one of three readings. Tables have a random number for each reading, so that nobody can choose what meets in them:
 * one in some thousands is bad for ids in a row, and that is nobody's doing.
 */
function usualCost(bytes: Uint8Array): number {
  const costs = [1, 2, 3].map(() => {
    const parts = new TraceParts()
    const reader = new TraceReader(parts.listener, {})
    const steps = stepsOf(() => {
      reader.push(bytes)
      expect(reader.end()).toBe(true)
      askEverything(parts, reader.trace, bytes)
    })
    reader.dispose()
    return steps / bytes.length
  })
  return costs.toSorted((a, b) => a - b)[1]!
}

test('addresses chosen to collide under a known hash don’t collide', () => {
  const table = new AddressTable()
  const count = 1000
  // All the same to a hash that folds the halves with a known factor.
  const numbers = Array.from({ length: count }, (_, high) => high)
  const steps = stepsOf(() => {
    for (const high of [...numbers, ...numbers]) expect(table.intern(Math.imul(high, 0x85ebca6b), high)).toBe(high + 1)
  })
  expect(steps).toBeLessThan(count * 20)
})

test('addresses that differ in their upper bits only are spread over the table', () => {
  const table = new AddressTable()
  const steps = stepsOf(() => {
    for (let low = 0; low < 256; low++)
      for (let high = 0; high < 256; high++) table.intern((low << 24) | 0, (high << 24) | (high << 8))
  })
  expect(table.count).toBe(65_537)
  expect(steps).toBeLessThan(65_536 * 20)
})

test('64-bit numbers stay distinct, negative ones too', () => {
  const table = new AddressTable()
  const numbers = [0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 47 + 5, -(2 ** 47), 2 ** 63]
  expect(numbers.map((number) => table.findNumber(number))).toEqual(numbers.map(() => 0))
  expect(numbers.map((number) => table.internNumber(number))).toEqual(numbers.map((_, index) => index + 1))
  expect(numbers.map((number) => table.findNumber(number))).toEqual(numbers.map((_, index) => index + 1))
})

test('tails chosen to collide under a known hash don’t collide', () => {
  const tails = new StackTails()
  const steps = stepsOf(() => {
    for (let of = 1; of <= 1000; of++) tails.add(Math.imul(of, 0x85ebca6b), of, of)
    for (let of = 1; of <= 1000; of++) expect(tails.find(Math.imul(of, 0x85ebca6b), of)).toBe(of)
  })
  expect(steps).toBeLessThan(20_000)
})

test('a node with thousands of children is not scanned for each of them', () => {
  const count = 3000
  const methods = new MethodTable()
  const stacks = new StackTree()
  for (let index = 1; index <= count; index++) {
    methods.add(methodCode(methods, `M${index}`, index * 0x100))
    pushStack(stacks, [index * 0x100], 2 * index - 1)
    pushStack(stacks, [index * 0x100, count * 0x200], 2 * index)
  }
  const functions = new FunctionTable(methods, new ModuleTable(), new CodeIndex(methods))
  let tree: FunctionTree | null = null
  const steps = stepsOf(() => (tree = new FunctionTree(stacks, functions)))
  expect(tree!.count).toBe(1 + 2 * count)
  expect(steps).toBeLessThan(count * 60)
  const children = new Set<number>()
  for (let child = tree!.firstChildOf(0); child !== 0; child = tree!.nextSiblingOf(child))
    children.add(tree!.functionOf(child))
  expect(children.size).toBe(count)
})

test('a deep stack whose code is replaced between its samples costs what its samples and frames cost, not their product', () => {
  const depth = 3000
  const sampleCount = 3000
  const methods = new MethodTable()
  for (let index = 0; index < sampleCount; index++)
    methods.add(methodCode(methods, `M${index}`, 0x1000, { methodId: index, size: 2 ** 20, loadTicks: index * 10 }))
  const stacks = new StackTree()
  pushStack(
    stacks,
    Array.from({ length: depth }, (_, index) => 0x1000 + index),
    1,
  )
  const tree = new FunctionTree(stacks, new FunctionTable(methods, new ModuleTable(), new CodeIndex(methods)))
  const nameAt = (ticks: number): string => {
    const node = tree.nodeAt(stacks.nodeOf(1), ticks)
    return tree.functions.get(tree.functionOf(node)).name
  }
  const steps = stepsOf(() => {
    expect([nameAt(5), nameAt(15), nameAt(7)]).toEqual(['M0', 'M1', 'M0'])
    for (let index = 2; index < sampleCount; index++) nameAt(index * 10 + 1)
  })
  expect(steps).toBeLessThan(2 ** 16 + 64 * (sampleCount + depth))
})

test('stops without a start don’t scan the open loads', () => {
  const events = new LoaderEvents()
  const feed = new EventFeed(events)
  const steps = stepsOf(() => {
    for (let index = 0; index < 1000; index++) feed.runtime(73, { ticks: index }, { TypeLoadStartID: index })
    for (let index = 0; index < 1000; index++) feed.runtime(291, { ticks: 1000 + index }, { AssemblyName: 'A' })
    feed.runtime(290, { ticks: 2000 }, { AssemblyName: 'A' })
    feed.runtime(73, { ticks: 2001 }, { TypeLoadStartID: 7 })
    feed.runtime(291, { ticks: 2002 }, { AssemblyName: 'A' })
    feed.runtime(74, { ticks: 2003 }, { TypeLoadStartID: 7, TypeName: 'T' })
  })
  expect(events.rows.map(({ what, depth, startTicks }) => [what, depth, startTicks])).toEqual([
    ['assembly', 1000, 2000],
    ['type', 999, 999],
  ])
  expect(steps).toBeLessThan(100)
})

test('thousands of waits with one deep stack walk it once', () => {
  const depth = 2000
  const sampled = new SampledStacks()
  const { methods } = sampled.code
  methods.add(methodCode(methods, 'System.Threading.Monitor.Wait()', 0x1000, { size: depth * 16 }))
  methods.add(methodCode(methods, 'Acme.Program.Main()', 0x100))
  const waiting = Array.from({ length: depth }, (_, index) => 0x1000 + index * 16)
  pushStack(sampled.stacks, waiting, 1)
  pushStack(sampled.stacks, [0x100, ...waiting], 2)
  const frames = new Frames(sampled)
  sampled.prepare().tree.mapRest()
  const steps = stepsOf(() => {
    for (let index = 0; index < 1000; index++) {
      expect(frames.get(frames.waiterOf(1, index)).name).toBe('System.Threading.Monitor.Wait()')
      expect(frames.get(frames.waiterOf(2, index)).name).toBe('Acme.Program.Main()')
    }
  })
  expect(steps).toBeLessThan(5 * depth)
})

test('a long label list is scanned once for all its events', () => {
  const counts = new TypeCounts()
  const bytes = labelledStream(2000, 2000)
  const reader = new TraceReader(counts, {})
  const steps = stepsOf(() => reader.push(bytes))
  expect(counts.rows()).toMatchObject([{ provider: 'P', version: 9, count: 2000 }])
  expect(steps / bytes.length).toBeLessThan(1)
  reader.dispose()
})

function labelledStream(labelCount: number, eventCount: number): Uint8Array {
  const pieces: Uint8Array[] = []
  const clock = { syncUnixMs: 0, syncTicks: 0n, ticksPerSecond: 1000, pointerBytes: 8 } as const
  const writer = new V6Writer({ ...clock, write: (bytes) => pieces.push(bytes) })
  const thread = writer.addThread({ name: '', threadId: 1n })
  const metadataId = writer.defineType({ provider: 'P', eventId: 1, name: 'E', fields: [] })
  const labels = Array.from({ length: labelCount }, () => ({ kind: 'level', value: 1 }) as const)
  const labelListId = writer.addLabels([...labels, { kind: 'version', value: 9 }])
  for (let index = 0; index < eventCount; index++)
    writer.addEvent({ metadataId, timestamp: index, thread, labelListId, payload: new Uint8Array() })
  writer.end(eventCount)
  return concat(pieces)
}
