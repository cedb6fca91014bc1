import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'

/** Once more takes a thread back; `isAdded`: beside those that are selected. */
export function withThread(selection: TraceSelection, id: number, isAdded: boolean): TraceSelection {
  const { threads } = selection
  const isSelected = threads?.includes(id) ?? false
  const others = isAdded && threads !== null ? threads.filter((other) => other !== id) : []
  const next = isSelected && (isAdded || threads?.length === 1) ? others : [...others, id]
  return { ...selection, threads: next.length === 0 ? null : next }
}

/** The time first, then the threads; null: neither is restricted. */
export function withLess(selection: TraceSelection): TraceSelection | null {
  if (selection.range !== null) return { ...selection, range: null }
  return selection.threads === null ? null : { ...selection, threads: null }
}
