import { useState } from 'react'
import type { TraceEventAt, TraceEventDetails } from '../../../../shared/model/trace/trace-events.ts'
import type { TraceTableQuestion } from '../../../../shared/model/trace/trace-tables.ts'
import { useLatestAnswer } from '../../../bridge/use-latest-answer.ts'
import { useRevision, useTraceView } from '../view/trace-view.ts'
import type { TableQuery } from '../paged-table.tsx'

export interface PickedEvent {
  readonly picked: TableQuery['picked']
  /** Null: none is picked, or its answer is on its way. */
  readonly details: TraceEventDetails | null
  /** These details are of the one before: the answer about the one that was picked is on its way. */
  readonly isAwaited: boolean
  readonly pick: (at: TraceEventAt | null) => void
  /** To the one so many places further. */
  readonly step: (by: number) => void
}

/** The event that somebody looks at: it is kept by its number in the file, as its place changes while the file grows and with each filter. */
export function usePickedEvent(question: TraceTableQuestion & { readonly table: 'events' }): PickedEvent {
  const { documentId } = useTraceView().target
  const [at, pick] = useState<TraceEventAt | null>(null)
  const request = at === null ? null : { documentId, question: { question, at } }
  const { value, of } = useLatestAnswer('traces.event', request, String(useRevision()))
  const shown = value === null ? null : numbered(value.eventIndex)
  if (at !== null && shown !== null && isSame(of?.question.at, at) && !isSame(at, shown)) pick(shown)
  return {
    picked: at === null ? null : whereOf(at, value),
    details: at === null ? null : value,
    isAwaited: at !== null && !isSame(of?.question.at, at) && !isSame(at, shown),
    pick,
    step: (by) => {
      if (at === null) return
      // Steps that follow each other faster than answers come add up.
      pick('place' in at ? { place: Math.max(0, at.place + by) } : { ...at, step: at.step + by })
    },
  }
}

function whereOf(at: TraceEventAt, value: TraceEventDetails | null): TableQuery['picked'] {
  if ('place' in at) return { eventIndex: null, place: at.place }
  const { eventIndex } = at
  return { eventIndex, place: value?.eventIndex === eventIndex ? value.place : null }
}

const numbered = (eventIndex: number): TraceEventAt => ({ eventIndex, step: 0 })

function isSame(a: TraceEventAt | undefined, b: TraceEventAt | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
