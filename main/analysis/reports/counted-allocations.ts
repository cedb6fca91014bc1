import type { NumberColumn } from '../grown-column.ts'
import type { AllocationEvents } from './allocation-events.ts'
import type { AllocationSamples } from './allocation-samples.ts'

/** What a recording tells of allocations, a row each, with the bytes that each stands for. */
export type CountedAllocations = Pick<AllocationEvents, 'count' | 'places' | 'texts' | 'typeText' | 'kind'> & {
  readonly bytes: NumberColumn
}

/** Ticks where there are any: they are estimates of the same thing as samples. */
export function countedAllocations(ticks: AllocationEvents, samples: AllocationSamples): CountedAllocations {
  if (ticks.count > 0) return ticks
  const { count, places, texts, typeText, kind, estimatedBytes } = samples
  return { count, places, texts, typeText, kind, bytes: estimatedBytes }
}
