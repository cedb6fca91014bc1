import { expect, test } from 'vitest'
import { PartPace } from './part-pace.ts'

function paced() {
  const clock = { nowMs: 1000 }
  const told: number[] = []
  const pace = new PartPace<number>(
    (part) => told.push(part),
    250,
    () => clock.nowMs,
  )
  return { clock, told, pace }
}

test('what is read in a moment is told of never, not even at its end', () => {
  const { clock, told, pace } = paced()
  pace.tell(() => 1)
  clock.nowMs += 249
  pace.tell(() => 2)
  pace.tellLast(() => 3)
  expect(told).toEqual([])
})

test('later parts are told four times a second at most, the last one in any case', () => {
  const { clock, told, pace } = paced()
  for (let step = 0; step < 100; step++) {
    clock.nowMs += 10
    pace.tell(() => clock.nowMs)
  }
  expect(told).toEqual([1250, 1500, 1750, 2000])
  pace.tellLast(() => -1)
  expect(told.at(-1)).toBe(-1)
})

test('what takes long to make is made less often, and nothing is told where there is nothing yet', () => {
  const { clock, told, pace } = paced()
  clock.nowMs += 250
  pace.tell(() => null)
  expect(told).toEqual([])
  clock.nowMs += 250
  pace.tell(() => (clock.nowMs += 100))
  expect(told).toEqual([1600])
  clock.nowMs += 1990
  pace.tell(() => 1)
  expect(told).toEqual([1600])
  clock.nowMs += 10
  pace.tell(() => 2)
  expect(told).toEqual([1600, 2])
})
