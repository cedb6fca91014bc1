import { expect, test } from 'vitest'
import { asProcessKey } from '../../shared/model/ids.ts'
import { testRow } from '../testing/rows.ts'
import { nextTarget } from './next-target.ts'

const target = { processKey: asProcessKey('7:1'), name: 'Orders.Api' }
const row = (pid: number, parts: Parameters<typeof testRow>[1]) => testRow(pid, { name: 'Orders.Api', ...parts })

test('the next question goes to the same process while it runs, then to the newest of its name', () => {
  const rows = [row(7, { startTimeMs: 1 }), row(8, { startTimeMs: 3 }), row(9, { startTimeMs: 2 })]
  expect(nextTarget(rows, target)?.pid).toBe(7)
  expect(nextTarget([row(7, { state: 'exited' }), ...rows.slice(1)], target)?.pid).toBe(8)
  expect(nextTarget([row(7, { state: 'exited' }), row(5, { name: 'Other' })], target)).toBeNull()
})
