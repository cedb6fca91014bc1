import { expect, test } from 'vitest'
import type { HeapCompleteness } from '../graph/heap-facts.ts'
import { plantedFacts } from '../testing/planted-findings.ts'
import { PlantedHeap } from '../testing/planted-heap.ts'
import { sampleEstimate } from './sample-estimate.ts'
import { typeGroups } from './type-groups.ts'

const planted = new PlantedHeap()
const order = planted.object('Shop.Order', 24)
planted.refer(order, planted.object('Shop.Document', 2000)).refer(order, planted.object('Shop.Line', 100))
const graph = planted.root('static', order).graph()
const groups = typeGroups(graph, 'type')
const multipliers = Float32Array.from(graph.types, ({ rawName }) =>
  rawName === 'Shop.Line' ? 10 : rawName === 'Shop.Order' ? 2.5 : rawName.startsWith('[') ? 100 : 1,
)

function estimate(completeness: HeapCompleteness, group: number | null = null) {
  return sampleEstimate({ graph, facts: { ...plantedFacts(graph), completeness } }, groups, group)
}

test('objects of a sample stand for as many as the multipliers of their types say', () => {
  const sampled = { kind: 'sampled', countMultipliers: multipliers } as const
  expect(estimate(sampled)).toEqual({ count: 14, bytes: 60 + 2000 + 1000 })
  expect(estimate(sampled, groups.names.indexOf('Shop.Line'))).toEqual({ count: 10, bytes: 1000 })
})

test('a heap that is no sample is not estimated, nor is one with multipliers that cannot be', () => {
  expect(estimate({ kind: 'complete' })).toBeNull()
  for (const wrong of [NaN, -5, Infinity, 3e38])
    expect(estimate({ kind: 'sampled', countMultipliers: multipliers.map(() => wrong) })).toBeNull()
  expect(estimate({ kind: 'sampled', countMultipliers: Float32Array.of(1) })).toBeNull()
})
