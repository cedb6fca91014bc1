import { processLabels } from '../process-labels.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A past moment in words: `just now`, `18 s ago`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function formatAgo(elapsedMs: number): string {
  const words = processLabels.ago
  if (elapsedMs < secondMs) return words.justNow
  if (elapsedMs < minuteMs) return words.seconds(whole(elapsedMs / secondMs))
  if (elapsedMs < hourMs) return words.minutes(whole(elapsedMs / minuteMs))
  if (elapsedMs < dayMs) return words.hours(whole(elapsedMs / hourMs))
  return words.days(whole(elapsedMs / dayMs))
}

function whole(count: number): string {
  return String(Math.floor(count))
}
