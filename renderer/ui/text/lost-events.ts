import { uiLabels } from '../ui-labels.ts'

/** Cause and way out for events that the runtime threw away. Its buffer is the only place where they are lost and counted. */
export function lostEventsSentence(lostCount: number): string {
  return uiLabels.lostEvents.dropped(lostCount)
}
