import type { LivePace } from '../../../../shared/model/live.ts'
import type { PaceStep } from '../../../canvas/decimate.ts'

/** A sample may be late by one and a half intervals before it counts as missing. */
export const stepsPerInterval = 2.5

/** Files have no pace and are read as if at one second. */
const unknownPaceMs = 1000

/** By the pace of each time, oldest first; never empty. `leastMs`: what is shown in bins is up to two of them apart. */
export function paceSteps(paces: readonly LivePace[], leastMs = 0): readonly PaceStep[] {
  const known = paces.length > 0 ? paces : [{ sinceMs: -Infinity, intervalMs: unknownPaceMs }]
  return known.map(({ sinceMs, intervalMs }, at) => ({
    sinceMs: at === 0 ? -Infinity : sinceMs,
    maxStepMs: Math.max(leastMs, stepsPerInterval * (intervalMs > 0 ? intervalMs : unknownPaceMs)),
  }))
}

export function stepAt(steps: readonly PaceStep[], timeMs: number): number {
  return (steps.findLast(({ sinceMs }) => sinceMs <= timeMs) ?? steps[0])?.maxStepMs ?? Infinity
}
