import { describe, expect, it } from 'vitest'
import { asProcessKey, type ProcessKey } from '../../../../shared/model/ids.ts'
import { UsageHistory } from './usage-history.ts'

const a = asProcessKey('1:1')
const b = asProcessKey('2:1')
const usage = (key: ProcessKey, cpuPercent: number | null) => ({
  key,
  cpuPercent,
  workingSetBytes: 1024,
  threadCount: 5,
})

describe('usage of the last minute', () => {
  it('gives the samples in the order in which they came', () => {
    const history = new UsageHistory()
    history.append(1000, [usage(a, 1)])
    history.append(2000, [usage(a, 2)])
    expect(history.values(a, 'cpu')).toEqual([1, 2])
    expect(history.revision).toBe(2)
  })

  it('keeps only the last 60 s', () => {
    const history = new UsageHistory()
    for (let second = 0; second < 200; second++) history.append(second * 1000, [usage(a, second)])
    const read = history.values(a, 'cpu')
    expect(read).toHaveLength(61)
    expect(read[0]).toBe(139)
    expect(read.at(-1)).toBe(199)
  })

  it('distinguishes unknown from zero, for single samples and for absent processes', () => {
    const history = new UsageHistory()
    history.append(1000, [usage(a, 0), usage(b, 7)])
    history.append(2000, [usage(a, null)])
    expect(history.values(a, 'cpu')).toEqual([0, Number.NaN])
    expect(history.values(b, 'cpu')).toEqual([7, Number.NaN])
    expect(history.values(asProcessKey('3:1'), 'cpu')).toEqual([])
  })

  it('finds the largest value of a column', () => {
    const history = new UsageHistory()
    history.append(1000, [usage(a, 3), usage(b, 70)])
    expect(history.maximum([a, b], 'cpu')).toBe(70)
    expect(history.maximum([a], 'cpu')).toBe(3)
    expect(history.maximum([], 'cpu')).toBe(0)
  })

  it('frees the columns of a process that is gone', () => {
    const history = new UsageHistory()
    history.append(0, [usage(a, 1), usage(b, 1)])
    for (let second = 1; second <= 200; second++) history.append(second * 1000, [usage(b, 1)])
    expect(history.processCount).toBe(1)
  })
})
