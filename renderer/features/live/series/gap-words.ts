import { formatDuration, plainQuantity, thinSpace } from '../../../../shared/base/format.ts'
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
  return plainQuantity(formatDuration(ms)).replaceAll(thinSpace, ' ')
}
