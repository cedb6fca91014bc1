const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A past moment in words: `just now`, `18 s ago`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function formatAgo(elapsedMs: number): string {
  if (elapsedMs < secondMs) return 'just now'
  if (elapsedMs < minuteMs) return `${Math.floor(elapsedMs / secondMs)} s ago`
  if (elapsedMs < hourMs) return `${Math.floor(elapsedMs / minuteMs)} min ago`
  if (elapsedMs < dayMs) return `${Math.floor(elapsedMs / hourMs)} h ago`
  return `${Math.floor(elapsedMs / dayMs)} d ago`
}
