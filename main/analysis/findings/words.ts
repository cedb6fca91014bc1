import { formatBytes, formatDuration, formatNumber, formatPercent, plainQuantity } from '../../../shared/base/format.ts'

/** Figures of sentences, as the page writes them everywhere: `1.23 s`, `350 ms`. */
export function duration(ms: number): string {
  return plainQuantity(formatDuration(ms))
}

export function percent(share: number): string {
  return plainQuantity(formatPercent(share * 100))
}

export function size(bytes: number): string {
  return plainQuantity(formatBytes(bytes))
}

export function perSecond(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many} per second`
}
