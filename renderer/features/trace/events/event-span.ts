import { formatDuration, quantityText } from '../../../../shared/base/format.ts'
import { eventsLabels } from './events-labels.ts'

/** A marked event, by its number in the file. */
export interface EventMark {
  readonly eventIndex: number
  readonly timeMs: number
  readonly thread: number | null
}

export interface EventSpan {
  readonly a: EventMark | null
  readonly b: EventMark | null
}

/** From A to B in words: the time, and how many events of the filter lie between them where it finds both. */
export function spanWords(
  { a, b }: EventSpan,
  betweenCount: number | null,
): { readonly time: string; readonly between: string | null } | null {
  if (a === null || b === null) return null
  const time = `${b.timeMs < a.timeMs ? '−' : ''}${quantityText(formatDuration(Math.abs(b.timeMs - a.timeMs)))}`
  const between = betweenCount === null ? null : eventsLabels.span.between(betweenCount)
  return { time, between }
}
