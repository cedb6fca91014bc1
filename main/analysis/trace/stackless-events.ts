import type { EventType } from '../../nettrace/event-type.ts'
import { rundownProvider, runtimeProvider } from '../../../shared/model/runtime-providers.ts'

/**
 * Bookkeeping events whose stack, if there is one at all, is that of the code that keeps the books: Microsoft's tools ignore
 * it and so do we.
 */
export function ignoresStack(type: Pick<EventType, 'provider' | 'eventId'>): boolean {
  if (type.provider === rundownProvider) return true
  return type.provider === runtimeProvider && ((type.eventId >= 140 && type.eventId <= 144) || type.eventId === 190)
}
