import type { TimeRange } from './time-scale.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const timeStepsMs = [
  100,
  200,
  500,
  second,
  2 * second,
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
]

/** Width that a time needs on an axis, with room around it. */
const pxPerTick = 110

/** How many times can stand side by side on an axis. */
export function tickLimit(widthPx: number): number {
  return Math.max(1, Math.floor(widthPx / pxPerTick))
}

/** Between two ticks of the wall clock. */
export function timeStep({ fromMs, toMs }: TimeRange, widthPx: number): number {
  const raw = (toMs - fromMs) / tickLimit(widthPx)
  return timeStepsMs.find((step) => step >= raw) ?? 24 * hour
}

/**
 * Round times of the wall clock. `offsetMs` is what local time is ahead of UTC (0 for UTC): with a step of hours a tick must stand
 * at a full local hour also where the zone is half an hour off.
 */
export function timeTicks({ fromMs, toMs }: TimeRange, stepMs: number, offsetMs: number): number[] {
  const ticks: number[] = []
  if (!(stepMs > 0) || !(toMs > fromMs)) return ticks
  for (let time = Math.ceil((fromMs + offsetMs) / stepMs) * stepMs - offsetMs; time <= toMs; time += stepMs) {
    ticks.push(time)
  }
  return ticks
}
