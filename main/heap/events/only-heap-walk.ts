import { eventPipeProvider } from '../../events/process-facts.ts'
import type { EventType } from '../../nettrace/event-type.ts'
import { describedTypes } from '../../nettrace/framing/described-types.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { rundownProvider, runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { heapEventIds } from './heap-event-ids.ts'

/** A walk begins a session, and its first objects come soon: a recording without them here is not looked through. */
const nodesWithinBytes = 2 ** 25

/**
 * Whether a trace was recorded for its heap walk alone: it has objects, and besides them only what comes with every walk, which are events of the
 * collector and the rundown. Only descriptions of events are looked at. False as well of what is cut off or damaged, and when `goesOn`, which is
 * asked before each block, no longer wants to wait.
 */
export function isOnlyHeapWalk(source: RangeSource, goesOn: () => boolean = () => true): boolean {
  let hasNodes = false
  const steps = describedTypes(source)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value && hasNodes
    const { block, types } = step.value
    if (!types.every(comesWithWalk) || !goesOn()) return false
    hasNodes ||= types.some(({ provider, eventId }) => provider === runtimeProvider && eventId === heapEventIds.node)
    if (!hasNodes && block.end > nodesWithinBytes) return false
  }
}

function comesWithWalk({ provider, eventId }: EventType): boolean {
  if (provider === rundownProvider || provider === eventPipeProvider) return true
  return provider === runtimeProvider && (isOfCollector(eventId) || eventId === heapEventIds.runtime)
}

/** The runtime numbers them in two stretches, types among them. */
function isOfCollector(eventId: number): boolean {
  return (eventId >= 1 && eventId < 40) || (eventId >= 200 && eventId < 210)
}
