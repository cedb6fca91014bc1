import { formatCount } from '../../../shared/base/format.ts'

/** Cause and way out for events that the runtime threw away. Its buffer is the only place where they are lost and counted. */
export function lostEventsSentence(lostCount: number): string {
  const events = lostCount === 1 ? '1 event was' : `${formatCount(lostCount)} events were`
  return `${events} dropped by the runtime because its buffer was full. To lose fewer, use a larger buffer, fewer providers or a lower level.`
}
