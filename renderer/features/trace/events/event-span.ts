import { formatDuration, quantityText } from '../../../../shared/base/format.ts'
import { eventsLabels } from './events-labels.ts'

/** A marked event; `place` is one of the question. */
export interface EventMark {
  readonly questionKey: string
  readonly place: number
  readonly timeMs: number
  readonly thread: number | null
}

export interface EventSpan {
  readonly a: EventMark | null
  readonly b: EventMark | null
}

/** From A to B in words: the time, and how many events of the filter lie between them where their order tells. */
export function spanWords(
  { a, b }: EventSpan,
  isByTime: boolean,
): { readonly time: string; readonly between: string | null } | null {
  if (a === null || b === null) return null
  const time = `${b.timeMs < a.timeMs ? '−' : ''}${quantityText(formatDuration(Math.abs(b.timeMs - a.timeMs)))}`
  const count = Math.max(0, Math.abs(b.place - a.place) - 1)
  const isSameQuestion = a.questionKey === b.questionKey
  const between = isByTime && isSameQuestion ? eventsLabels.span.between(count) : null
  return { time, between }
}
