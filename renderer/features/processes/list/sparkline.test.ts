import { describe, expect, it } from 'vitest'
import { keyOf } from '../model/process-row.test-support.ts'
import { UsageHistory } from '../model/usage-history.ts'
import { columnMaximum, drawSparkline, type SparklineContext } from './sparkline.ts'

const key = keyOf(1)
const box = { x: 0, y: 0, width: 62, height: 20 }

function recording(): { readonly calls: string[]; readonly context: SparklineContext } {
  const calls: string[] = []
  const context: SparklineContext = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 0,
    lineJoin: 'miter',
    globalAlpha: 1,
    beginPath: () => calls.push('begin'),
    moveTo: (x, y) => calls.push(`move ${x} ${y}`),
    lineTo: (x, y) => calls.push(`line ${x} ${y}`),
    closePath: () => calls.push('close'),
    stroke: () => calls.push('stroke'),
    fill: () => calls.push('fill'),
    fillRect: (x, y, width, height) => calls.push(`rect ${[x, y, width, height].join(' ')}`),
  }
  return { calls, context }
}

function historyOf(samples: readonly (readonly [timeMs: number, cpu: number | null])[]): UsageHistory {
  const history = new UsageHistory()
  for (const [timeMs, cpuPercent] of samples) {
    history.append(timeMs, [{ key, cpuPercent, workingSetBytes: 1000, threadCount: 1 }])
  }
  return history
}

function drawn(history: UsageHistory): string[] {
  const { calls, context } = recording()
  drawSparkline(context, history, key, 'cpu', box, { color: 'blue', maximum: 100 })
  return calls
}

const level = (cpu: number) =>
  drawn(
    historyOf([
      [59_000, cpu],
      [60_000, cpu],
    ]),
  )

describe('sparkline', () => {
  it('ends at the right edge with the newest sample, on the scale of its column', () => {
    const calls = drawn(
      historyOf([
        [59_000, 0],
        [60_000, 100],
      ]),
    )
    expect(calls.slice(calls.lastIndexOf('begin'))).toEqual(['begin', 'move 60 18.5', 'line 61 2.5', 'stroke'])
  })
  it('leaves a gap where samples are missing or not known', () => {
    const calls = drawn(
      historyOf([
        [1000, 10],
        [2000, 50],
        [9000, 10],
        [10_000, 50],
        [11_000, null],
        [12_000, 10],
        [13_000, 50],
      ]),
    )
    expect(calls.filter((call) => call === 'stroke')).toHaveLength(3)
  })
  it('draws a level run as bars, and one next to nothing without an area', () => {
    expect(level(50)).toEqual(['rect 60 10.5 1 8.5', 'rect 60 9.875 1 1.25'])
    expect(level(0)).toEqual(['rect 60 18 1 1'])
  })
  it('draws nothing for a process without samples', () => {
    expect(drawn(new UsageHistory())).toEqual([])
  })
})

describe('scale of a column', () => {
  it('does not go below one core, and leaves room above the largest working set', () => {
    const history = historyOf([[1000, 20]])
    expect(columnMaximum(history, [key], 'cpu', 100)).toBe(100)
    expect(columnMaximum(history, [key], 'workingSet', 0, 1.1)).toBeCloseTo(1100)
    expect(columnMaximum(historyOf([[1000, 380]]), [key], 'cpu', 100)).toBe(380)
  })
})
