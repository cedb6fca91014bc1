import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow } from '../../../shared/model/process.ts'
import { ProcessRows } from './process-rows.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const row = (pid: number, change: Partial<ProcessRow> = {}) =>
  ({ key: asProcessKey(`${pid}:1`), pid, name: 'App', problem: null, ...change }) as ProcessRow

function listenedTo(rows: ProcessRows) {
  const heard: ProcessMessage[] = []
  const subscription = rows.subscribe((message) => heard.push(message))
  return { heard, subscription }
}
const settle = () => vi.advanceTimersByTimeAsync(30)

test('changes of the same moment come as one message', async () => {
  const rows = new ProcessRows()
  const { heard } = listenedTo(rows)
  rows.put(row(1))
  rows.put(row(2))
  rows.put(row(1, { name: 'Later' }))
  await vi.advanceTimersByTimeAsync(29)
  expect(heard).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(heard[1]).toEqual({
    kind: 'changes',
    revision: 2,
    upserted: [row(1, { name: 'Later' }), row(2)],
    removed: [],
  })
  expect(rows.get(asProcessKey('1:1'))?.name).toBe('Later')
  expect(rows.get(asProcessKey('9:1'))).toBeNull()
})

test('an unchanged row is not sent', async () => {
  const rows = new ProcessRows()
  rows.put(row(1, { problem: { kind: 'silent', waitedMs: 5 } }))
  await settle()
  const { heard } = listenedTo(rows)
  rows.put(row(1, { problem: { kind: 'silent', waitedMs: 5 } }))
  await settle()
  expect(heard).toHaveLength(1)
  rows.put(row(1, { problem: { kind: 'silent', waitedMs: 6 } }))
  await settle()
  rows.put(row(1, { problem: null }))
  await settle()
  expect(heard.map((message) => message.kind)).toEqual(['snapshot', 'changes', 'changes'])
})

test('a row that comes and goes at once is removed, one that goes and comes is there', async () => {
  const rows = new ProcessRows()
  rows.put(row(1))
  await settle()
  const { heard } = listenedTo(rows)
  rows.put(row(2))
  rows.remove(asProcessKey('2:1'))
  rows.remove(asProcessKey('1:1'))
  rows.put(row(1))
  await settle()
  expect(heard[1]).toMatchObject({ upserted: [{ pid: 1 }], removed: ['2:1'] })
  rows.remove(asProcessKey('7:1'))
  await settle()
  expect(heard).toHaveLength(2)
  expect(rows.rows().map(({ pid }) => pid)).toEqual([1])
})

test('a removal alone is sent', async () => {
  const rows = new ProcessRows()
  rows.put(row(1))
  await settle()
  const { heard } = listenedTo(rows)
  rows.remove(asProcessKey('1:1'))
  await settle()
  expect(heard[1]).toEqual({ kind: 'changes', revision: 3, upserted: [], removed: ['1:1'] })
})

test('usage is sent at once, numbered like every other message', async () => {
  const rows = new ProcessRows()
  const { heard } = listenedTo(rows)
  const entries = [{ key: asProcessKey('1:1'), cpuPercent: 5, workingSetBytes: 7, threadCount: 3 }]
  rows.usage(entries, 1234)
  rows.put(row(1))
  await settle()
  expect(heard[1]).toEqual({ kind: 'usage', revision: 2, timeMs: 1234, entries })
  expect(heard[2]).toMatchObject({ kind: 'changes', revision: 3 })
})

test('a subscriber hears nothing of others that subscribe while nothing is pending', () => {
  const rows = new ProcessRows()
  const { heard } = listenedTo(rows)
  listenedTo(rows)
  expect(heard.map((message) => message.kind)).toEqual(['snapshot'])
})

test('rows that differ in one number are not the same', async () => {
  const rows = new ProcessRows()
  rows.put(row(1, { userId: 0 }))
  await settle()
  const { heard } = listenedTo(rows)
  rows.put(row(1, { userId: null }))
  await settle()
  rows.put(row(1, { userId: 0 }))
  await settle()
  expect(heard.map((message) => message.kind)).toEqual(['snapshot', 'changes', 'changes'])
})

test('a new subscriber gets everything at once, and pending changes not a second time', async () => {
  const rows = new ProcessRows()
  const first = listenedTo(rows)
  rows.put(row(1))
  const second = listenedTo(rows)
  expect(second.heard).toEqual([{ kind: 'snapshot', revision: 3, rows: [row(1)], isScanComplete: false }])
  expect(first.heard.map((message) => message.kind)).toEqual(['snapshot', 'changes'])
  await settle()
  expect(second.heard).toHaveLength(1)
  second.subscription.dispose()
  rows.put(row(2))
  await settle()
  expect(second.heard).toHaveLength(1)
  expect(first.heard).toHaveLength(3)
})

test('the end of the first scan is sent once, with all rows', async () => {
  const rows = new ProcessRows()
  const { heard } = listenedTo(rows)
  rows.put(row(1))
  rows.put(row(2))
  rows.remove(asProcessKey('2:1'))
  expect(rows.isComplete).toBe(false)
  rows.complete()
  rows.complete()
  await settle()
  expect(rows.isComplete).toBe(true)
  expect(heard.slice(1)).toEqual([{ kind: 'snapshot', revision: 2, rows: [row(1)], isScanComplete: true }])
})

test('nobody is notified after disposal', async () => {
  const rows = new ProcessRows()
  const { heard } = listenedTo(rows)
  rows.put(row(1))
  rows.dispose()
  expect(vi.getTimerCount()).toBe(0)
  rows.usage([], 5)
  expect(heard).toHaveLength(1)
})
