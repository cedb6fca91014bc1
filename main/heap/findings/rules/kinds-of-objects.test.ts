import { expect, test } from 'vitest'
import { findingFacts, mebibyte } from '../../testing/planted-findings.ts'
import { PlantedHeap } from '../../testing/planted-heap.ts'
import { boxedValues } from './boxed-values.ts'
import { duplicateStrings } from './duplicate-strings.ts'
import { fragmentation } from './fragmentation.ts'
import { garbage } from './garbage.ts'
import { largeObjectShare } from './large-objects.ts'
import { longLivedTemporaries } from './long-lived-temporaries.ts'
import { sparseArrayRule } from './sparse-arrays.ts'

/** So many objects of a type that a stack holds. */
function objects(count: number, type: string, bytes: number, generation = 0): PlantedHeap {
  const heap = new PlantedHeap()
  for (let at = 0; at < count; at++) heap.root('stack', heap.object(type, bytes, { generation }))
  return heap
}

test('objects of one call in generation 2 are reported, but not young ones or those that live long anyway', () => {
  const tasks = 'System.Threading.Tasks.Task<int>'
  expect(longLivedTemporaries.judge(findingFacts(objects(6000, tasks, 72, 2)))).toMatchObject({
    kind: 'found',
    confidence: 'low',
    evidence: [{ count: 6000, type: tasks }],
  })
  expect(longLivedTemporaries.judge(findingFacts(objects(6000, tasks, 72, 1)))).toMatchObject({ kind: 'passed' })
  expect(longLivedTemporaries.judge(findingFacts(objects(6000, 'Shop.Order', 72, 2)))).toMatchObject({ kind: 'passed' })
})

test('without generations nothing is said about age', () => {
  expect(longLivedTemporaries.judge(findingFacts(objects(6000, 'Shop.Order', 72, 255)))).toMatchObject({
    kind: 'not-judged',
    question: 'heap-graph',
  })
})

test('large objects are recognized by generation or by size', () => {
  const mixed = objects(10, 'byte[]', mebibyte)
  for (let at = 0; at < 100; at++) mixed.root('stack', mixed.object('Shop.Order', 50_000))
  expect(largeObjectShare.judge(findingFacts(mixed))).toMatchObject({
    kind: 'found',
    confidence: 'medium',
    evidence: [{ count: 10, type: 'byte[]' }],
  })
  expect(largeObjectShare.judge(findingFacts(objects(400, 'byte[]', 30_000, 3)))).toMatchObject({ kind: 'found' })
  expect(largeObjectShare.judge(findingFacts(objects(400, 'byte[]', 30_000, 2)))).toMatchObject({ kind: 'passed' })
})

test('thousands of boxed values are reported', () => {
  expect(boxedValues.judge(findingFacts(objects(60_000, 'int', 24)))).toMatchObject({
    kind: 'found',
    confidence: 'high',
    evidence: [{ count: 60_000, type: 'int' }],
  })
  expect(boxedValues.judge(findingFacts(objects(60_000, 'Shop.Order', 24)))).toMatchObject({ kind: 'passed' })
})

function array(type: string, element: string, length: number, filled: number): PlantedHeap {
  const heap = new PlantedHeap()
  const node = heap.object(type, 24 + 8 * length)
  heap.root('static', node, '[static var s_slots]')
  for (let at = 0; at < filled; at++) heap.refer(node, heap.object(element, 24))
  return heap
}

test('arrays of references that are mostly empty are reported', () => {
  expect(sparseArrayRule.judge(findingFacts(array('Shop.Slot[]', 'Shop.Slot', 200_000, 1000)))).toMatchObject({
    kind: 'found',
    evidence: [{ count: 199_000, type: 'Shop.Slot[]', root: 'static s_slots' }],
  })
})

test('full arrays, arrays of structs and graphs with missing references are not a finding', () => {
  expect(sparseArrayRule.judge(findingFacts(array('Shop.Slot[]', 'Shop.Slot', 2000, 1900)))).toMatchObject({
    kind: 'passed',
  })
  expect(sparseArrayRule.judge(findingFacts(array('Shop.Pair[]', 'Shop.Slot', 200_000, 1000)))).toMatchObject({
    kind: 'passed',
  })
  const completeness = { kind: 'sampled', countMultipliers: new Float32Array() } as const
  expect(
    sparseArrayRule.judge(findingFacts(array('Shop.Slot[]', 'Shop.Slot', 200_000, 1), { completeness })),
  ).toMatchObject({
    kind: 'not-judged',
  })
})

test('garbage that waits for a collection is reported', () => {
  const heap = objects(10, 'Shop.Order', mebibyte)
  for (let at = 0; at < 9; at++) heap.object('byte[]', mebibyte)
  expect(garbage.judge(findingFacts(heap))).toMatchObject({
    kind: 'found',
    confidence: 'low',
    evidence: [{ count: 9, type: 'byte[]', link: { tab: 'objects' } }],
  })
  expect(garbage.judge(findingFacts(objects(10, 'Shop.Order', mebibyte)))).toMatchObject({ kind: 'passed' })
})

function manyOrders(): PlantedHeap {
  return objects(10, 'Shop.Order', mebibyte)
}

test('free space between objects is reported where a dump has it', () => {
  expect(fragmentation.judge(findingFacts(manyOrders(), { free: { count: 400, bytes: 15 * mebibyte } }))).toMatchObject(
    {
      kind: 'found',
      confidence: 'medium',
      evidence: [{ count: 400 }],
    },
  )
  expect(fragmentation.judge(findingFacts(manyOrders(), { free: { count: 4, bytes: mebibyte } }))).toMatchObject({
    kind: 'passed',
  })
  expect(fragmentation.judge(findingFacts(manyOrders()))).toMatchObject({ kind: 'not-judged', question: 'dump' })
})

function manyStrings(): PlantedHeap {
  return objects(10, 'string', mebibyte)
}

test('copies of equal strings are reported where a dump has their text', () => {
  const strings = {
    count: 50_000,
    distinctCount: 10,
    duplicateBytes: 3 * mebibyte,
    repeated: [{ text: 'pending', count: 49_000, bytes: 3 * mebibyte }],
  }
  expect(duplicateStrings.judge(findingFacts(manyStrings(), { strings }))).toMatchObject({
    kind: 'found',
    evidence: [{ text: '“pending”: 49\u2009000 times, 3 MiB', count: 49_000, link: { type: { name: 'string' } } }],
  })
  const few = { ...strings, duplicateBytes: 1000 }
  expect(duplicateStrings.judge(findingFacts(manyStrings(), { strings: few }))).toMatchObject({ kind: 'passed' })
  expect(duplicateStrings.judge(findingFacts(manyStrings()))).toMatchObject({ kind: 'not-judged', question: 'dump' })
})
