const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Time since the start, as a clock: `0:41`, `42:10`, `3:05:51`; from a day on `6 d 4 h`. Clocks that disagree give `0:00`. */
export function formatUptime(elapsedMs: number): string {
  const elapsed = Math.max(0, elapsedMs)
  if (elapsed >= dayMs) return `${Math.floor(elapsed / dayMs)} d ${Math.floor((elapsed % dayMs) / hourMs)} h`
  const seconds = twoDigits(Math.floor((elapsed % minuteMs) / secondMs))
  if (elapsed < hourMs) return `${Math.floor(elapsed / minuteMs)}:${seconds}`
  return `${Math.floor(elapsed / hourMs)}:${twoDigits(Math.floor((elapsed % hourMs) / minuteMs))}:${seconds}`
}

/** A past moment in words: `just now`, `18 s ago`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function formatAgo(elapsedMs: number): string {
  if (elapsedMs < secondMs) return 'just now'
  if (elapsedMs < minuteMs) return `${Math.floor(elapsedMs / secondMs)} s ago`
  if (elapsedMs < hourMs) return `${Math.floor(elapsedMs / minuteMs)} min ago`
  if (elapsedMs < dayMs) return `${Math.floor(elapsedMs / hourMs)} h ago`
  return `${Math.floor(elapsedMs / dayMs)} d ago`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
