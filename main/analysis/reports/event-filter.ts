import type { SampleFilter } from '../stacks/prepared-samples.ts'

/** Whether an event counts for a selection, by when and on which thread it happened; what takes time, by its start. */
export type EventFilter = (ticks: number, threadIndex: number) => boolean

export const everyEvent: EventFilter = () => true

/** Classes are of samples; events have none. */
export function eventFilter({ fromTicks, toTicks, threads }: SampleFilter): EventFilter {
  if (fromTicks === undefined && toTicks === undefined && threads === undefined) return everyEvent
  const from = fromTicks ?? Number.NEGATIVE_INFINITY
  const to = toTicks ?? Number.POSITIVE_INFINITY
  return (ticks, threadIndex) => ticks >= from && ticks < to && (threads === undefined || threads.has(threadIndex))
}
