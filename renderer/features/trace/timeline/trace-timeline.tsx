/** Tracks over time, above all tabs. */
export function TraceTimeline() {
  return null
}
