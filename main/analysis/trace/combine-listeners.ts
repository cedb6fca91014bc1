import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'

/** Several listeners of one reading; each sees everything, in the order given. */
export function combineListeners(listeners: readonly TraceListener[]): TraceListener {
  const stackListeners = listeners.filter((listener) => listener.onStack !== undefined)
  const eventListeners = listeners.filter((listener) => listener.onEvents !== undefined)
  return {
    onStart: (trace) => listeners.forEach((listener) => listener.onStart?.(trace)),
    onHeader: (header) => listeners.forEach((listener) => listener.onHeader?.(header)),
    onEventType(type) {
      const handlers = listeners
        .map((listener) => listener.onEventType?.(type))
        .filter((handler): handler is PayloadHandler => handler !== null && handler !== undefined)
      if (handlers.length <= 1) return handlers[0] ?? null
      return (bytes, view, start, end, row, segment) => {
        for (const handler of handlers) handler(bytes, view, start, end, row, segment)
      }
    },
    onStack(bytes, view, start, end, stackIndex) {
      for (const listener of stackListeners) listener.onStack!(bytes, view, start, end, stackIndex)
    },
    onEvents(segment, from, to) {
      for (const listener of eventListeners) listener.onEvents!(segment, from, to)
    },
    onAdvance: (ticks) => listeners.forEach((listener) => listener.onAdvance?.(ticks)),
    onDamage: (damage) => listeners.forEach((listener) => listener.onDamage?.(damage)),
  }
}
