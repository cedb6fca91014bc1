import type { RuleLimits } from './rule.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** One time that a rule fired for an application. */
export interface Firing {
  /** By the clock on the wall. */
  readonly atMs: number
  /** By a clock that nobody sets, of this run; null: an earlier run. */
  readonly ticksMs: number | null
}

export interface Clocks {
  readonly nowMs: number
  readonly ticksMs: number
}

export const skipReasons = ['apart', 'per-hour', 'per-day', 'disk', 'size', 'busy', 'disarmed'] as const
export type SkipReason = (typeof skipReasons)[number]

/**
 * Null: it may fire. A firing counts until both clocks say that its time is over: a clock that is set forward frees nothing, one that is
 * set back keeps what it has.
 */
export function skipReason(limits: RuleLimits, firings: readonly Firing[], clocks: Clocks): SkipReason | null {
  if (countWithin(firings, limits.apartMs, clocks) > 0) return 'apart'
  if (countWithin(firings, hourMs, clocks) >= limits.perHour) return 'per-hour'
  if (countWithin(firings, dayMs, clocks) >= limits.perDay) return 'per-day'
  return null
}

export function leftToday(limits: RuleLimits, firings: readonly Firing[], clocks: Clocks): number {
  return Math.max(0, limits.perDay - countWithin(firings, dayMs, clocks))
}

/** Those that still count for anything. */
export function recentFirings(firings: readonly Firing[], clocks: Clocks): readonly Firing[] {
  return firings.filter((firing) => isWithin(firing, dayMs, clocks))
}

/** Of an earlier run: one that lies in the future was noted by a clock that was wrong, and counts from now on. */
export function restoredFiring(atMs: number, nowMs: number): Firing {
  return { atMs: Math.min(atMs, nowMs), ticksMs: null }
}

function countWithin(firings: readonly Firing[], spanMs: number, clocks: Clocks): number {
  return firings.filter((firing) => isWithin(firing, spanMs, clocks)).length
}

function isWithin({ atMs, ticksMs }: Firing, spanMs: number, clocks: Clocks): boolean {
  if (spanMs <= 0) return false
  return clocks.nowMs - atMs < spanMs || (ticksMs !== null && clocks.ticksMs - ticksMs < spanMs)
}
