import type { LiveGap } from '../../../../shared/model/live.ts'

const reasons: Readonly<Record<LiveGap['reason'], string>> = {
  exited: 'not running',
  paused: 'paused',
  'connection-lost': 'connection lost',
  'interval-changed': 'interval changed',
  suspended: 'suspended',
}

/** `paused 11 s`; an open gap has no length yet. */
export function gapWords(gap: LiveGap): string {
  if (gap.toMs === null) return reasons[gap.reason]
  return `${reasons[gap.reason]} ${lengthWords(gap.toMs - gap.fromMs)}`
}

export function lengthWords(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 1) return `${Math.round(ms)} ms`
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  const minutes = seconds / 60
  if (minutes < 120) return `${Math.floor(minutes)} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${Math.round(minutes % 60)} min`
}
