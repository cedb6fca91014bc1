import { array, assert, integer, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { RunColumn } from './run-column.ts'

test('a column gives each row the value that was set from it on, in whatever order it is asked', () => {
  const steps = array(tuple(integer({ min: 0, max: 3 }), nat(3)), { maxLength: 60 })
  assert(
    property(steps, array(nat(200), { maxLength: 20 }), (sets, asked) => {
      const column = new RunColumn()
      const plain = new Uint32Array(201)
      let row = 0
      for (const [forward, value] of sets) {
        row += forward
        column.set(row, value)
        plain.fill(value, row)
      }
      for (const at of [...plain.keys(), ...asked]) expect([at, column.at(at)]).toEqual([at, plain[at]])
      expect(column.lastValue).toBe(plain[200])
      for (const at of asked) {
        const run = column.runAt(at)
        expect(run < 0 ? 0 : column.valueOfRun(run)).toBe(plain[at])
        expect(run < 0 ? 0 : column.rowOfRun(run)).toBeLessThanOrEqual(at)
        const next = run + 1 < column.runCount ? column.rowOfRun(run + 1) : Number.POSITIVE_INFINITY
        expect(next).toBeGreaterThan(at)
      }
    }),
    { numRuns: 60 },
  )
})

test('a run begins only where the value is another one', () => {
  const column = new RunColumn()
  column.set(0, 0)
  expect(column.runCount).toBe(0)
  column.set(5, 7)
  column.set(6, 7)
  column.set(8, 9)
  column.set(8, 3)
  expect([column.runCount, column.runAt(4), column.runAt(5), column.runAt(8)]).toEqual([2, -1, 0, 1])
  expect([column.rowOfRun(1), column.valueOfRun(1)]).toEqual([8, 3])
  column.clear()
  expect([column.runCount, column.at(9), column.lastValue]).toEqual([0, 0, 0])
})

test('a column has room for more runs than it began with', () => {
  const column = new RunColumn()
  for (let row = 0; row < 100; row += 1) column.set(row, row + 1)
  expect([column.runCount, column.at(0), column.at(99), column.byteLength]).toEqual([100, 1, 100, 1024])
})
