/**
 * How long a process has run at least. People set the clock: put forward it would make a process old that has only started, so that the clock
 * as it was when Pipescope started, with what has passed since, has a say as well.
 */
export function processAgeMs(startTimeMs: number, nowMs: number): number {
  const steadyMs = performance.timeOrigin + performance.now()
  return Math.max(0, Math.min(nowMs, steadyMs) - startTimeMs)
}
