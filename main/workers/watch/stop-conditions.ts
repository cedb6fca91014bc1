import type { StopConditions } from '../../../shared/model/recording.ts'
import { eventCounterHandler, eventCountersName } from '../../events/event-counters.ts'
import { shownName } from '../../events/event-names.ts'
import { compileDecoder } from '../../events/payload/decode-payload.ts'
import { valueText } from '../../events/payload/payload-value.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'

export type OnCondition = (condition: 'event' | 'counter', detail: string) => void

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The handler that looks for what ends the recording; null when events of this type cannot end it. */
export function stopHandler(
  type: TraceEventType,
  pointerBytes: number,
  stop: StopConditions,
  onCondition: OnCondition,
): PayloadHandler | null {
  return (
    eventHandler(type, pointerBytes, stop.onEvent, onCondition) ?? counterHandler(type, stop.onCounter, onCondition)
  )
}

function eventHandler(
  type: TraceEventType,
  pointerBytes: number,
  wanted: StopConditions['onEvent'],
  onCondition: OnCondition,
): PayloadHandler | null {
  if (wanted === null || !isSame(type.provider, wanted.provider)) return null
  const names = [shownName(type), type.name, String(type.eventId)].filter((name) => name !== '')
  const { event } = wanted
  if (event !== null && !names.some((name) => isSame(name, event))) return null
  const detail = `${type.provider}/${shownName(type)}`
  if (wanted.fields.length === 0) return () => onCondition('event', detail)
  const decode = compileDecoder(type, pointerBytes)
  return (bytes, view, start, end) => {
    const { fields } = decode(bytes, view, start, end)
    const fits = wanted.fields.every(({ field, value }) =>
      fields.some((found) => isSame(found.name, field) && isSame(valueText(found.value, found.shape), value)),
    )
    if (fits) onCondition('event', detail)
  }
}

function counterHandler(
  type: TraceEventType,
  wanted: StopConditions['onCounter'],
  onCondition: OnCondition,
): PayloadHandler | null {
  if (wanted === null || type.name !== eventCountersName || !isSame(type.provider, wanted.provider)) return null
  const handler = eventCounterHandler(
    type,
    (payload) => {
      if (!isSame(payload.name, wanted.counter) && !isSame(payload.displayName, wanted.counter)) return
      const value = payload.isSum ? payload.increment / (payload.intervalSec || 1) : payload.mean
      const isPassed = wanted.direction === 'above' ? value > wanted.value : value < wanted.value
      if (isPassed) onCondition('counter', `${payload.name} ${String(value)}`)
    },
    () => undefined,
  )
  return (bytes, view, start, end) => handler.handle(bytes, view, start, end, 0)
}
