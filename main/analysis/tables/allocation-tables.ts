import type { EventFilter } from '../reports/event-filter.ts'
import type { AllocationEvents } from '../reports/allocation-events.ts'
import { allocatedTypes } from '../reports/allocation-events.ts'
import type { AllocationSamples } from '../reports/allocation-samples.ts'
import { countedAllocations } from '../reports/counted-allocations.ts'
import { typeNameInNamespace } from '../names/type-name.ts'
import { type CallTree, functionList } from '../stacks/trees/call-tree.ts'
import type { WeightedEvents } from '../stacks/weigh-events.ts'
import { tableOf, type TableSource } from './table-source.ts'

interface TypeRow {
  readonly type: string
  tickCount: number
  tickBytes: number
  sampleCount: number
  estimatedBytes: number
}

/** The bytes of every type of the selection, the most first. */
export function allocatedTypeRows(
  ticks: AllocationEvents,
  samples: AllocationSamples,
  isIn: EventFilter,
): readonly TypeRow[] {
  const rows = new Map<string, TypeRow>()
  const rowOf = (type: string): TypeRow => {
    const row = rows.get(type) ?? { type, tickCount: 0, tickBytes: 0, sampleCount: 0, estimatedBytes: 0 }
    rows.set(type, row)
    return row
  }
  for (const { type, tickCount, bytes } of allocatedTypes(ticks, isIn)) {
    const row = rowOf(type)
    row.tickCount += tickCount
    row.tickBytes += bytes
  }
  for (let index = 0; index < samples.count; index++) {
    if (!isIn(samples.places.ticks.at(index), samples.places.threadIndex.at(index))) continue
    const row = rowOf(samples.texts.text(samples.typeText.at(index)))
    row.sampleCount++
    row.estimatedBytes += samples.estimatedBytes.at(index)
  }
  return [...rows.values()].sort((a, b) => b.tickBytes - a.tickBytes || b.estimatedBytes - a.estimatedBytes)
}

/** Ticks and samples side by side: both are estimates of the same thing, and a recording seldom has both. */
export function allocatedTypeTable(
  ticks: AllocationEvents,
  samples: AllocationSamples,
  isIn: EventFilter,
): TableSource {
  const table = tableOf(allocatedTypeRows(ticks, samples, isIn), [
    ({ type }) => type,
    ({ tickCount }) => known(ticks.count > 0, tickCount),
    ({ tickBytes }) => known(ticks.count > 0, tickBytes),
    ({ sampleCount }) => known(samples.count > 0, sampleCount),
    ({ estimatedBytes }) => known(samples.count > 0, Math.round(estimatedBytes)),
    ({ type }) => typeNameInNamespace(type),
  ])
  const absentColumns = [
    ...(ticks.count > 0 ? [] : ['ticks', 'tick_bytes']),
    ...(samples.count > 0 ? [] : ['samples', 'estimated_bytes']),
  ]
  return absentColumns.length === 0 ? table : { ...table, absentColumns }
}

/** Bytes by their stacks. */
export function allocationsOf(ticks: AllocationEvents, samples: AllocationSamples) {
  const { places, bytes } = countedAllocations(ticks, samples)
  return {
    ticks: places.ticks.values,
    threadIndex: places.threadIndex.values,
    stackIndex: places.stackIndex.values,
    weight: bytes.values,
  } satisfies WeightedEvents
}

export function allocatingMethodTable(
  ticks: AllocationEvents,
  samples: AllocationSamples,
  treeOf: (events: WeightedEvents) => CallTree,
): TableSource {
  const calls = treeOf(allocationsOf(ticks, samples))
  const { tree } = calls
  return tableOf(functionList(calls), [
    ({ functionIndex }) => tree.functions.get(functionIndex).name,
    ({ functionIndex }) => tree.functions.get(functionIndex).module,
    ({ self }) => Math.round(self),
    ({ total }) => Math.round(total),
    ({ functionIndex }) => tree.functions.get(functionIndex).displayName,
  ])
}

function known(isKnown: boolean, value: number): number | null {
  return isKnown ? value : null
}
