import type { AllocationEvents } from '../reports/allocation-events.ts'
import { allocatedTypes } from '../reports/allocation-events.ts'
import type { AllocationSamples } from '../reports/allocation-samples.ts'
import { callTree, functionList } from '../stacks/call-tree.ts'
import type { SampledStacks } from '../stacks/sampled-stacks.ts'
import { weighEvents } from '../stacks/weigh-events.ts'
import { tableOf, type TableSource } from './table-source.ts'

interface TypeRow {
  readonly type: string
  tickCount: number
  tickBytes: number
  sampleCount: number
  estimatedBytes: number
}

/** Ticks and samples side by side: both are estimates of the same thing, and a recording seldom has both. */
export function allocatedTypeTable(ticks: AllocationEvents, samples: AllocationSamples): TableSource {
  const rows = new Map<string, TypeRow>()
  const rowOf = (type: string): TypeRow => {
    const row = rows.get(type) ?? { type, tickCount: 0, tickBytes: 0, sampleCount: 0, estimatedBytes: 0 }
    rows.set(type, row)
    return row
  }
  for (const { type, tickCount, bytes } of allocatedTypes(ticks)) {
    const row = rowOf(type)
    row.tickCount += tickCount
    row.tickBytes += bytes
  }
  for (let index = 0; index < samples.count; index++) {
    const row = rowOf(samples.texts.text(samples.typeText.at(index)))
    row.sampleCount++
    row.estimatedBytes += samples.estimatedBytes.at(index)
  }
  const sorted = [...rows.values()].sort((a, b) => b.tickBytes - a.tickBytes || b.estimatedBytes - a.estimatedBytes)
  return tableOf(sorted, [
    ({ type }) => type,
    ({ tickCount }) => known(ticks.count > 0, tickCount),
    ({ tickBytes }) => known(ticks.count > 0, tickBytes),
    ({ sampleCount }) => known(samples.count > 0, sampleCount),
    ({ estimatedBytes }) => known(samples.count > 0, Math.round(estimatedBytes)),
  ])
}

export function allocatingMethodTable(
  ticks: AllocationEvents,
  samples: AllocationSamples,
  sampled: SampledStacks,
): TableSource {
  const { tree } = sampled.prepare()
  const { places, weight } =
    ticks.count > 0
      ? { places: ticks.places, weight: ticks.bytes.values }
      : { places: samples.places, weight: samples.estimatedBytes.values }
  const events = {
    ticks: places.ticks.values,
    threadIndex: places.threadIndex.values,
    stackIndex: places.stackIndex.values,
    weight,
  }
  return tableOf(functionList(callTree(tree, weighEvents(events, {}, sampled.stacks, tree))), [
    ({ functionIndex }) => tree.functions.get(functionIndex).name,
    ({ functionIndex }) => tree.functions.get(functionIndex).module,
    ({ self }) => Math.round(self),
    ({ total }) => Math.round(total),
  ])
}

function known(isKnown: boolean, value: number): number | null {
  return isKnown ? value : null
}
