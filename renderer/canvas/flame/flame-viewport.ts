import { stretchWithin } from '../stretch.ts'
import type { FlameViewport } from './flame-layout.ts'

/** Closer there is nothing to see: a sample is never split. */
const leastWeight = 1

/** Within everything, and never empty. */
export function clamped({ from, to, topPx }: FlameViewport, total: number): FlameViewport {
  const most = Math.max(total, leastWeight)
  return { ...stretchWithin(from, Math.max(leastWeight, to - from), { from: 0, to: most }), topPx }
}

/** Nearer by `factor`; what is at `share` of the width stays there. */
export function zoomedAt(
  { from, to, topPx }: FlameViewport,
  share: number,
  factor: number,
  total: number,
): FlameViewport {
  const length = Math.max((to - from) / factor, leastWeight)
  const at = from + share * (to - from)
  const most = Math.max(total, leastWeight)
  return { ...stretchWithin(at - share * length, length, { from: 0, to: most }), topPx }
}

/** Moved by a share of the width. */
export function panned({ from, to, topPx }: FlameViewport, share: number, total: number): FlameViewport {
  const by = share * (to - from)
  return clamped({ from: from + by, to: to + by, topPx }, total)
}

/** Moved no further than it takes to bring a stretch into sight. */
export function showing(viewport: FlameViewport, start: number, width: number, total: number): FlameViewport {
  const { from, to, topPx } = viewport
  const length = to - from
  if (start < to && start + width > from && (width >= length || (start >= from && start + width <= to))) return viewport
  const left = width >= length ? start : start + width / 2 - length / 2
  return clamped({ from: left, to: left + length, topPx }, total)
}

/** Between two viewports, `progress` 0 to 1; slower towards the end. Widths change evenly to the eye: by a factor, not by a difference. */
export function between(one: FlameViewport, other: FlameViewport, progress: number): FlameViewport {
  const eased = 1 - (1 - progress) ** 3
  const length = (one.to - one.from) ** (1 - eased) * (other.to - other.from) ** eased
  const ratio = (other.to - other.from) / (one.to - one.from)
  // Where the zoom points at stays where it is; without a zoom it is a plain move.
  const share =
    Math.abs(ratio - 1) < 1e-6 ? eased : (length - (one.to - one.from)) / (other.to - other.from - (one.to - one.from))
  const from = one.from + (other.from - one.from) * share
  return { from, to: from + length, topPx: one.topPx + (other.topPx - one.topPx) * eased }
}

export function isSameStretch(one: FlameViewport, other: FlameViewport): boolean {
  return one.from === other.from && one.to === other.to
}
