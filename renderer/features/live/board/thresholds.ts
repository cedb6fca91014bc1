import type { BoardChart } from '../../../../shared/model/settings.ts'
import type { ChartLine } from '../charts/chart-lines.ts'

export type Threshold = BoardChart['thresholds'][number]

export interface Crossing {
  readonly chartId: string
  readonly line: ChartLine
  readonly threshold: Threshold
  readonly value: number
}

/** The same line and threshold report at most once in this time, however often the value swings across. */
export const quietMs = 10_000

/** Lines a threshold of a chart is compared with: those of the left axis. */
export function watchedLines(lines: readonly ChartLine[]): readonly ChartLine[] {
  return lines.filter((line) => line.axis === 'left')
}

/** The whole of a stack, which is what its upper edge shows. Named after the instrument its layers are of, if they are of one. */
export function topOfStack(lines: readonly ChartLine[], title: string): ChartLine | null {
  const [first] = watchedLines(lines)
  if (first === undefined) return null
  const isOne = watchedLines(lines).every(({ instrument }) => instrument.index === first.instrument.index)
  const name = isOne ? first.instrument.name : title
  return { ...first, key: 'stack', label: name, instrument: { ...first.instrument, name } }
}

/** Together; null when none of them is fresh. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const fresh = values.filter((value) => value !== null)
  return fresh.length === 0 ? null : fresh.reduce((sum, value) => sum + Math.max(0, value), 0)
}

/**
 * Tells when a value goes beyond a threshold: only on the way out, not while it stays there, and again after it has come back. The
 * first value seen of a pair only sets the state: opening a view is not a crossing.
 */
export class ThresholdWatch {
  readonly #states = new Map<string, { isBeyond: boolean; reportedAtMs: number }>()

  check(
    chartId: string,
    thresholds: readonly Threshold[],
    lines: readonly ChartLine[],
    valueOf: (line: ChartLine) => number | null,
    nowMs: number,
  ): Crossing[] {
    const crossings: Crossing[] = []
    for (const threshold of thresholds) {
      for (const line of watchedLines(lines)) {
        const value = valueOf(line)
        if (value === null) continue
        const key = [chartId, threshold.value, threshold.direction, line.key].join('\u0000')
        const isBeyond = threshold.direction === 'above' ? value > threshold.value : value < threshold.value
        const state = this.#states.get(key)
        if (state === undefined) {
          this.#states.set(key, { isBeyond, reportedAtMs: -Infinity })
          continue
        }
        if (isBeyond && !state.isBeyond && nowMs - state.reportedAtMs >= quietMs) {
          crossings.push({ chartId, line, threshold, value })
          state.reportedAtMs = nowMs
        }
        state.isBeyond = isBeyond
      }
    }
    return crossings
  }
}
