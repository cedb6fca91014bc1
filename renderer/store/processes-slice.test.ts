import { beforeEach, describe, expect, it } from 'vitest'
import { keyOf, processRow } from '../features/processes/model/process-row.test-support.ts'
import { appStore } from './create-store.ts'

const state = () => appStore.getState()
const pids = () => state().processRows.map((row) => row.pid)
const snapshot = (rowPids: readonly number[], isScanComplete = true) =>
  ({ kind: 'snapshot', revision: 1, rows: rowPids.map((pid) => processRow(pid)), isScanComplete }) as const

describe('processes in the store', () => {
  beforeEach(() => {
    appStore.setState(appStore.getInitialState(), true)
  })

  it('are replaced by a snapshot', () => {
    state().receiveProcesses(snapshot([1, 2]))
    state().receiveProcesses(snapshot([2, 3]))
    expect(pids()).toEqual([2, 3])
  })

  it('keep their place when one changes, and go when one is removed', () => {
    state().receiveProcesses(snapshot([1, 2, 3]))
    const upserted = [processRow(1, { name: 'renamed' }), processRow(4)]
    state().receiveProcesses({ kind: 'changes', revision: 2, upserted, removed: [keyOf(2)] })
    expect(pids()).toEqual([1, 3, 4])
    expect(state().processRows[0]?.name).toBe('renamed')
  })

  it('are new only when they come after the first look', () => {
    const come = (pid: number, nowMs: number) =>
      state().receiveProcesses({ kind: 'changes', revision: 2, upserted: [processRow(pid)], removed: [] }, nowMs)
    state().receiveProcesses(snapshot([1], false))
    come(2, 20)
    state().receiveProcesses(snapshot([1, 2], true))
    come(3, 40)
    come(3, 50)
    come(1, 60)
    expect([...state().processArrivals]).toEqual([[keyOf(3), 40]])
  })

  it('forget the arrival of what is gone', () => {
    state().receiveProcesses(snapshot([]))
    state().receiveProcesses({ kind: 'changes', revision: 2, upserted: [processRow(3)], removed: [] }, 1)
    state().receiveProcesses({ kind: 'changes', revision: 3, upserted: [], removed: [keyOf(3)] }, 2)
    expect(state().processArrivals.size).toBe(0)
  })

  it('forget the arrival of what a snapshot leaves out', () => {
    state().receiveProcesses(snapshot([]))
    state().receiveProcesses({ kind: 'changes', revision: 2, upserted: [processRow(3)], removed: [] }, 1)
    state().receiveProcesses(snapshot([4]))
    expect(state().processArrivals.size).toBe(0)
  })

  it('are ordered by the largest CPU first, then the smallest, then as listed', () => {
    const directions = [1, 2, 3].map(() => {
      state().sortProcesses('cpu')
      return state().processSort?.direction ?? null
    })
    expect(directions).toEqual(['descending', 'ascending', null])
  })

  it('fold and unfold by id', () => {
    state().foldProcesses(['machine', keyOf(1)], true)
    state().foldProcesses(['machine'], false)
    expect([...state().foldedProcesses]).toEqual([keyOf(1)])
  })
})
