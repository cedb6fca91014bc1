import { describe, expect, it } from 'vitest'
import { keyOf, processRow } from '../features/processes/model/process-row.test-support.ts'
import { ProcessTable } from './process-table.ts'

const snapshot = (revision: number, pids: readonly number[], isScanComplete = true) =>
  ({ kind: 'snapshot', revision, rows: pids.map((pid) => processRow(pid)), isScanComplete }) as const

describe('table of processes', () => {
  it('replaces everything by a snapshot', () => {
    const table = new ProcessTable()
    table.apply(snapshot(1, [1, 2]), 0)
    table.apply(snapshot(2, [2, 3]), 0)
    expect(table.rows().map((row) => row.pid)).toEqual([2, 3])
  })

  it('applies changes and removals', () => {
    const table = new ProcessTable()
    table.apply(snapshot(1, [1, 2]), 0)
    const kind = table.apply(
      { kind: 'changes', revision: 2, upserted: [processRow(1, { name: 'renamed' })], removed: [keyOf(2)] },
      0,
    )
    expect(kind).toBe('rows')
    expect(table.rows().map((row) => row.name)).toEqual(['renamed'])
  })

  it('knows when a process came in, but calls nothing new that was there at the first look', () => {
    const table = new ProcessTable()
    table.apply(snapshot(1, [1], false), 10)
    table.apply({ kind: 'changes', revision: 2, upserted: [processRow(2)], removed: [] }, 20)
    table.apply(snapshot(3, [1, 2], true), 30)
    table.apply({ kind: 'changes', revision: 4, upserted: [processRow(3), processRow(1)], removed: [] }, 40)
    expect([1, 2, 3].map((pid) => table.arrivedAtMs(keyOf(pid)))).toEqual([null, null, 40])
  })

  it('asks for a new snapshot when changes are missing', () => {
    const table = new ProcessTable()
    table.apply(snapshot(1, [1]), 0)
    expect(table.apply({ kind: 'changes', revision: 3, upserted: [], removed: [] }, 0)).toBe('resync')
  })

  it('accepts usage that overtook changes in the queue', () => {
    const table = new ProcessTable()
    const entries = [{ key: keyOf(1), cpuPercent: 5, workingSetBytes: 1, threadCount: 1 }]
    table.apply(snapshot(1, [1]), 0)
    expect(table.apply({ kind: 'usage', revision: 3, timeMs: 5, entries }, 0)).toBe('usage')
    expect(table.apply({ kind: 'changes', revision: 2, upserted: [], removed: [] }, 0)).toBe('rows')
    expect(table.apply({ kind: 'changes', revision: 4, upserted: [], removed: [] }, 0)).toBe('rows')
    expect(table.usage(keyOf(1))?.cpuPercent).toBe(5)
  })
})
