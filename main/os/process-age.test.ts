import { expect, test } from 'vitest'
import { processAgeMs } from './process-age.ts'

const hourMs = 3_600_000

test('a process is as old as it is, whoever sets the clock', () => {
  const startTimeMs = performance.timeOrigin + performance.now() - 2000
  for (const setByMs of [0, hourMs]) {
    const ageMs = processAgeMs(startTimeMs, Date.now() + setByMs)
    expect([ageMs > 1000, ageMs < 60_000]).toEqual([true, true])
  }
})

test('a clock that was put back makes a process younger, and never younger than new', () => {
  expect(processAgeMs(Date.now(), Date.now() - hourMs)).toBe(0)
})
